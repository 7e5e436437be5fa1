import type { Json } from './json.ts';
import type { Answered } from './api-result.ts';
import type { EntryError } from './outbox-entry.ts';

/**
 * The read before a send. `seen`: the revision of the record in the cache at the claim; where the cache is further by now, it
 * learned of something meanwhile that this read may not know.
 */
export type PreflightRead = Answered<Json> & { readonly seen: number };

/**
 * What one delivery attempt came to. `read` is what the delivery read before its send, for the cache. `at` is in ms since the
 * epoch; null: due now.
 */
export type DeliveryResult =
  | {
      readonly kind: 'applied';
      /** Null where the server already held our values and nothing was sent. */
      readonly answer: Answered<Json> | null;
      /** The tag that was sent; only under a tag does the answer's own tag describe the whole record. */
      readonly ifMatch: string | null;
      readonly read: PreflightRead | null;
    }
  /**
   * It did not reach the server's data: safe to send again. `holdsQueue`: the server asked for it, of every call. `isPartial`:
   * earlier calls of the same change did reach it.
   */
  | {
      readonly kind: 'notApplied';
      readonly at: number | null;
      readonly error: EntryError;
      readonly holdsQueue: boolean;
      readonly isPartial?: true;
    }
  /** It may have been applied: to be read before it is sent again. */
  | { readonly kind: 'indeterminate'; readonly at: number | null; readonly error: EntryError }
  /** 401 of ours: the entry stays as it was and the whole queue pauses. */
  | { readonly kind: 'authRequired'; readonly error: EntryError; readonly isPartial?: true }
  | { readonly kind: 'rejected'; readonly error: EntryError }
  | { readonly kind: 'conflict'; readonly error: EntryError; readonly read: PreflightRead | null }
  /** What it would make is to be deleted right after, and was not made: both leave. */
  | { readonly kind: 'notNeeded' };

/**
 * An entry taken for delivery. `ifMatch` is set only while the cache still shows the entry's base; `revision`: the cache's, 0
 * where it holds nothing. `isToBeDeleted`: a delete of what it makes waits behind it.
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
