import type { Json } from '../json.ts';

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
 * Three-way comparison of fields that one call writes together: theirs = base, or a value of ours, send; theirs = mine, done; all three
 * differ, conflict. Where a change of ours may have been applied, and a field has that change's value and not its base, the change was
 * applied: if another field of it shows its base again, somebody has restored that since, which is a conflict. (An emptied field proves
 * nothing, because others empty fields too.)
 */
export function compareFields(
  fields: readonly FieldConflict[],
  { maybeOurs = {}, maybeApplied = [], mayHaveBeenApplied = false }: Partial<UnconfirmedWrites>,
  same: (key: string, a: Json, b: Json) => boolean,
): Comparison {
  const isOpen = ({ key, mine, theirs }: FieldConflict) => !same(key, theirs, mine);
  const isOurs = (key: string, value: Json) => maybeOurs[key]?.some((own) => same(key, value, own)) ?? false;
  const open = fields.filter(isOpen);
  if (open.length === 0) return { kind: 'done' };
  const own = Object.fromEntries(fields.map(({ key, mine }) => [key, mine]));
  const possibleWrites = mayHaveBeenApplied ? [...maybeApplied, own] : maybeApplied;
  const holds = (values: Readonly<Record<string, Json>>, key: string, value: Json) => {
    const put = values[key];
    return put !== undefined && same(key, put, value);
  };
  /** Whether a field shows that the change which wrote it has also written a value other than the base to another field. */
  const provesWriteTo = (field: FieldConflict, shown: FieldConflict) => {
    if (shown.theirs === null || same(shown.key, shown.base, shown.theirs)) return false;
    const writes = possibleWrites.filter((values) => holds(values, shown.key, shown.theirs));
    // Entries of an earlier version lack the other values of the change.
    const isKnown = !isOurs(shown.key, shown.theirs) || maybeApplied.some((values) => holds(values, shown.key, shown.theirs));
    return isKnown && writes.length > 0 && writes.every((values) => field.key in values && !holds(values, field.key, field.base));
  };
  const isWritten = (field: FieldConflict) => fields.some((shown) => shown !== field && provesWriteTo(field, shown));
  const conflicts = open.filter(
    (field) => (isWritten(field) || !same(field.key, field.theirs, field.base)) && !isOurs(field.key, field.theirs),
  );
  return conflicts.length === 0 ? { kind: 'send' } : { kind: 'conflict', fields: conflicts };
}
