import type { Json } from './json.ts';
import type { Answered } from './api-result.ts';
import type { EntryError, OutboxEntry } from './outbox-entry.ts';

/**
 * The preflight read. `expectedRevision`: the revision of the record in the cache at the claim; if the cache has a later one by now, it may hold newer
 * data than this read.
 */
export type PreflightRead = Answered<Json> & { readonly expectedRevision: number };

/** The result of one delivery attempt. `read` is the preflight read, for the cache. `at` is in ms since the epoch; null: due now. */
export type DeliveryResult =
  | {
      readonly kind: 'applied';
      /** Null where the server already held our values and nothing was sent. */
      readonly answer: Answered<Json> | null;
      /** The tag that was sent; only with one does the answer's own tag describe the whole record. */
      readonly ifMatch: string | null;
      readonly read: PreflightRead | null;
    }
  /**
   * The mutation was not applied: it is safe to send again. `holdsOutbox`: the server asked for a wait of every call. `isPartial`: earlier
   * calls of the same change were applied.
   */
  | {
      readonly kind: 'notApplied';
      readonly at: number | null;
      readonly error: EntryError;
      readonly holdsOutbox: boolean;
      readonly isPartial?: true;
    }
  /** It may have been applied: a preflight read must precede the next send. */
  | { readonly kind: 'indeterminate'; readonly at: number | null; readonly error: EntryError }
  /** A 401 of the API: the entry stays as it was and the whole outbox pauses. */
  | { readonly kind: 'authRequired'; readonly error: EntryError; readonly isPartial?: true }
  | { readonly kind: 'rejected'; readonly error: EntryError }
  | { readonly kind: 'conflict'; readonly error: EntryError; readonly read: PreflightRead | null }
  /** A create behind which a delete of its record waits, and which was not applied: both are dequeued. */
  | { readonly kind: 'notNeeded' };

/**
 * A claimed entry. `ifMatch` is set only while the cache still has the entry's base; `revision`: that of the cache, 0 where it is empty.
 * `isToBeDeleted`: a delete of the created record waits behind it.
 */
export type Claim<Entry> =
  | {
      readonly kind: 'claimed';
      readonly entry: Entry;
      readonly attempts: number;
      readonly ifMatch: string | null;
      readonly revision: number;
      readonly isToBeDeleted: boolean;
    }
  | { readonly kind: 'gone' }
  | { readonly kind: 'fenced' };

/**
 * What a drain starts with. Each claim is of one entry, in outbox order. `nextAt`: when the next head becomes due, ms since the epoch; null:
 * none will.
 */
export interface DrainStart {
  readonly claims: readonly { readonly opId: string; readonly claim: Claim<OutboxEntry> }[];
  readonly nextAt: number | null;
}

/** The start of a drain in the transaction of a save. `at`: the time right before it, ms since the epoch. */
export interface BegunDrain extends DrainStart {
  readonly at: number;
}
