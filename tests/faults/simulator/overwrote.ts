import { partlyAppliedOrders, orderField } from '#contract/resources/blocks.ts';
import { type Json, sameJson } from '#contract/json.ts';
import type { FakeServer } from './fake-server.ts';
import { colleague, type Effect } from './server-request.ts';
import { isOfItems, isOrderOfItems } from './contact-items.ts';
import { askedField } from './contacts.ts';
import { type ChangePromise, Names } from './promises.ts';
import { opIdOf } from './request-checks.ts';

interface Given {
  readonly userId: string;
  readonly changes: readonly ChangePromise[];
  readonly server: FakeServer;
  /** Effects of colleagues that happened while this device had no request in flight. */
  readonly atRest: ReadonlySet<number>;
  /** A tab that was frozen between its preflight read and its send can't know of changes in between. */
  readonly hasFrozen: boolean;
  /** Whether, before the change of that number, a conflict showed the person this value and the person decided about it. */
  readonly hasRead: (field: string, theirs: Json, order: number) => boolean;
}

/** Reports each own value that overwrote somebody else's value which the person had not seen. */
export function overwrote({ userId, changes, server, atRest, hasFrozen, hasRead }: Given): readonly string[] {
  const names = new Names(server);
  const found: string[] = [];
  const last = new Map<string, { readonly effect: Effect; readonly at: number }>();
  for (const [at, effect] of server.effects.entries()) {
    if (effect.kind !== 'field') continue;
    const place = `${effect.record} ${effect.field}`;
    const before = last.get(place);
    last.set(place, { effect, at });
    if (before?.effect.author !== colleague || effect.author !== userId || sameJson(before.effect.value, effect.value)) continue;
    // Only If-Match closes the gap between a read and a send, and blocks have no If-Match.
    const isProtected = server.options.givesTags && !effect.record.startsWith('blocks/');
    if (!isProtected && (hasFrozen || !atRest.has(before.at))) continue;
    const field = names.field(effect.field);
    const own = changes.filter(
      (change) => change.kind === 'field' && change.record === names.record(effect.record) && change.field === field,
    );
    const sent = own.filter((change) => change.seen !== undefined && sameJson(change.value, effect.value));
    const theirs = before.effect.value;
    // Of a list a device sends items too that nobody has touched here: they must be as they were.
    if (sent.length === 0 && isOfItems(field) && !isOrderOfItems(field) && !hasRead(askedField(effect), theirs, Number.MAX_SAFE_INTEGER))
      found.push(`${effect.record} ${field}: ${JSON.stringify(effect.value)}, which nobody asked for, over ${JSON.stringify(theirs)}`);
    if (sent.length === 0 || sent.some(({ order }) => hasRead(askedField(effect), theirs, order))) continue;
    if (sent.some((change) => hasSeen(change, theirs, own))) continue;
    found.push(`${effect.record} ${field}: ${JSON.stringify(effect.value)} over ${JSON.stringify(theirs)}`);
  }
  return found;
}

/** Reports each own order, on a server with tags, that overwrote a colleague's order which the person had not seen. */
export function overwroteOrders(
  { userId, changes, server }: Pick<Given, 'userId' | 'changes' | 'server'>,
  wasAsked: boolean,
  /** How many effects there were when an order was first reported as indeterminate; null: never. */
  doubtedAfter: (opId: string) => number | null,
): readonly string[] {
  if (!server.options.givesTags) return [];
  const names = new Names(server);
  const idsOf = (value: Json | undefined) => (Array.isArray(value) ? value.map(String) : []);
  const labelsOf = (value: Json | undefined) => idsOf(value).map((id) => names.label(id));
  const orders = server.effects.filter(({ kind }) => kind === 'order');
  return orders.flatMap((effect, at) => {
    const before = orders.slice(0, at).findLast(({ record }) => record === effect.record);
    if (before?.author !== colleague || effect.author !== userId || wasAsked) return [];
    // A block that was deleted by then has no place that could be taken from it.
    const earlier = server.effects.slice(0, server.effects.indexOf(effect));
    const gone = new Set(earlier.flatMap(({ kind, field }) => (kind === 'deleted' ? [field] : [])));
    // By ids wherever they are known: twins have one label.
    const theirs = idsOf(before.value).filter((id) => !gone.has(id));
    const isAsTheirs = (ids: readonly string[]) => sameJson(...inCommon(ids, theirs));
    if (isAsTheirs(idsOf(effect.value))) return [];
    const own = changes.filter(({ kind, record }) => kind === 'order' && record === effect.record);
    const sent = own.filter((change) => sameJson(labelsOf(change.value), labelsOf(effect.value)));
    // Or the person had seen it when they made an earlier order that this one carries on: somebody has restored the base of that one. Or
    // the person had made that order themselves, and moved on from there.
    const hasSeenTheirs = (change: ChangePromise) =>
      change.seen === undefined ||
      // An order takes its base from the cache when it is enqueued: a tab that froze after the click counts what came meanwhile as seen.
      change.isKeptLate ||
      own.some(({ order, seen }) => order <= change.order && seen !== undefined && isAsTheirs(idsOf(seen))) ||
      own.some(({ order, value }) => order < change.order && sameJson(...inCommon(labelsOf(value), labelsOf(theirs))));
    // Where the server has no call for orders, blocks are moved one after the other: the order that seems to be a colleague's may be this
    // device's, half done.
    const halfway = (seen: Json | undefined) =>
      partlyAppliedOrders({ order: idsOf(effect.value) }, { order: seen ?? null })[orderField] ?? [];
    const isAsHalfway =
      (doubtedAfter(opIdOf(effect.key ?? '')) ?? Number.POSITIVE_INFINITY) <= earlier.length &&
      sent.some(({ seen }) => halfway(seen).some((order) => isAsTheirs(idsOf(order))));
    if (sent.length === 0 || isAsHalfway || sent.some(hasSeenTheirs)) return [];
    return [`order ${labelsOf(effect.value).join()} over ${labelsOf(theirs).join()}`];
  });
}

/** Both lists, reduced to their common items. */
function inCommon(a: readonly string[], b: readonly string[]): [string[], string[]] {
  return [a.filter((one) => b.includes(one)), b.filter((one) => a.includes(one))];
}

/**
 * The form showed the value when the person typed this change, or an earlier one of the same field, in whichever tab; or the person had
 * written the same value themselves (both emptied the field) and gone on from it.
 */
function hasSeen(change: ChangePromise, theirs: Json, own: readonly ChangePromise[]): boolean {
  if (change.seen === undefined) return true;
  const isAsTheirs = (value: Json | undefined) => value !== undefined && sameJson(value, theirs);
  return own.some(
    ({ order, seen, seenBeside, value }) =>
      (order <= change.order && (isAsTheirs(seen ?? null) || isAsTheirs(seenBeside))) || (order < change.order && isAsTheirs(value)),
  );
}
