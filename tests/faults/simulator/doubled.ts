import { type Json, sameJson } from '#contract/json.ts';
import { isOfItems } from './contact-items.ts';
import { askedField, isNamedContact, primary } from './contacts.ts';
import type { FakeServer } from './fake-server.ts';
import type { Effect } from './server-request.ts';
import type { ChangePromise, Names } from './promises.ts';

interface Given {
  readonly server: FakeServer;
  /** True once the device's clock has been days ahead of the server's. */
  readonly wasAhead: boolean;
  /** Whether a conflict showed the person this value of somebody else, and they kept their own. */
  readonly hasDecided: (field: string, theirs: Json) => boolean;
}

/** A value that nobody else writes. */
export const isUnique = (value: Json): boolean =>
  Array.isArray(value) ? value.length > 0 : typeof value === 'string' && value !== primary && !isNamedContact(value);

/** Items that a device has put into one list twice. */
export const doubledItems = ({ effects }: FakeServer, userId: string): readonly string[] =>
  effects.flatMap(({ author, record, field, value }) =>
    author === userId && isOfItems(field) && Array.isArray(value) ? [`${field} of ${record}: ${value.join()}`] : [],
  );

/** Reports a create or an upload that had its effect twice, and a value that overwrote a later one. */
export function isDoubled(
  change: ChangePromise,
  hits: readonly number[],
  count: number,
  { server, wasAhead, hasDecided }: Given,
  names: Names,
): boolean {
  if (hits.length < 2) return false;
  // Twins: as many as people asked for.
  const hasTooMany = () => hits.filter((hit) => !isDeletedUnseen(server, hit)).length > count;
  if (change.kind === 'create') return hasTooMany();
  if (change.kind === 'upload') return hasTooMany() && !(wasAhead && isHidden(server, hits));
  // Undo brings an earlier value back, and a save sends it again.
  if (change.kind !== 'field' || !isUnique(change.value) || !hasTooMany()) return false;
  return hits.some((hit, at) => {
    const { record } = server.effects[hit] ?? {};
    // A contact that is created again is another contact.
    const first = hits.find((one) => server.effects[one]?.record === record) ?? hit;
    const isOfField = (effect: Effect) => effect.kind === 'field' && effect.record === record && names.field(effect.field) === change.field;
    const isOther = (effect: Effect) => isOfField(effect) && !sameJson(names.value(effect.value), change.value);
    const over = server.effects.slice(first, hit).findLast(isOther);
    // Where the person kept their own value in a conflict, it is sent again because they want it.
    const isKept = over !== undefined && over.author !== change.userId && hasDecided(askedField(over), over.value);
    return at > 0 && over !== undefined && !isKept && !isPutBack(server, first, hit, isOfField);
  });
}

/**
 * Where the API ignores keys, a file whose answer was lost is identified by name, size and age: it must not be older than its save, or it
 * must be the newest file. A device whose clock is ahead takes it for older, and once somebody has uploaded another file it is not the
 * newest.
 */
function isHidden({ effects, options }: FakeServer, hits: readonly number[]): boolean {
  const isOtherFile = (effect: Effect) => effect.kind === 'uploaded' && effect.field !== effects[hits[0] ?? 0]?.field;
  return !options.honoursKeys && hits.every((hit, at) => at === 0 || effects.slice(hits[at - 1], hit).some(isOtherFile));
}

/**
 * Somebody has deleted a created record before its device knew of it. On an API that ignores keys, the record then seems never to have been
 * created, and the device creates it once more. Nobody can notice that: a person who asked for a block, and got no answer, finds that
 * block.
 */
function isDeletedUnseen({ effects, options }: FakeServer, at: number): boolean {
  const made = effects[at];
  if (options.honoursKeys || !made || made.key === null) return false;
  const again = effects.findIndex(({ kind, key }, later) => later > at && kind === made.kind && key === made.key);
  return (
    again > at &&
    effects.slice(at, again).some(({ kind, author, field }) => kind === 'deleted' && author !== made.author && field === made.value)
  );
}

/**
 * Somebody has restored the base of a change after it was applied and before its device knew. The change then seems never to have been
 * applied, and the device sends it again. That can be noticed only where another field of the same save still holds its new value, or where
 * the server honours keys and the change is sent again under its own key and not as a part of a newer one.
 */
function isPutBack({ effects, options }: FakeServer, first: number, again: number, isOfField: (effect: Effect) => boolean): boolean {
  const [sent, resent] = [effects[first], effects[again]];
  if (!sent || !resent || sent.key === null || (options.honoursKeys && sent.key === resent.key)) return false;
  const valueBefore = (at: number, isWanted: (effect: Effect) => boolean) => effects.slice(0, at).findLast(isWanted)?.value ?? null;
  const between = effects.slice(first, again).findLast(isOfField);
  const stillShows = effects.slice(0, again).some((effect, at) => {
    const isSameField = ({ kind, record, field }: Effect) => kind === 'field' && record === effect.record && field === effect.field;
    const isLast = effects.slice(0, again).findLastIndex(isSameField) === at;
    return effect.key === sent.key && isUnique(effect.value) && isLast && !sameJson(valueBefore(at, isSameField), effect.value);
  });
  const isRestored = valuesBefore(effects.slice(0, first).filter(isOfField), sent.author).some((value) =>
    sameJson(between?.value ?? null, value),
  );
  return between?.author !== sent.author && isRestored && !stillShows;
}

/**
 * The values that a change may have begun from: the last one, and where others have written it, also those that they replaced. A device that
 * read the field before them, and whose change overwrote theirs on an API without tags, knows the earlier value only.
 */
function valuesBefore(earlier: readonly Effect[], author: Effect['author']): readonly Json[] {
  const own = earlier.findLastIndex((effect) => effect.author === author);
  return [earlier[own]?.value ?? null, ...earlier.slice(own + 1).map(({ value }) => value)];
}

/**
 * Acts that were applied twice for one click, although nobody has undone their effect. The preflight read must find that effect, and an API
 * that honours keys applies an act once in any case.
 */
export function doubledActs({ effects, options }: FakeServer, userId: string): readonly string[] {
  return effects.flatMap(({ kind, key, author, record, field }, at) => {
    if (kind !== 'acted' || author !== userId || key === null) return [];
    const first = effects.findIndex((effect) => effect.kind === kind && effect.key === key);
    const isUndone = effects
      .slice(first, at)
      .some((effect) => effect.record === record && effect.author !== userId && effect.kind === 'field');
    return first < at && (options.honoursKeys || !isUndone) ? [`${field} of ${record}`] : [];
  });
}
