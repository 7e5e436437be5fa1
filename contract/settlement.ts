import type { Json } from './json.ts';
import type { Answered } from './outcome.ts';
import type { RowError } from './queue.ts';

/**
 * What a delivery read on its way. `seen`: the revision of the thing in the cache at the claim; where the cache is further by
 * now, it was told of something meanwhile that this reading may not know.
 */
export type ReadOnTheWay = Answered<Json> & { readonly seen: number };

/**
 * What one delivery came to, as the drainer tells the device store. `read` is what the delivery read on its way, for
 * the cache. `at` is in ms since the epoch; null: due now.
 */
export type Settlement =
  | {
      readonly kind: 'done';
      /** Null where the server already held our values and nothing was sent. */
      readonly answer: Answered<Json> | null;
      /** The tag that was sent; only under a tag does the answer's own tag describe the whole thing. */
      readonly ifMatch: string | null;
      readonly read: ReadOnTheWay | null;
    }
  | { readonly kind: 'retry'; readonly at: number | null; readonly error: RowError }
  | { readonly kind: 'unknown'; readonly at: number | null; readonly error: RowError }
  /** 401 of ours: the row stays as it was before and the whole queue pauses. */
  | { readonly kind: 'expired'; readonly before: 'queued' | 'unknown'; readonly error: RowError }
  | { readonly kind: 'parked'; readonly error: RowError }
  | { readonly kind: 'conflict'; readonly error: RowError; readonly read: ReadOnTheWay | null };

/** A row taken for delivery. `before` is how it stood; `ifMatch` is set only while the cache still shows the row's base; `revision`: the cache's, 0 where it holds nothing. */
export type Claim<Row> =
  | {
      readonly kind: 'claimed';
      readonly row: Row;
      readonly before: { readonly status: 'queued' | 'unknown'; readonly attempts: number };
      readonly ifMatch: string | null;
      readonly revision: number;
    }
  | { readonly kind: 'gone' }
  | { readonly kind: 'fenced' };
