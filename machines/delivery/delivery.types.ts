import type { QueueRow, RowError } from '#contract/queue.ts';
import type { Claim, ReadOnTheWay, Settlement } from '#contract/settlement.ts';

export interface DeliveryInput {
  readonly opId: string;
  readonly epoch: number;
}

type Waiting = Extract<Settlement, { kind: 'retry' | 'unknown' }>['kind'];

/** A settlement before the clock has turned its wait into a time. `waitMs` null: back off. */
export type Finding =
  | Exclude<Settlement, { kind: Waiting }>
  | { readonly kind: Waiting; readonly waitMs: number | null; readonly error: RowError };

/** `waited`: it did not go out in the moment in which it was made, so it is read before it is sent. */
export type Claimed = Claim<QueueRow> & { readonly waited: boolean };

export interface DeliveryContext extends DeliveryInput {
  readonly row: QueueRow | null;
  readonly before: 'queued' | 'unknown';
  readonly waited: boolean;
  readonly ifMatch: string | null;
  /** Of the cache at the claim. */
  readonly revision: number;
  readonly read: ReadOnTheWay | null;
  /** How often somebody else's change sent us back to reading. */
  readonly rereads: number;
  readonly finding: Finding | null;
  readonly result: DeliveryReport['result'];
}

/** What the sync machine learns. `gone`: nothing to deliver any more; `failed`: the device did not answer. */
export interface DeliveryReport {
  readonly opId: string;
  readonly result: 'settled' | 'gone' | 'fenced' | 'failed';
  readonly finding: Finding | null;
  readonly waited: boolean;
}
