import { type Json, sameJson, toJson } from '#contract/json.ts';
import { isLocalId } from '#contract/resources/local-id.ts';
import { mutationName, type OutboxEntry } from '#contract/outbox-entry.ts';
import type { StoredRecordReading } from '#db/records.ts';
import type { RecordRow } from '#db/records-overlay.ts';
import type { RecordChange } from '#machines/record-list/record-list.ports.ts';
import { changeItems } from './contact-colleague.ts';
import { changedItems, itemFields, itemsKey, withOneChange } from './contact-items.ts';
import { contactKeys, contactLabel, contactRecord, contactsNow, contactsRecord, namedContact, normal, primary } from './contacts.ts';
import type { Simulation, Take } from './simulation.ts';
import { watchFetch } from './page-checks.ts';
import type { FaultMix } from './fake-network.ts';
import { twinPrefix } from './fake-server.ts';
import { refusedPrefix } from './server-request.ts';
import type { ChangePromise } from './promises.ts';
import { accountOf, type WebsiteId } from './places.ts';
import type { Random } from './random.ts';
import type { Tab } from './tab.ts';

/** The contacts that people see now. */
const contactsScope = ({ websiteId }: Simulation, userId: string) => {
  const resource = contactsNow();
  return { userId, resource, websiteId: resource.scope === 'account' ? null : websiteId, accountId: accountOf(userId) };
};

type Values = Readonly<Record<string, Json>>;
export type RecordStep = Omit<Take<'record'>, 'kind'>;

/** The faults behind which a request gets no answer, whether it arrived or not. */
const unanswered: FaultMix = { share: 0.7, faults: ['answer lost', 'request lost'] };

/** The fields that people edit; the act writes the rank. */
const editedKeys = contactKeys.filter((key) => key !== 'rank' && key !== 'boss' && key !== itemsKey);

/** Creates, edits or deletes a contact, or runs the act on it, as the screens of its resource do. */
export async function changeRecords(simulation: Simulation, step: RecordStep & { readonly label?: string }, random: Random): Promise<void> {
  const { browser } = simulation;
  const tab = await browser.tab(step.tab);
  const { session, signInNumber } = browser;
  if (!session || tab.process.state !== 'running') return;
  const { userId } = session;
  const isHere = () => simulation.isAtWork(userId) && browser.signInNumber === signInNumber && tab.process.state === 'running';
  // The screens close with their user.
  if (!isHere()) return;
  if (step.change === 'create' || step.change === 'createRefused') return create(simulation, tab, step.change, random);
  if (step.change === 'twins') return createTwins(simulation, tab, await browser.tab(step.tab + 1), random);
  const rows = await listed(simulation, tab, userId);
  if (!isHere()) return;
  // Twins can't be distinguished, so a change of one is not reported.
  const own = rows.filter(({ values, isDeleting }) => !isDeleting && !contactLabel(values['name']).startsWith(twinPrefix));
  if (own.length === 0) return;
  const fresh = own.filter(({ id }) => isLocalId(id));
  const known = own.find(({ values }) => contactLabel(values['name']) === step.label);
  const picked = known ?? random.pick(fresh.length > 0 && random.chance(0.5) ? fresh : own);
  const boss = step.change === 'edit' ? bossOf(simulation, picked, own) : null;
  // Rather than being edited, a contact that was made here is named by one that the server has.
  const row = (boss === picked ? own.find(({ id }) => !isLocalId(id)) : null) ?? picked;
  const form = await openForm(simulation, tab, userId, step, row.id);
  if (!form || !isHere()) return;
  // The answer to a list that is requested now may arrive long after this change is saved.
  if (step.visiting) await beginSlowVisit(simulation, tab);
  if (!isHere()) return;
  if (step.change === 'items' && random.chance(0.6)) meetItems(simulation, form, random);
  await changeOne(simulation, tab, userId, step.change, form, random, boss);
  if (step.visiting && random.chance(0.5)) await browser.scheduler.advance(21_000);
}

/**
 * The contact that every second edit names: the picked one itself where it was made here, by one that the server has; else one that was made
 * here, or another of the server. None that was made here names another: two that name each other could never be created.
 */
function bossOf({ placeOfContacts, count }: Simulation, picked: RecordRow, all: readonly RecordRow[]): RecordRow | null {
  // The second website, and the second account, have other ids in the model.
  if (placeOfContacts !== '' || count % 2 === 0) return null;
  const known = all.filter(({ id }) => !isLocalId(id) && id !== picked.id);
  if (isLocalId(picked.id)) return known.length > 0 ? picked : null;
  return all.find(({ id }) => isLocalId(id)) ?? known[0] ?? null;
}

/** Everything that the screen lists; read from the server where this device has nothing cached. */
export async function listed(simulation: Simulation, tab: Tab, userId: string): Promise<readonly RecordRow[]> {
  const scope = contactsScope(simulation, userId);
  const read = () =>
    simulation.peek(
      tab,
      tab.store.records().then((records) => records.readAll(scope)),
    );
  const first = await read();
  if (first && first.rows.length > 0) return [...first.created, ...first.rows];
  await visitRecords(simulation, tab);
  const again = await read();
  return again ? [...again.created, ...again.rows] : [];
}

/** The list reads its first page, and the others one after the other where a page is short. */
async function fetchList(simulation: Simulation, tab: Tab, website: WebsiteId): Promise<void> {
  const { browser, placeOfContacts } = simulation;
  const { perPage, server, session } = browser;
  if (!session) return;
  const scope = contactsScope(simulation, session.userId);
  for (let page = 0; page === 0 || page * perPage < server.contactList(placeOfContacts).length; page += 1) {
    const isAlone = simulation.fetching === 0;
    const wrong = watchFetch(browser, scope, placeOfContacts, page);
    simulation.fetching += 1;
    const { kind } = await tab.records(website).fetchPage({ page, perPage, sort: null, q: '' }, new AbortController().signal);
    simulation.fetching -= 1;
    // An answer to an earlier request may have come between.
    if (kind === 'fetched' && isAlone && simulation.fetching === 0) for (const what of wrong()) browser.onViolation('not shown', what);
  }
}

/** The list reads from the server, which answers some seconds later. */
async function beginSlowVisit(simulation: Simulation, tab: Tab): Promise<void> {
  const { browser, websiteId } = simulation;
  const { network, scheduler } = browser;
  const { faultMix } = network;
  network.faultMix = { share: 1, faults: ['slow answer'] };
  void fetchList(simulation, tab, websiteId).catch(() => undefined);
  await scheduler.runUntilIdle();
  network.faultMix = faultMix;
}

/** The list reads its page from the server. */
export async function visitRecords(simulation: Simulation, tab: Tab): Promise<void> {
  if (simulation.browser.session === null || tab.process.state !== 'running') return;
  void fetchList(simulation, tab, simulation.websiteId).catch(() => undefined);
  await simulation.browser.scheduler.runUntilIdle();
}

/** The form of a contact; `stale`: a form that was opened before, if it belongs to the same contact. */
async function openForm(
  simulation: Simulation,
  tab: Tab,
  userId: string,
  { isStale, reads }: Pick<RecordStep, 'isStale' | 'reads'>,
  id: string,
): Promise<StoredRecordReading | null> {
  const { browser } = simulation;
  const before = simulation.recordForms.get(tab);
  if (isStale && before?.signInNumber === browser.signInNumber && (before.reading.id === id || before.wanted === id)) return before.reading;
  const scope = contactsScope(simulation, userId);
  const { signInNumber } = browser;
  // As a form does when it opens: it refreshes its values once.
  if (reads) {
    const stop = tab.records(simulation.websiteId).watchRecord(id, () => undefined);
    await browser.scheduler.runUntilIdle();
    stop();
  }
  const reading = await simulation.peek(
    tab,
    tab.store.records().then((records) => records.readRecord(scope, id)),
  );
  if (!reading?.values || reading.isDeleting) return null;
  simulation.recordForms.set(tab, { signInNumber, wanted: id, reading });
  return reading;
}

/**
 * As the form does it: where a field shows a pending change, an edit takes the base of that change, unless the stored value is the same.
 */
function baseOf({ stored, values, pendingFields }: StoredRecordReading, key: string): Json {
  if (stored === null) return values?.[key] ?? null;
  const began = pendingFields[key]?.began;
  const isOver = !sameJson(normal(stored[key] ?? null), normal(values?.[key] ?? null));
  if (key === itemsKey && began !== undefined && isOver) return toJson(began);
  return began !== undefined && isOver ? (began?.[0] ?? null) : (stored[key] ?? null);
}

async function changeOne(
  simulation: Simulation,
  tab: Tab,
  userId: string,
  change: RecordStep['change'],
  form: StoredRecordReading,
  random: Random,
  boss: RecordRow | null,
): Promise<void> {
  const { id } = form;
  const shown = form.values ?? {};
  const name = String(normal(shown['name'] ?? null));
  const label = contactLabel(name);
  const record = contactRecord(label);
  const add = (key: string, value: Json) =>
    simulation.promises.add({
      userId,
      kind: 'field',
      record,
      field: key,
      value: normal(value),
      seen: normal(shown[key] ?? null),
      seenBeside: form.pendingFields[key]?.theirs?.value?.[0],
    });
  // Only this person's devices write it.
  const addBoss = (label: string) =>
    simulation.promises.add({ userId, kind: 'field', record, field: 'boss', value: namedContact(label), seen: undefined });
  const addItems = (value: Json) => {
    const [before, beside] = [itemFields(shown[itemsKey]), form.pendingFields[itemsKey]?.theirs?.value];
    const theirs = beside === undefined ? null : itemFields(toJson(beside));
    return changedItems(shown[itemsKey], value).map(([field, put]) =>
      simulation.promises.add({
        userId,
        kind: 'field',
        record,
        field,
        value: put,
        seen: before.get(field) ?? null,
        seenBeside: theirs ? (theirs.get(field) ?? null) : undefined,
        list: itemFields(value),
      }),
    );
  };
  if (change === 'delete') {
    // What names it can't be sent any more.
    if (isLocalId(id)) simulation.hasDiscarded = true;
    const gone = simulation.promises.all.filter(
      (one) => one.userId === userId && (one.record === record || (one.record === contactsRecord && one.field === label)),
    );
    const promise = simulation.promises.add({ userId, kind: 'delete', record: contactsRecord, field: label, value: null });
    await submit(simulation, tab, { kind: 'delete', id, name }, [promise]);
    // The contact's later changes may be dropped from here on; they may also have been applied meanwhile.
    if (promise.state !== 'released')
      for (const other of gone) if (other.state === 'promised' || other.state === 'asking') other.state = 'open';
    return;
  }
  if (change === 'act') {
    const base = { rank: baseOf(form, 'rank') };
    return submit(simulation, tab, { kind: 'act', id, name, act: 'makePrimary', base }, [add('rank', primary)]);
  }
  const first = change === 'null' || change === 'refused' ? random.pick(editedKeys.slice(1)) : random.pick(editedKeys);
  const keys = random.chance(0.4) ? [first, ...editedKeys.filter((key) => key !== first && random.chance(0.6))] : [first];
  const values = Object.fromEntries(keys.map((key) => [key, newText(simulation, key, label, key === first ? change : 'edit', random)]));
  if (boss) {
    Object.assign(values, { boss: boss.id });
    delete values['note'];
  }
  if (change === 'items') {
    for (const key of Object.keys(values)) delete values[key];
    values[itemsKey] = newItems(simulation, shown[itemsKey], random);
  }
  const base = Object.fromEntries(Object.keys(values).map((key) => [key, baseOf(form, key)]));
  const said = String(normal(values['name'] ?? name));
  const promises = Object.entries(values).flatMap(([key, value]) =>
    key === itemsKey ? addItems(value) : [key === 'boss' && boss ? addBoss(contactLabel(boss.values['name'])) : add(key, value)],
  );
  // A form does not save a list that is as it shows it, such as one whose only item was moved.
  const seen = { [itemsKey]: [shown[itemsKey] ?? null] };
  if (promises.length > 0) await submit(simulation, tab, { kind: 'update', id, name: said, values, base, seen }, promises);
}

/** A colleague changes the list that the form shows. */
function meetItems(simulation: Simulation, { values }: StoredRecordReading, random: Random): void {
  const { server, disk } = simulation.browser;
  const label = contactLabel(values?.['name']);
  const contact = server.contactList(simulation.placeOfContacts).find(({ name }) => contactLabel(name) === label);
  if (!contact) return;
  simulation.count += 1;
  if (!disk.tables.outbox.rows().some(({ status }) => status === 'sending')) simulation.atRest.add(server.effects.length);
  changeItems(simulation, simulation.websiteId, contact.id, random);
}

/** The list with one item more, less, at another place or with another label. */
function newItems(simulation: Simulation, shown: Json | undefined, random: Random): Json {
  simulation.count += 1;
  return withOneChange(shown, `v${simulation.count}${simulation.mark}`, random);
}

/** The typed text, sometimes with blanks around it, which the server does not store. */
function newText(simulation: Simulation, key: string, label: string, change: RecordStep['change'], random: Random): Json {
  if (change === 'null') return null;
  simulation.count += 1;
  const text = `${change === 'refused' ? refusedPrefix : 'v'}${simulation.count}${simulation.mark}`;
  const value = key === 'name' ? `${label} ${text}` : text;
  return random.chance(0.3) ? ` ${value} ` : value;
}

async function create(simulation: Simulation, tab: Tab, change: 'create' | 'createRefused', random: Random): Promise<void> {
  simulation.count += 1;
  const label = `R${simulation.count}${simulation.mark}`;
  const userId = simulation.browser.session?.userId ?? '';
  const phone =
    change === 'createRefused'
      ? newText(simulation, 'phone', label, 'refused', random)
      : newText(simulation, 'phone', label, 'edit', random);
  const values: Values = { name: newText(simulation, 'name', label, 'edit', random), phone, note: null };
  const promises = [
    simulation.promises.add({ userId, kind: 'create', record: contactsRecord, field: label, value: null }),
    ...['name', 'phone'].map((field) =>
      simulation.promises.add({ userId, kind: 'field', record: contactRecord(label), field, value: normal(values[field] ?? null) }),
    ),
  ];
  await submit(simulation, tab, { kind: 'create', values }, promises);
}

/** Two tabs create a contact of the same name at the same moment. */
async function createTwins(simulation: Simulation, tab: Tab, other: Tab, random: Random): Promise<void> {
  const { browser } = simulation;
  simulation.count += 1;
  const label = `${twinPrefix}${simulation.count}${simulation.mark}`;
  const userId = browser.session?.userId ?? '';
  const { faultMix } = browser.network;
  // The first is created and the answer to the second is lost, or both answers are lost.
  const second: FaultMix = { share: 1, faults: [random.pick(unanswered.faults)], spares: 1 };
  if (random.chance(0.7)) browser.network.faultMix = random.pick([unanswered, second, second]);
  for (const one of [tab, other]) {
    if (one.process.state !== 'running' || !simulation.isAtWork(userId)) continue;
    const promise = simulation.promises.add({ userId, kind: 'create', record: contactsRecord, field: label, value: null });
    const change = { kind: 'create', values: { name: label, phone: null, note: null } } as const;
    simulation.conclude(one, [promise], one.records(simulation.websiteId).submit({ change }, new AbortController().signal));
  }
  await browser.scheduler.runUntilIdle();
  // The second is created after the first is done, so that it meets the same fault.
  await browser.scheduler.advance(random.pick([0, 3_000, 12_000]));
  browser.network.faultMix = faultMix;
}

async function submit(simulation: Simulation, tab: Tab, change: RecordChange, promises: readonly ChangePromise[]): Promise<void> {
  const { browser } = simulation;
  const userId = browser.session?.userId ?? '';
  const deletes = browser.entriesOf(userId).filter((row) => mutationName(row) === 'contact.delete');
  simulation.conclude(tab, promises, tab.records(simulation.websiteId).submit({ change }, new AbortController().signal));
  await browser.scheduler.runUntilIdle();
  takeBackDeletes(simulation, deletes);
}

/** Retries deletes that waited behind a contact whose create was rejected, and that a later change of the contact took back. */
function takeBackDeletes({ browser, promises }: Simulation, deletes: readonly OutboxEntry[]): void {
  const left = browser.disk.tables.log.rows().filter(({ outcome }) => outcome === 'discarded');
  for (const { opId, userId, status, body } of deletes) {
    if (status !== 'rejected' || !left.some((line) => line.opId === opId)) continue;
    const label = contactLabel((body as { readonly name?: string }).name);
    for (const change of promises.all)
      if (change.kind === 'delete' && change.userId === userId && change.record === contactsRecord && change.field === label)
        if (change.state === 'promised') change.state = 'open';
  }
}
