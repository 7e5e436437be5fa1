import { type Json, sameJson } from '#contract/json.ts';
import { isLocalId } from '#contract/resources/local-id.ts';
import { mutationName, type OutboxEntry } from '#contract/outbox-entry.ts';
import { isForAttention } from '#db/outbox-entries.ts';
import type { ReadEntry } from '#db/migrate-entry.ts';
import { isOfItems, isOrderOfItems, itemFields, itemsKey } from './contact-items.ts';
import { contactLabel, contactRecord, contactsRecord, isOfContacts } from './contacts.ts';
import { doubledActs, doubledItems, isDoubled, isUnique } from './doubled.ts';
import type { FakeServer } from './fake-server.ts';
import { websiteIds } from './places.ts';
import { withModelIds } from './read-entry.ts';
import type { Effect } from './server-request.ts';
import { carries, type ChangePromise, fulfils, Names } from './promises.ts';

/** The violations that the final comparison counts: no schedule may end with one. */
export const findings = [
  'lost',
  'doubled',
  'overwrote',
  'silently dropped',
  'false conflict',
  'not delivered',
  'sent after discard',
  'violation',
] as const;
export interface Finding {
  readonly kind: (typeof findings)[number];
  readonly what: string;
}

interface End {
  readonly userId: string;
  readonly changes: readonly ChangePromise[];
  readonly entries: readonly ReadEntry[];
  readonly labelOf: (id: string) => string;
  readonly server: FakeServer;
  /** True once the device's clock has been days ahead of the server's. */
  readonly wasAhead: boolean;
  /** Whether a conflict showed the person this value of somebody else, and they kept their own. */
  readonly hasDecided: (field: string, theirs: Json) => boolean;
  /** Whether the create of a block with this name was rejected once. */
  readonly wasRejected: (label: string) => boolean;
}

/** Compares the promises made to one user with the server's state and with what the user sees. */
export function compare(end: End): readonly Finding[] {
  const { userId, server, entries, labelOf } = end;
  const found: Finding[] = [];
  const report = (kind: Finding['kind'], what: string) => found.push({ kind, what });
  const names = new Names(server);
  const changes = end.changes.filter((change) => change.userId === userId);
  const rows = entries.map(withModelIds).flatMap((read) => (read.kind === 'readable' ? [read.entry] : []));
  const visible = rows.filter((row) => isForAttention(row) || isBehind(row, rows));

  for (const row of rows)
    if (!visible.includes(row))
      report('not delivered', `${mutationName(row)} ${JSON.stringify(row.body)} is ${row.status}: ${row.lastError?.code ?? ''}`);

  // Nobody needs to see this entry: its effect is on the server.
  for (const { resource, mutation, status, body } of rows) {
    const isDelete = isOfContacts({ resource }) && mutation === 'delete' && (status === 'pending' || status === 'indeterminate');
    const { id = '', name = '' } = body as { readonly id?: string; readonly name?: string };
    if (isDelete && !isLocalId(id) && server.contactFieldsOf(id).size === 0)
      report('not delivered', `the delete of ${name}, which is gone, is ${status}`);
  }
  const isTakenBack = takenBack(changes, end.wasRejected);
  const isVisible = (change: ChangePromise) => visible.some((row) => carries(row, change, labelOf));
  for (const change of changes) {
    const hits = server.effects.flatMap((effect, at) => (fulfils(effect, change, names) ? [at] : []));
    const twins = changes.filter((other) => isTwin(other, change));
    // An effect that seems to come from one may come from the other.
    const alike = [...twins, ...changes.filter((other) => isSameOrder(other, change, isTakenBack))];
    const isReleased = alike.every(({ state }) => state === 'released');
    const releasedAt = Math.max(...alike.map((twin) => twin.releasedAt));
    const again = hits.filter(
      (at) => isReleased && at >= releasedAt && !isInFlight(change, server.effects[at]) && !isHalfway(server, at, change, changes),
    );
    if (again.length > 0) report('sent after discard', describe(change));
    if (isDoubled(change, hits, twins.length, end, names)) report('doubled', describe(change));
    // Only one of two blocks with the same name is there.
    if (change.kind === 'create' && twins.length > 1 && twins.every(({ state }) => state === 'promised')) {
      const carriers = visible.filter((row) => carries(row, change, labelOf));
      if (hits.length + carriers.length < twins.length) report('lost', describe(change));
    }
    const counts = (other: ChangePromise) =>
      isVisible(other) || isAlreadyApplied(other, server, names) || server.effects.some((effect) => fulfils(effect, other, names));
    const isOver = isOvertaken(change, changes, counts);
    if (change.saidSaved && isOnce(change) && !isSavedThen(change, hits, changes, server, names))
      report('lost', `${describe(change)}, which was called saved too early`);
    if (change.saidSaved && isOnce(change) && hits.length === 0 && !isOver) report('lost', `${describe(change)}, which was called saved`);
    if (change.state !== 'promised' || hits.length > 0 || isOver || isVisible(change)) continue;
    if (isAlreadyApplied(change, server, names)) continue;
    report('lost', describe(change));
  }
  for (const what of [...doubledActs(server, userId), ...doubledItems(server, userId)]) report('doubled', what);
  for (const websiteId of websiteIds) found.push(...ordersOf(changes, `blocks/${websiteId}`, end, names, isVisible));
  found.push(...reordered(changes, server, names));
  return found;
}

/** True where the effects of the two changes look the same. */
function isTwin(a: ChangePromise, b: ChangePromise): boolean {
  return a.kind === b.kind && a.record === b.record && a.field === b.field && sameJson(a.value, b.value);
}

/** An order that is sent without the discarded blocks is equal to the other order. */
function isSameOrder(sent: ChangePromise, other: ChangePromise, isTakenBack: (label: string) => boolean): boolean {
  if (sent.kind !== 'order' || other.kind !== 'order' || sent.record !== other.record || !Array.isArray(sent.value)) return false;
  return sameJson(
    sent.value.filter((label) => !isTakenBack(String(label))),
    other.value,
  );
}

/**
 * A discarded block has no place any more, even if its create was applied before. Nor has one whose create was rejected: orders are sent
 * without it, and if it is created after all it comes last, whatever place the screen showed meanwhile.
 */
const takenBack = (changes: readonly ChangePromise[], wasRejected: End['wasRejected']) => (label: string) =>
  wasRejected(label) || changes.some(({ kind, field, state }) => kind === 'create' && field === label && state !== 'promised');

/**
 * When a change was reported as saved, it had its effect already, or a later change of the same field had. A later change to the value that
 * the server has already has no effect.
 */
function isSavedThen(
  change: ChangePromise,
  hits: readonly number[],
  changes: readonly ChangePromise[],
  server: FakeServer,
  names: Names,
): boolean {
  if (hits.some((at) => at < change.savedAt)) return true;
  const isIn = (effects: readonly Effect[], other: ChangePromise) => effects.some((effect) => fulfils(effect, other, names));
  const before = server.effects.slice(0, change.savedAt);
  const isUnsent = (other: ChangePromise) => !isIn(server.effects, other) && isAlreadyApplied(other, server, names);
  return isOvertaken(change, changes, (other) => isIn(before, other) || isUnsent(other));
}

/** The entry waits for an entry that needs a person: one of the same record, or one that it depends on. */
function isBehind(row: OutboxEntry, rows: readonly OutboxEntry[]): boolean {
  return rows.some(
    (other) =>
      other !== row &&
      (other.status === 'conflict' || other.status === 'rejected') &&
      ((other.seq < row.seq &&
        other.status === 'conflict' &&
        other.target.entity === row.target.entity &&
        other.target.id === row.target.id) ||
        row.dependsOn.includes(other.opId)),
  );
}

function isInFlight(change: ChangePromise, effect: Effect | undefined): boolean {
  return effect?.key !== null && effect?.key !== undefined && change.inFlight.has(effect.key);
}

/**
 * An order that is sent block by block can stop before its last call, for example when its user signs out. The calls that were made may
 * look like an earlier order.
 */
function isHalfway({ effects }: FakeServer, at: number, change: ChangePromise, changes: readonly ChangePromise[]): boolean {
  const [opId, isPart] = effects[at]?.key?.split(':') ?? [];
  if (isPart === undefined) return false;
  const isLater = (other: ChangePromise) =>
    other.kind === 'order' && other.record === change.record && other.order > change.order && other.madeAt <= at;
  return changes.some(isLater) || effects.slice(at + 1).some(({ key }) => key?.split(':')[0] === opId);
}

/** A change whose value can't have been there before. */
const isOnce = ({ kind, value }: ChangePromise): boolean => kind === 'create' || kind === 'upload' || (kind === 'field' && isUnique(value));

/** A later change of the same record superseded this one. */
function isOvertaken(change: ChangePromise, all: readonly ChangePromise[], counts: (other: ChangePromise) => boolean): boolean {
  // The tab may also have enqueued it late, after it was frozen.
  const isLater = (other: ChangePromise) =>
    other !== change && (other.order > change.order || other.moment === change.moment || other.keptAt > change.order);
  const later = all.filter((other) => isLater(other) && other.record === change.record && other.kind !== 'create');
  // A list stands in the order in which it was saved last, also where another form, which had not seen the earlier order, moved other items.
  if (later.some((other) => isOrderOfItems(other.field) && isReordered(change, other) && counts(other))) return true;
  if (change.kind === 'field')
    return later.some((other) => other.kind === 'field' && other.field === change.field && (other.state !== 'promised' || counts(other)));
  if (change.kind === 'order') return later.some((other) => other.kind === 'order');
  // A file that no save names any more need not be uploaded.
  if (change.kind === 'upload') return all.some((other) => other.order > change.order && other.field === 'favicon');
  return false;
}

/** Whether the list that was saved with the other change has the two items of this one the other way round. */
function isReordered({ field, value }: ChangePromise, { list }: ChangePromise): boolean {
  const order = isOrderOfItems(field) ? list?.get(field) : undefined;
  return order !== undefined && order !== value;
}

/** The server holds the value without a request of this device: an earlier state, or a colleague's change. */
function isAlreadyApplied(change: ChangePromise, server: FakeServer, names: Names): boolean {
  const blocks = server.blocksOf(change.record.slice('blocks/'.length));
  if (change.record === contactsRecord)
    return change.kind === 'delete' && !server.contactList().some(({ name }) => contactLabel(name) === change.field);
  if (change.kind === 'delete') return !blocks.some((block) => block.label === change.field && !server.isColleagues(block.id));
  if (change.kind === 'order') return true;
  if (change.kind !== 'field' || isUnique(change.value)) return false;
  if (change.record.startsWith('settings/')) {
    const [, website = '', category = ''] = change.record.split('/');
    return sameJson(server.setting(website, category, change.field), change.value) || hadValueSince(change, server, change.field);
  }
  if (change.record.startsWith(contactRecord(''))) return hasContactValue(change, server, names);
  const [label = ''] = change.field.split('/');
  const block = blocks.find((one) => one.label === label);
  // The field is gone with its block.
  if (!block) return server.effects.some((effect) => effect.kind === 'deleted' && names.label(effect.field) === label);
  return block.enabled === change.value || hadValueSince(change, server, `${block.id}/enabled`);
}

/**
 * Whether the field has had the value since the change was made, until somebody else changed it. A change to a value that the server has
 * already is not sent, and so leaves no effect.
 */
function hadValueSince({ userId, record, value, madeAt }: ChangePromise, server: FakeServer, field: string): boolean {
  const isOfField = (effect: Effect) => effect.kind === 'field' && effect.record === record && effect.field === field;
  const puts = server.effects.flatMap((effect, at) => (isOfField(effect) ? [{ ...effect, at }] : []));
  const last = puts.at(-1);
  if (!last || last.at < madeAt || last.author === userId) return false;
  const before = puts.findLast(({ at }) => at < madeAt) ?? server.historyOf(record, field)[0];
  const held = [...(before ? [before] : []), ...puts.filter(({ at }) => at >= madeAt)];
  return held.some((one) => sameJson(one.value, value));
}

/**
 * The same for a field of a contact, even if somebody has changed it since. The place of an item that is added is no effect of its own: it
 * comes with the list.
 */
function hasContactValue({ record, field, value, madeAt }: ChangePromise, server: FakeServer, names: Names): boolean {
  const isOrder = isOrderOfItems(field);
  const valueIn = (put: Json) => (isOrder ? (itemFields(put).get(field) ?? null) : names.value(put));
  const puts = server.effects.flatMap((effect, at) =>
    effect.kind === 'field' && effect.field === (isOrder ? itemsKey : field) && names.record(effect.record) === record
      ? [{ at, value: valueIn(effect.value) }]
      : [],
  );
  const [before, after] = [puts.findLast(({ at }) => at < madeAt), puts.filter(({ at }) => at >= madeAt)];
  if ([...(before ? [before] : []), ...after].some((put) => sameJson(put.value, value))) return true;
  const contact = server.contactList().find(({ name }) => contactRecord(contactLabel(name)) === record);
  // The field is gone with its contact.
  if (!contact) return server.effects.some((effect) => effect.kind === 'deleted' && contactRecord(names.label(effect.field)) === record);
  const now = server.contactFieldOf(contact.id, field);
  // The place of an item is gone with either item.
  return (isOrder && now === null) || sameJson(names.value(now), value);
}

/** The server has the last order that was promised, except for blocks that a colleague has moved. */
function ordersOf(
  changes: readonly ChangePromise[],
  record: string,
  { server, wasRejected }: End,
  names: Names,
  isVisible: (change: ChangePromise) => boolean,
): readonly Finding[] {
  const orders = changes.filter((change) => change.kind === 'order' && change.record === record);
  const last = orders.at(-1);
  if (last?.state !== 'promised' || isVisible(last) || orders.some((order) => order.state === 'open' || order.state === 'released'))
    return [];
  // A frozen tab enqueues its move late, and the order that was enqueued last counts.
  if (orders.some((order) => order.keptAt > last.order && order !== last)) return [];
  if (server.effects.some((effect) => effect.kind === 'order' && effect.record === record && effect.author !== last.userId)) return [];
  const isTakenBack = takenBack(changes, wasRejected);
  // Where two blocks have the same name their places can't be distinguished, even after one of them is deleted.
  const made = server.effects.filter(({ kind }) => kind === 'created').map(({ field }) => field);
  const isTwin = (label: string) => made.indexOf(label) !== made.lastIndexOf(label);
  const wanted = (Array.isArray(last.value) ? last.value : []).filter(
    (label): label is string => typeof label === 'string' && !isTakenBack(label) && !isTwin(label),
  );
  const labels = server.blocksOf(record.slice('blocks/'.length)).map((block) => names.label(block.id));
  if (new Set(wanted).size < wanted.length || new Set(labels).size < labels.length) return [];
  const common = (list: readonly string[], other: readonly string[]) => list.filter((label) => other.includes(label));
  return sameJson(common(wanted, labels), common(labels, wanted))
    ? []
    : [{ kind: 'lost', what: `order ${wanted.join()} is ${labels.join()}` }];
}

/** Of two values that this user wrote to one field, the earlier must not come after the later. */
function reordered(changes: readonly ChangePromise[], server: FakeServer, names: Names): readonly Finding[] {
  const found: Finding[] = [];
  const fields = changes.filter((change) => change.kind === 'field' && isUnique(change.value) && change.state === 'promised');
  for (const [at, later] of fields.entries()) {
    for (const earlier of fields.slice(0, at)) {
      if (earlier.record !== later.record || earlier.field !== later.field || earlier.moment === later.moment) continue;
      // Of equal values none is under the other: one that waited may arrive once the other was saved, too.
      if (isTwin(earlier, later)) continue;
      // A frozen tab enqueues late what was typed in it.
      if (earlier.keptAt > later.order) continue;
      // Undo brings an earlier value back, and a save sends it again, also one that nobody was told of, in a tab that dies. Its effects count for
      // the last of these saves, which a later one may supersede.
      if (changes.some((other) => isTwin(other, earlier) && other.order > later.order)) continue;
      const isAgain = fields.slice(0, at).some((other) => isTwin(other, later));
      if (isAgain && isOvertaken(later, changes, (other) => server.effects.some((effect) => fulfils(effect, other, names)))) continue;
      // An earlier save, refused or not, may have had the same value.
      const first = server.effects.findIndex((effect, index) => index >= later.madeAt && fulfils(effect, later, names));
      const last = server.effects.findLastIndex((effect) => fulfils(effect, earlier, names));
      if (first >= 0 && last > first)
        found.push({ kind: 'lost', what: `${describe(later)}, under the earlier ${JSON.stringify(earlier.value)}` });
    }
  }
  return found;
}

/**
 * The person was asked about a conflict although nobody else had written the field. Effects of `abandoned` entries (opIds) count as
 * somebody else's: the person discarded the entry, or saw it rejected, so neither the person nor the device expects its effect.
 */
export function falseConflicts(
  row: OutboxEntry,
  server: FakeServer,
  labelOf: (id: string) => string,
  abandoned: ReadonlySet<string>,
): readonly Finding[] {
  const names = new Names(server);
  const isAbandoned = ({ key }: Effect) => key !== null && abandoned.has(key.split(':')[0] ?? key);
  const isElsewhere = ({ record }: Effect) => /^(?:settings|blocks)\//u.test(record) && !record.split('/').includes(row.websiteId ?? '');
  const others = server.effects.filter((effect) => !isElsewhere(effect) && (effect.author !== row.userId || isAbandoned(effect)));
  const { theirs, code } = row.lastError ?? {};
  const contact = isOfContacts(row) ? contactRecord(row.target.id) : null;
  if (theirs === undefined) {
    const body = row.body as { readonly blockId?: string; readonly id?: string };
    const label = labelOf(String(body.blockId ?? body.id ?? ''));
    const isGone = others.some((effect) => effect.kind === 'deleted' && names.label(effect.field) === label);
    return isGone ? [] : [{ kind: 'false conflict', what: `${mutationName(row)} ${label}: ${code ?? ''}` }];
  }
  return Object.entries(theirs).flatMap(([key, value]): readonly Finding[] => {
    // A list may have changes of both.
    const held = contact !== null && key === itemsKey ? itemFields(value) : null;
    const isTheirItem = ({ kind, record, field, value: put }: Effect) =>
      kind === 'field' && record === contact && isOfItems(field) && sameJson(held?.get(field) ?? null, put);
    const isTheirs =
      (held !== null && others.some(isTheirItem)) ||
      (key === 'order'
        ? others.some((effect) => effect.kind === 'order' || effect.kind === 'created' || effect.kind === 'deleted')
        : others.some(
            (effect) =>
              effect.kind === 'field' &&
              effect.field === key &&
              sameJson(effect.value, value) &&
              (contact === null || effect.record === contact),
          ));
    return isTheirs ? [] : [{ kind: 'false conflict', what: `${row.target.id} ${key}: ${JSON.stringify(value)} is nobody else's` }];
  });
}

const describe = (change: ChangePromise): string =>
  `${change.kind} ${change.record} ${change.field} ${JSON.stringify(change.value)} (${change.state})`;
