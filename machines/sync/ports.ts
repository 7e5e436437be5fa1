import type { Json } from '#contract/json.ts';
import type { ApiResult } from '#contract/api-result.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import type { Claim, DeliveryResult } from '#contract/delivery-result.ts';

/** The outbox as its drainer uses it. What a passed epoch writes is refused with `fenced`. Rejects when the device fails. */
export interface OutboxPort {
  /**
   * Rows left `sending` by a drainer that is gone become `unknown`; those of `inFlight` (opIds) are being sent by this one. `hasten`:
   * waits of our own making end now.
   */
  recover(userId: string, epoch: number, hasten: boolean, inFlight: readonly string[]): Promise<'recovered' | 'fenced'>;
  /**
   * Heads of their records that are due, in outbox order, at most `limit`, and none of `inFlight` (opIds). `nextAt`: when the next one will
   * be, ms since the epoch; null: none is waited for. What is being sent does not count.
   */
  pick(
    userId: string,
    limit: number,
    inFlight: readonly string[],
  ): Promise<{ readonly entries: readonly OutboxEntry[]; readonly nextAt: number | null }>;
  /** ms since the epoch, in the past for now; null: nothing waits for the network. */
  nextDue(userId: string): Promise<number | null>;
  claim(opId: string, epoch: number): Promise<Claim<OutboxEntry>>;
  /** Whether an epoch is still the last one. */
  isCurrent(userId: string, epoch: number): Promise<boolean>;
  applyResult(opId: string, epoch: number, result: DeliveryResult): Promise<'written' | 'fenced'>;
  /** The API asked not to be called before `until`, ms since the epoch, whoever is signed in. */
  hold(until: number): Promise<void>;
}

/** The `AbortSignal` of a delivery: these files are compiled without a platform's types. */
export interface StopSignal {
  readonly aborted: boolean;
}

/**
 * The API as the drainer uses it. Problems are values; a rejection is a fault of the entry or of the code. The signal gives up
 * what is on its way, and whatever call would come after it.
 */
export interface SendPort {
  /**
   * Sends with the entry's `opId` as idempotency key. `ifMatch` null: without a condition. `mayLeave` is asked again before each
   * call that does not begin at once: false where another tab has taken over meanwhile.
   */
  send(entry: OutboxEntry, ifMatch: string | null, signal: StopSignal, mayLeave: () => Promise<boolean>): Promise<ApiResult<Json>>;
  /** Reads the whole record that the entry would change. */
  read(entry: OutboxEntry, signal: StopSignal): Promise<ApiResult<Json>>;
}

/** The events of a request for the drain lock. Nothing follows `lost` or `failed`. */
export interface LockListener {
  acquired(epoch: number): void;
  lost(): void;
  failed(error: unknown): void;
}

/** One drainer per user among all tabs. */
export interface LockPort {
  /** Asks for the right to drain a user's outbox; the answered function gives it up, or stops asking. */
  request(userId: string, listener: LockListener): () => void;
}

/** Time, as a value that tests control. ms. */
export interface ClockPort {
  /** Since the epoch. */
  now(): number;
  /** Runs once after `delayMs`; the answered function calls it off. */
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
