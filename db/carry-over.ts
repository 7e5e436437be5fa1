import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { patchedFields, withoutFields } from './conflict-fields.ts';
import { patched } from './entry-transitions.ts';
import { mergeEntries, withAttemptsOf } from './merge-entries.ts';
import { isOpen, isReplaceable, sameMutation } from './outbox-entries.ts';

/*
 * A save that takes over an earlier entry of its mutation moves that entry's values to its own, later place. Where an entry of another mutation
 * stands between the two, such as an act, its values are newer than those that move.
 */

/**
 * A save with the values of the rejected and failing entries that it takes over, and those entries. It takes over the open entries behind
 * them too: else their older values would be sent after their newer ones. It ends at the first that can't be merged, such as another act.
 */
export function carriedOn(
  entry: Omit<OutboxEntry, 'seq'>,
  entries: readonly OutboxEntry[],
): { readonly next: Omit<OutboxEntry, 'seq'>; readonly replaced: readonly OutboxEntry[] } {
  const merged: OutboxEntry[] = [];
  let [open, next] = [entry, entry];
  let replaced: readonly OutboxEntry[] = [];
  for (const old of entries.toReversed()) {
    if (!sameMutation(old, entry) || !(isOpen(old) || isReplaceable(old))) continue;
    const later = mergePast(entries, old, open);
    if (!later) break;
    merged.unshift(old);
    open = later;
    // Open entries that are behind no rejected or failing one stay: the save joins the last of them.
    if (isReplaceable(old)) [next, replaced] = [open, [...merged]];
  }
  return { next, replaced };
}

/**
 * `later` with the fields that only `old` changes, but without those that an entry of another mutation between the two has written since; null
 * where they don't fit together, or where nothing of `old` would be left. `entries`: all of the record.
 */
export function mergePast<Later extends Omit<OutboxEntry, 'seq'> & { readonly seq?: number }>(
  entries: readonly OutboxEntry[],
  old: OutboxEntry,
  later: Later,
): Later | null {
  const newer = new Set(patchedFields(later));
  const overwritten = overwrittenBehind(entries, old, later.seq).filter((field) => !newer.has(field));
  if (overwritten.length === 0) return mergeEntries(old, later);
  const rest = withoutFields(old, overwritten);
  const merged = rest && mergeEntries(patched(old, rest), later);
  // All that `old` may have put on the server counts, also what is not carried on.
  return merged && withAttemptsOf(old, later, merged);
}

/** The fields of `old` that entries of other mutations behind it write too; only those ahead of `before`, where it is given. */
export function overwrittenBehind(entries: readonly OutboxEntry[], old: OutboxEntry, before = Number.POSITIVE_INFINITY): readonly string[] {
  const between = entries.filter((other) => other.seq > old.seq && other.seq < before && !sameMutation(other, old));
  const written = new Set(between.flatMap(patchedFields));
  return patchedFields(old).filter((field) => written.has(field));
}
