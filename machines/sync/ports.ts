import type { Json } from '#contract/json.ts';
import type { ApiResult } from '#contract/api-result.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import type { BegunDrain, Claim, DeliveryResult, DrainStart } from '#contract/delivery-result.ts';

/** The outbox as its drainer uses it. A write under an old epoch returns `fenced`. Rejects when the device fails. */
export interface OutboxPort {
  /**
   * Begins a drain: recovers as below, with nothing in flight, then picks and claims at most `limit` heads, in one transaction. A claim
   * under which nothing is sent any more makes its entry indeterminate at the next recovery.
   */
  start(userId: string, epoch: number, hasten: boolean, limit: number): Promise<DrainStart | 'fenced'>;
  /**
   * Entries that an earlier drainer left `sending` become `indeterminate`; those of `inFlight` (opIds) are being sent by this one. `hasten`
   * ends the waits of our own back-off.
   */
  recover(userId: string, epoch: number, hasten: boolean, inFlight: readonly string[]): Promise<'recovered' | 'fenced'>;
  /**
   * The heads that are due, in outbox order, at most `limit`, and none of `inFlight` (opIds). `nextAt`: when the next head becomes due, ms since
   * the epoch; null: none will. Entries that are being sent do not count.
   */
  pick(
    userId: string,
    limit: number,
    inFlight: readonly string[],
  ): Promise<{ readonly entries: readonly OutboxEntry[]; readonly nextAt: number | null }>;
  /** When the next head is due, ms since the epoch, in the past for now; null: no entry is to be sent. */
  nextDue(userId: string): Promise<number | null>;
  claim(opId: string, epoch: number): Promise<Claim<OutboxEntry>>;
  /** Stores the base of an entry that is being sent, before its request. Does nothing under an old epoch. */
  putBase(opId: string, epoch: number, base: OutboxEntry['base']): Promise<void>;
  /** Whether an epoch is still the latest. */
  isCurrent(userId: string, epoch: number): Promise<boolean>;
  applyResult(opId: string, epoch: number, result: DeliveryResult): Promise<'written' | 'fenced'>;
  /** Stores that the API asked not to be called before `until`, ms since the epoch, whoever is signed in. */
  hold(until: number): Promise<void>;
}

/** The `AbortSignal` of a delivery: these files are compiled without a platform's types. */
export interface StopSignal {
  readonly aborted: boolean;
}

/**
 * The API as the drainer uses it. Problems are values; a rejection is a fault of the entry or of the code. The signal aborts the call on its
 * way and prevents the calls after it.
 */
export interface SendPort {
  /**
   * Sends with the entry's `opId` as idempotency key. `ifMatch` null: without a condition. Calls `mayLeave` again before each call that does not
   * begin at once: it returns false where another tab has taken over meanwhile.
   */
  send(entry: OutboxEntry, ifMatch: string | null, signal: StopSignal, mayLeave: () => Promise<boolean>): Promise<ApiResult<Json>>;
  /** Reads the whole record that the entry would change. */
  read(entry: OutboxEntry, signal: StopSignal): Promise<ApiResult<Json>>;
}

/**
 * The events of a request for the drain lock. `begun`: the start of the drain with a save of this tab; null: the drain is still to
 * be started. Nothing follows `lost` or `failed`.
 */
export interface LockListener {
  acquired(epoch: number, begun?: BegunDrain | null): void;
  lost(): void;
  failed(error: unknown): void;
}

/** One drainer per user among all tabs. */
export interface LockPort {
  /**
   * Requests the lock to drain a user's outbox. `limit`: how many entries may be claimed at the start. The returned function releases it, or
   * ends the request.
   */
  request(userId: string, listener: LockListener, limit: number): () => void;
}

/** Time, as a value that tests control. ms. */
export interface ClockPort {
  /** Since the epoch. */
  now(): number;
  /** Calls `run` once after `delayMs`; the returned function cancels that. */
  schedule(run: () => void, delayMs: number): () => void;
}

export interface SyncPorts {
  readonly outbox: OutboxPort;
  readonly sender: SendPort;
  readonly lock: LockPort;
  readonly clock: ClockPort;
  /** 0 to 1, for the jitter of back-off. */
  readonly random: () => number;
}
