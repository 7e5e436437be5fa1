import type { SettingWrite } from '#contract/entities/setting.ts';
import { sameJson, toJson } from '#contract/json.ts';
import { asksWhetherCreated, mutationName, type OutboxEntry } from '#contract/outbox-entry.ts';
import type { ReadEntry } from '#db/migrate-entry.ts';
import { isForAttention } from '#db/outbox-entries.ts';
import { askedKey, type Simulation, type Take } from './simulation.ts';
import { changeBlocks } from './block-changes.ts';
import { fieldsAsked, keyOfField } from './contact-items.ts';
import { askedFieldOf, contactLabel, contactRecord, isOfContacts } from './contacts.ts';
import { valuesOf } from './carried-checks.ts';
import { changeRecords } from './record-changes.ts';
import { withModelIds } from './read-entry.ts';
import { releaseEntries } from './release-entries.ts';
import { type ChangePromise, Names } from './promises.ts';
import { onWire, type WebsiteId } from './places.ts';
import type { Random } from './random.ts';
import type { Tab } from './tab.ts';

/** A person looks at the entries that need attention and decides about one. */
export async function attend(simulation: Simulation, taken: Take<'attend'>, random: Random): Promise<void> {
  simulation.promises.moment += 1;
  const { browser } = simulation;
  const tab = await browser.tab(taken.tab);
  const userId = browser.session?.userId;
  if (userId === undefined || tab.process.state !== 'running') return;
  await simulation.onAttend();
  const entries = (await simulation.peek(tab, tab.store.outbox.list(userId)))?.map(withModelIds);
  const open = (entries ?? []).flatMap((read) => (read.kind === 'readable' && isForAttention(read.entry) ? [read.entry] : []));
  if (open.length === 0) return;
  const entry = random.pick(open);
  // Asked whether a record was created, the person looks.
  const isThere = browser.server.effects.some(({ kind, key }) => kind === 'created' && key === entry.opId);
  const step = asksWhetherCreated(entry) ? { ...taken, how: isThere ? ('discard' as const) : ('retry' as const) } : taken;
  const { outbox } = tab.store;
  const isConflict = entry.status === 'conflict' && entry.lastError?.theirs !== undefined;
  if (step.how === 'edit' && entry.status === 'rejected' && (await editThere(simulation, tab, entry, step, random))) {
    if (!simulation.isAtWork(userId)) browser.leftMidway.add(userId);
    return;
  }
  // Another mutation of the same record is being sent already.
  const { faultMix } = browser.network;
  const blockId = (entry.body as { readonly blockId?: string }).blockId;
  if (step.how === 'retry' && entry.status === 'rejected' && blockId !== undefined && step.dice % 2 === 0) {
    browser.network.faultMix = { share: 1, faults: ['slow answer'] };
    // On the second website nobody can hide a block.
    const change = random.pick(['show', 'settings'] as const);
    const here = { kind: 'block', dice: step.dice, tab: step.tab, twice: false, ownFaults: null, blockId: onWire(blockId) } as const;
    await simulation.on(websiteOf(simulation, entry), () =>
      changeBlocks(simulation, { ...here, change: entry.websiteId === 'w2' ? 'settings' : change }, random),
    );
    browser.network.faultMix = faultMix;
    if (!simulation.isAtWork(userId) || tab.process.state !== 'running') return;
  }
  const choices = isConflict ? choicesOf(entry, step.how === 'theirs' ? 'theirs' : 'mine', random) : {};
  // Read the files first: afterwards nobody can say which block an entry belonged to.
  const labelOf = await simulation.labels(tab, userId);
  const work =
    step.how === 'discard'
      ? outbox.discard(entry.opId)
      : isConflict
        ? outbox.resolve(entry.opId, onWire(choices))
        : outbox.retry(entry.opId);
  for (const [key, side] of Object.entries(choices))
    if (side === 'mine' && step.how !== 'discard')
      for (const [field, theirs] of asked(entry, key))
        simulation.decided.set(askedKey(userId, field, theirs), browser.server.effects.length);
  // Whoever discards an entry, or chooses the other person's value, has read that value.
  for (const key of Object.keys((isConflict && entry.lastError?.theirs) || {}))
    if (step.how === 'discard' || choices[key] === 'theirs')
      for (const [field, theirs] of asked(entry, key))
        simulation.shown.set(askedKey(userId, field, theirs), simulation.promises.all.length);
  const reported = await simulation.peek(tab, work);
  // A tab that dies or freezes in the middle reports nothing, yet the decision may be stored.
  const result = reported ?? restingOf(simulation, entry, entries ?? [], step.how);
  if (!simulation.isAtWork(userId)) browser.leftMidway.add(userId);
  if (step.how === 'discard') simulation.hasDiscarded = true;
  if (!result || result.kind === 'refused') return;
  if (step.how !== 'discard' && entry.mutation === 'delete') releaseRecord(simulation, entry, labelOf);
  for (const id of step.how === 'discard' && result.kind === 'dequeued' ? open.flatMap(({ fileIds }) => fileIds) : [])
    simulation.discardedFiles.add(id);
  const dropped = (entries ?? []).flatMap((read) => (read.kind === 'readable' && step.how === 'discard' ? [read.entry] : []));
  const last = Math.max(...dropped.map(({ seq }) => seq));
  const left = result.kind === 'dequeued' ? dropped.filter(({ opId }) => result.opIds.includes(opId)) : [];
  for (const { opId, mayHaveBeenApplied, mutation, status } of left) {
    // Whoever edits a record whose delete was rejected does not expect that delete's effect already.
    const before = mutation === 'delete' && status === 'rejected' ? -1 : last;
    for (const each of [...(mayHaveBeenApplied ? [opId] : []), ...carriedOnBy(simulation, opId)]) simulation.takenBack.set(each, before);
  }
  if (step.how === 'discard' && result.kind === 'dequeued')
    releaseEntries(
      simulation,
      userId,
      entries?.flatMap((read) => (read.kind === 'readable' && result.opIds.includes(read.entry.opId) ? [read.entry] : [])) ?? [],
      labelOf,
    );
  if (!isConflict || step.how === 'discard') return;
  releaseFields(
    simulation,
    entry,
    Object.keys(choices).filter((key) => choices[key] === 'theirs'),
  );
}

/** What a conflict of one field is about, by field and somebody else's value. */
function asked(entry: OutboxEntry, key: string) {
  const mine = valuesOf(entry)?.[key] ?? null;
  return fieldsAsked(askedFieldOf(entry, key), entry.lastError?.theirs?.[key] ?? null, mine, entry.base[key] ?? null);
}

/** The opIds of the entries that this one superseded, directly or through others. */
function carriedOnBy(simulation: Simulation, opId: string): readonly string[] {
  const earlier = simulation.browser.disk.tables.log.rows().filter(({ by }) => by === opId);
  return earlier.flatMap((line) => [line.opId, ...carriedOnBy(simulation, line.opId)]);
}

/** The result of a decision whose tab never reported it, read from the store; null: nothing was stored. */
function restingOf(simulation: Simulation, entry: OutboxEntry, entries: readonly ReadEntry[], how: Take<'attend'>['how']) {
  const { log } = simulation.browser.disk.tables;
  if (how !== 'discard') {
    const { status, lastError } = simulation.browser.entryOf(entry.opId) ?? {};
    return status === entry.status && sameJson(toJson(lastError), toJson(entry.lastError)) ? null : ({ kind: 'enqueued' } as const);
  }
  const gone = entries.flatMap((read) =>
    read.kind === 'readable' && simulation.browser.entryOf(read.entry.opId) === null ? [read.entry.opId] : [],
  );
  const isTakenBack = (opId: string) => log.rows().every((line) => line.opId !== opId || line.outcome === 'discarded');
  const opIds = gone.filter(isTakenBack);
  return opIds.includes(entry.opId) ? ({ kind: 'dequeued', opIds } as const) : null;
}

const websiteOf = ({ websiteId }: Simulation, entry: OutboxEntry): WebsiteId =>
  entry.websiteId === 'w2' ? 'w2' : entry.websiteId === null ? websiteId : 'w1';

/** The same on the website of the entry. */
async function editThere(simulation: Simulation, tab: Tab, entry: OutboxEntry, step: Take<'attend'>, random: Random): Promise<boolean> {
  let isEdited = false;
  await simulation.on(websiteOf(simulation, entry), async () => {
    isEdited = await edit(simulation, tab, entry, step, random);
  });
  return isEdited;
}

/** Edits a rejected entry in its screen, with other values, and saves them there. False where no screen can do that. */
async function edit(simulation: Simulation, tab: Tab, entry: OutboxEntry, step: Take<'attend'>, random: Random): Promise<boolean> {
  const { dice, tab: at } = step;
  const body = entry.body as { readonly blockId?: string; readonly id?: string; readonly name?: string };
  if (isOfContacts(entry) && (entry.mutation === 'create' || entry.mutation === 'update')) {
    const label = body.id === undefined ? contactLabel(body.name) : (await simulation.labels(tab, entry.userId))(body.id);
    const fresh = { twice: false, isStale: false, reads: false, visiting: false, ownFaults: null } as const;
    await changeRecords(simulation, { dice, tab: at, change: 'edit', label, ...fresh }, random);
    return true;
  }
  if (mutationName(entry) === 'block-settings.update' && body.blockId !== undefined) {
    const { blockId } = body;
    const here = { kind: 'block', dice, tab: at, twice: false, ownFaults: null, blockId: onWire(blockId) } as const;
    await changeBlocks(simulation, { ...here, change: 'settings' }, random);
    return true;
  }
  if (mutationName(entry) !== 'settings.update') return false;
  const { settings } = entry.body as { readonly settings: readonly SettingWrite[] };
  await simulation.look(tab);
  simulation.beginSubmit(
    tab,
    settings.map((write) => ({ ...write, value: simulation.newValue('new') })),
  );
  await simulation.browser.scheduler.runUntilIdle();
  return true;
}

/** A screen may show only some of the fields in conflict; the person decides about each of those separately. */
function choicesOf(entry: OutboxEntry, side: Side, random: Random): Readonly<Record<string, Side>> {
  const asked = Object.keys(entry.lastError?.theirs ?? {});
  const first = random.pick(asked);
  const others = asked.filter((key) => key !== first && random.chance(0.5));
  return Object.fromEntries([[first, side] as const, ...others.map((key) => [key, random.pick(sides)] as const)]);
}

const sides = ['mine', 'theirs'] as const;
type Side = (typeof sides)[number];

/** Whoever resends a delete gives up every other change of the record, including those made after the delete was rejected. */
function releaseRecord(simulation: Simulation, { userId, body }: OutboxEntry, labelOf: (id: string) => string): void {
  const { blockId, id } = body as { readonly blockId?: string; readonly id?: string };
  const label = labelOf(String(blockId ?? id));
  for (const change of simulation.promises.all)
    if (
      change.userId === userId &&
      (change.field.startsWith(`${label}/`) || change.record === contactRecord(label)) &&
      (change.state === 'promised' || change.state === 'asking')
    )
      change.state = 'open';
}

function releaseFields(simulation: Simulation, entry: OutboxEntry, keys: readonly string[]): void {
  const names = new Names(simulation.browser.server);
  const contact = isOfContacts(entry) ? names.record(contactRecord(entry.target.id)) : null;
  const isOfRecord = ({ record }: ChangePromise) => contact === null || record === contact;
  for (const change of simulation.promises.all)
    if (change.userId === entry.userId && isOfRecord(change) && keys.some((key) => names.field(key) === keyOfField(change.field)))
      change.state = 'open';
}
