import { type JsonObject, sameJson } from '../json.ts';
import { layoutTypes } from './form-field.ts';

type Fields = readonly JsonObject[];
type Named = ReadonlyMap<string, JsonObject>;

/**
 * Two changes of one list of fields, together: `mine` and `theirs` both began at `base`. Null where they meet: both changed or moved the
 * same thing, or one changed what the other deleted.
 */
export function mergeFormFields(base: Fields, mine: Fields, theirs: Fields): Fields | null {
  const [before, one, other] = [named(base), named(mine), named(theirs)];
  const [hasMovedOne, hasMovedOther] = [hasMoved(before, one), hasMoved(before, other)];
  if (hasMovedOne && hasMovedOther) return null;
  const merged = new Map<string, JsonObject>();
  for (const name of new Set([...before.keys(), ...one.keys(), ...other.keys()])) {
    const field = changedOnce(before.get(name), one.get(name), other.get(name));
    if (field === 'twice') return null;
    if (field !== undefined) merged.set(name, field);
  }
  const [first, second] = hasMovedOne ? [one, other] : [other, one];
  return inOrder(
    [...first.keys()].filter((name) => merged.has(name)),
    [...second.keys()].filter((name) => merged.has(name)),
  )
    .map((name) => merged.get(name))
    .filter((field) => field !== undefined);
}

/** By key, and what stands between the fields by its text; of several alike, the first, the second and so on. */
function named(fields: Fields): Named {
  const found = new Map<string, JsonObject>();
  for (const field of fields) {
    const { type, key, label, content } = field;
    const own = layoutTypes.some((each) => each === type) ? [type, label, content] : [key];
    let count = 1;
    while (found.has(JSON.stringify([...own, count]))) count += 1;
    found.set(JSON.stringify([...own, count]), field);
  }
  return found;
}

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

/** `first`, with what only `second` has behind what it stands behind there. */
function inOrder(first: readonly string[], second: readonly string[]): readonly string[] {
  const all = [...first];
  for (const [at, name] of second.entries()) {
    if (all.includes(name)) continue;
    const behind = second[at - 1];
    all.splice(behind === undefined ? 0 : all.indexOf(behind) + 1, 0, name);
  }
  return all;
}
