import type { Json } from '#contract/json.ts';
import type { EntryError, OutboxEntry } from '#contract/outbox-entry.ts';
import { bind } from '#contract/resources/bind.ts';

/** What a preflight read shows of an entry: already so, safe to send, or for a person to decide. `unreadable`: not what was asked for. */
export type EntryComparison =
  | { readonly kind: 'done' }
  | { readonly kind: 'send' }
  | { readonly kind: 'conflict'; readonly error: EntryError }
  | { readonly kind: 'unreadable' };

/** Three-way comparison of an entry with what the server holds now. */
export function compareEntry(
  entry: Pick<
    OutboxEntry,
    'resource' | 'mutation' | 'websiteId' | 'body' | 'base' | 'createdAt' | 'maybeOurs' | 'maybeApplied' | 'mayHaveBeenApplied'
  >,
  theirs: Json,
): EntryComparison {
  const comparison = bind(entry)?.compare(theirs, entry) ?? { kind: 'unreadable' };
  switch (comparison.kind) {
    case 'conflict': {
      const fields = Object.fromEntries(comparison.fields.map((field) => [field.key, field.theirs]));
      return { kind: 'conflict', error: { code: 'conflict', message: '', fields: {}, theirs: fields } };
    }
    // Of a record that somebody has deleted nothing can be changed.
    case 'gone':
      return { kind: 'conflict', error: { code: 'gone', message: '', fields: {} } };
    default:
      return comparison;
  }
}
