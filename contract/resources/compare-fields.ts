import type { Json } from '../json.ts';

/** Values by field. */
type Fields = Readonly<Record<string, Json>>;

/** A field that a person and somebody else changed. */
export interface FieldConflict {
  readonly key: string;
  readonly base: Json;
  readonly mine: Json;
  readonly theirs: Json;
}

export type Comparison =
  /** Every changed field already has our value: there is nothing to send. */
  { readonly kind: 'done' } | { readonly kind: 'send' } | { readonly kind: 'conflict'; readonly fields: readonly FieldConflict[] };

/** By field, values that earlier changes of ours may have written. */
export type MaybeOurs = Readonly<Record<string, readonly Json[]>>;

/** Values of ours that the server may have without our knowing. */
export interface UnconfirmedWrites {
  readonly maybeOurs: MaybeOurs;
  /** The same by change, each with all values that it may have written. */
  readonly maybeApplied: readonly Readonly<Record<string, Json>>[];
  /** An attempt of this change itself ended indeterminate. */
  readonly mayHaveBeenApplied: boolean;
}

/**
 * Three-way comparison of `values` that one call writes together; a field that `base` or `theirs` lacks reads as null: theirs = base, or a value of ours, send; theirs = mine, done; all three
 * differ, conflict. Where a change of ours may have been applied, and a field has that change's value and not its base, the change was
 * applied: if another field of it shows its base again, somebody has restored that since, which is a conflict. (An emptied field proves
 * nothing, because others empty fields too.)
 */
export function compareFields(
  values: Fields,
  base: Fields,
  theirs: Fields,
  { maybeOurs = {}, maybeApplied = [], mayHaveBeenApplied = false }: Partial<UnconfirmedWrites>,
  same: (key: string, a: Json, b: Json) => boolean,
): Comparison {
  const fields = Object.entries(values).map(
    ([key, mine]): FieldConflict => ({ key, base: base[key] ?? null, mine, theirs: theirs[key] ?? null }),
  );
  const isOpen = ({ key, mine, theirs }: FieldConflict) => !same(key, theirs, mine);
  const isOurs = (key: string, value: Json) => maybeOurs[key]?.some((own) => same(key, value, own)) ?? false;
  const open = fields.filter(isOpen);
  if (open.length === 0) return { kind: 'done' };
  const possibleWrites = mayHaveBeenApplied ? [...maybeApplied, values] : maybeApplied;
  const holds = (written: Fields, key: string, value: Json) => {
    const put = written[key];
    return put !== undefined && same(key, put, value);
  };
  /** Whether a field shows that the change which wrote it has also written a value other than the base to another field. */
  const provesWriteTo = (field: FieldConflict, shown: FieldConflict) => {
    if (shown.theirs === null || same(shown.key, shown.base, shown.theirs)) return false;
    const writes = possibleWrites.filter((written) => holds(written, shown.key, shown.theirs));
    // Entries of an earlier version lack the other values of the change.
    const isKnown = !isOurs(shown.key, shown.theirs) || maybeApplied.some((written) => holds(written, shown.key, shown.theirs));
    return isKnown && writes.length > 0 && writes.every((written) => field.key in written && !holds(written, field.key, field.base));
  };
  const isWritten = (field: FieldConflict) => fields.some((shown) => shown !== field && provesWriteTo(field, shown));
  const conflicts = open.filter(
    (field) => (isWritten(field) || !same(field.key, field.theirs, field.base)) && !isOurs(field.key, field.theirs),
  );
  return conflicts.length === 0 ? { kind: 'send' } : { kind: 'conflict', fields: conflicts };
}

/**
 * The values that are still to be sent after a person has chosen field by field, with the base of that choice; null: none. `theirs`: the
 * server's values of the fields in conflict.
 */
export function decidedBy(
  values: Fields,
  base: Fields,
  theirs: Fields,
  choices: Readonly<Record<string, 'mine' | 'theirs'>>,
): { readonly values: Fields; readonly base: Fields } | null {
  const kept = Object.entries(values).filter(([key]) => !(key in theirs) || choices[key] !== 'theirs');
  if (kept.length === 0) return null;
  const baseOf = (key: string) => (key in theirs ? theirs[key] : base[key]) ?? null;
  return { values: Object.fromEntries(kept), base: Object.fromEntries(kept.map(([key]) => [key, baseOf(key)])) };
}
