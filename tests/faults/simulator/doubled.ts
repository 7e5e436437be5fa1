import { type Json, sameJson } from '#contract/json.ts';
import { primary } from './contacts.ts';
import type { FakeServer } from './fake-server.ts';
import type { Effect } from './server-request.ts';
import { askedField } from './contacts.ts';
import type { ChangePromise, Names } from './promises.ts';

interface Given {
  readonly server: FakeServer;
  /** The device's clock has been days ahead of the server's. */
  readonly wasAhead: boolean;
  /** Whether the person was shown this value of somebody else's in a conflict, and kept their own. */
  readonly hasDecided: (field: string, theirs: Json) => boolean;
}

/** A value that nobody else writes. */
export const isUnique = (value: Json): boolean =>
  Array.isArray(value) ? value.length > 0 : typeof value === 'string' && value !== primary;

/** A create or an upload that happened twice, or a value that came back over another one. */
export function isDoubled(
  change: ChangePromise,
  hits: readonly number[],
  count: number,
  { server, wasAhead, hasDecided }: Given,
  names: Names,
): boolean {
  if (hits.length < 2) return false;
  // Twins: as many as were asked for.
  const hasTooMany = () => hits.filter((hit) => !isDeletedUnseen(server, hit)).length > count;
  if (change.kind === 'create') return hasTooMany();
  if (change.kind === 'upload') return hasTooMany() && !(wasAhead && isHidden(server, hits));
  if (change.kind !== 'field' || !isUnique(change.value)) return false;
  return hits.some((hit, at) => {
    const { record } = server.effects[hit] ?? {};
    // A contact that is made again is another one.
    const first = hits.find((one) => server.effects[one]?.record === record) ?? hit;
    const isOfField = (effect: Effect) => effect.kind === 'field' && effect.record === record && names.field(effect.field) === change.field;
    const isOther = (effect: Effect) => isOfField(effect) && !sameJson(names.value(effect.value), change.value);
    const over = server.effects.slice(first, hit).findLast(isOther);
    // What was asked about, and kept, is sent again because the person wants it.
    const isKept = over !== undefined && over.author !== change.userId && hasDecided(askedField(over), over.value);
    return at > 0 && over !== undefined && !isKept && !isPutBack(server, first, hit, isOfField);
  });
}

/**
 * Where keys are ignored, a file whose answer was lost is known by its name and size, and by its age: it is no older than its save,
 * or the newest of all. To a clock that is ahead it is older, and where somebody has sent another file since it is not the newest.
 */
function isHidden({ effects, options }: FakeServer, hits: readonly number[]): boolean {
  const isOtherFile = (effect: Effect) => effect.kind === 'uploaded' && effect.field !== effects[hits[0] ?? 0]?.field;
  return !options.honoursKeys && hits.every((hit, at) => at === 0 || effects.slice(hits[at - 1], hit).some(isOtherFile));
}

/**
 * Somebody has deleted what was made before its device knew of it: on a server that ignores keys that looks as if it had never been made,
 * and it is made again, once. That can't be noticed: a person who asked for a block, and got no answer, finds the one that they asked for.
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
 * Somebody has put back what a change began from, after it was applied and before its device knew: that looks as if it had never been
 * applied, and it is sent again. Nobody can tell, unless another field of the same save still holds what it wrote; or the server, where
 * it honours keys, and the change goes again under its own and not as a part of a newer one.
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
  return between?.author !== sent.author && sameJson(between?.value ?? null, valueBefore(first, isOfField)) && !stillShows;
}

/**
 * Acts that were done twice for one click, though nobody has undone what they put there: it was looked for, and where keys are honoured
 * it is done once in any case.
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
