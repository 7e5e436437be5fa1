import { type JsonObject, sameJson } from '../json.ts';
import { layoutTypes } from './form-field.ts';

type Fields = readonly JsonObject[];
type Named = ReadonlyMap<string, JsonObject>;

/**
 * Two changes of one list of fields, merged: `mine` and `theirs` both began at `base`. Null where they conflict: both changed or moved the
 * same field, or one changed what the other deleted; and where several fields are identical, so that a change may be about any of them.
 * `isOver`: both are of one person, and mine is the later one: it stands where both changed the same field, or moved any.
 */
export function mergeFormFields(base: Fields, mine: Fields, theirs: Fields, isOver = false): Fields | null {
  const before = named(base);
  const [one, other] = [sinceBase(before, named(mine)), sinceBase(before, named(theirs))];
  if (isUnclear(before, one, other) || isUnclear(before, other, one)) return null;
  const [hasMovedOne, hasMovedOther] = [hasMoved(before, one.now), hasMoved(before, other.now)];
  if (hasMovedOne && hasMovedOther && !isOver) return null;
  const merged = new Map<string, JsonObject>();
  for (const name of new Set([...before.keys(), ...one.now.keys(), ...other.now.keys()])) {
    const changed = changedOnce(before.get(name), one.now.get(name), other.now.get(name));
    if (changed === 'twice' && !isOver) return null;
    const field = changed === 'twice' ? one.now.get(name) : changed;
    if (field !== undefined) merged.set(name, field);
  }
  const [first, second] = hasMovedOne ? [one.now, other.now] : [other.now, one.now];
  return inOrder(
    [...first.keys()].filter((name) => merged.has(name)),
    [...second.keys()].filter((name) => merged.has(name)),
  )
    .map((name) => merged.get(name))
    .filter((field) => field !== undefined);
}

const isLayout = (field?: JsonObject) => layoutTypes.some((type) => type === field?.['type']);

/**
 * Each field by its name: its key, or for a heading, a text or a columns break its text; and its number among several of that key or text.
 */
function named(fields: Fields): Named {
  const found = new Map<string, JsonObject>();
  for (const field of fields) {
    const { type, key, label, content } = field;
    const own = isLayout(field) ? [type, label, content] : [key];
    let count = 1;
    while (found.has(JSON.stringify([...own, count]))) count += 1;
    found.set(JSON.stringify([...own, count]), field);
  }
  return found;
}

/** The list of one person, compared with the base. */
interface Side {
  /** A new field at the place of one that is gone has that one's name: it counts as the same field, with another key or another text. */
  readonly now: Named;
  /** The other names that are gone, and the other names that are new. */
  readonly gone: readonly string[];
  readonly added: readonly string[];
}

function sinceBase(before: Named, after: Named): Side {
  const gone = [...before.keys()].filter((name) => !after.has(name));
  const places = new Map(gone.map((name) => [name, placeOf(name, before, after)]));
  const names = new Map<string, string>();
  for (const [name, field] of after) {
    if (before.has(name)) continue;
    const place = placeOf(name, after, before);
    const was = [...places].find(([old, at]) => at === place && isLayout(before.get(old)) === isLayout(field))?.[0];
    if (was === undefined) continue;
    places.delete(was);
    names.set(name, was);
  }
  return {
    now: new Map([...after].map(([name, field]) => [names.get(name) ?? name, field])),
    gone: [...places.keys()],
    added: [...after.keys()].filter((name) => !before.has(name) && !names.has(name)),
  };
}

/** The nearest fields before and behind one that both lists have. */
function placeOf(name: string, list: Named, other: Named): string {
  const names = [...list.keys()];
  const at = names.indexOf(name);
  const isKept = (each: string) => other.has(each);
  return JSON.stringify([names.slice(0, at).findLast(isKept) ?? null, names.slice(at).find(isKept) ?? null]);
}

/** Whether a field that `one` changed, and that `other` changed or moved too, may have two names, so that they can't be merged. */
function isUnclear(before: Named, one: Side, other: Side): boolean {
  // A field that is gone, and one of its kind that is new at another place: it may have been moved and changed at once.
  const asGone = one.gone.filter((name) => one.added.some((added) => isLayout(one.now.get(added)) === isLayout(before.get(name))));
  if (asGone.some((name) => other.gone.includes(name)) || (asGone.length > 0 && hasMoved(before, other.now))) return true;
  // Once one of several identical fields was added, deleted or moved, a change may be about any of them.
  const names = [...before.keys(), ...one.now.keys(), ...other.now.keys()];
  const several = new Set(names.filter((name) => !name.endsWith(',1]')).map(withoutCount));
  const isOneOfSeveral = (name: string) => several.has(withoutCount(name));
  const isOtherAsBefore = [...other.now.keys()].join() === [...before.keys()].join();
  if (
    !isOtherAsBefore &&
    [...one.gone, ...one.added].some((name) => isOneOfSeveral(name) || (other.added.includes(name) && isLayout(one.now.get(name))))
  )
    return true;
  const hasOtherChanged = (name: string) => !sameJson(before.get(name) ?? null, other.now.get(name) ?? null);
  return hasMoved(before, one.now) && [...before.keys()].some((name) => isOneOfSeveral(name) && hasOtherChanged(name));
}

const withoutCount = (name: string) => name.slice(0, name.lastIndexOf(','));

function hasMoved(before: Named, after: Named): boolean {
  const kept = [...before.keys()].filter((name) => after.has(name));
  const now = [...after.keys()].filter((name) => before.has(name));
  return kept.some((name, at) => name !== now[at]);
}

/** Undefined: it is deleted. */
function changedOnce(before?: JsonObject, one?: JsonObject, other?: JsonObject): JsonObject | undefined | 'twice' {
  const isSame = (a?: JsonObject, b?: JsonObject) => sameJson(a ?? null, b ?? null);
  if (isSame(one, other) || isSame(other, before)) return one;
  return isSame(one, before) ? other : 'twice';
}

/** `first`, and what only `second` has: each behind the name that it is behind there. */
function inOrder(first: readonly string[], second: readonly string[]): readonly string[] {
  const all = [...first];
  for (const [at, name] of second.entries()) {
    if (all.includes(name)) continue;
    const behind = second[at - 1];
    all.splice(behind === undefined ? 0 : all.indexOf(behind) + 1, 0, name);
  }
  return all;
}
