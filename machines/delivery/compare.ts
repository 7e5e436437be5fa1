import type { PaginationInfo } from '#contract/api-result.ts';
import type { Json } from '#contract/json.ts';
import type { EntryError, OutboxEntry } from '#contract/outbox-entry.ts';
import { bind } from '#contract/resources/bind.ts';

/**
 * An entry compared with a preflight read: applied already, safe to send, or in conflict. `unknown`: it may have been applied, and the read
 * does not show whether it was. `unreadable`: the answer has another shape.
 */
export type EntryComparison =
  | { readonly kind: 'done' }
  | { readonly kind: 'send' }
  | { readonly kind: 'conflict'; readonly error: EntryError }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unreadable' };

/** Three-way comparison of an entry with what the server holds now. `pagination`: of `theirs`, where that is a list. */
export function compareEntry(
  entry: Pick<
    OutboxEntry,
    'resource' | 'mutation' | 'websiteId' | 'body' | 'base' | 'createdAt' | 'maybeOurs' | 'maybeApplied' | 'mayHaveBeenApplied'
  >,
  theirs: Json,
  pagination: PaginationInfo | null = null,
): EntryComparison {
  const comparison = bind(entry)?.compare(theirs, { ...entry, pagination }) ?? { kind: 'unreadable' };
  switch (comparison.kind) {
    case 'conflict': {
      const fields = Object.fromEntries(comparison.fields.map((field) => [field.key, field.theirs]));
      return { kind: 'conflict', error: { code: 'conflict', message: '', fields: {}, theirs: fields } };
    }
    // Somebody has deleted the record.
    case 'gone':
      return { kind: 'conflict', error: { code: 'gone', message: '', fields: {} } };
    default:
      return comparison;
  }
}
