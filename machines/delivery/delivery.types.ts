import type { OutboxEntry } from '#contract/outbox-entry.ts';
import type { Claim, DeliveryResult, PreflightRead } from '#contract/delivery-result.ts';

export interface DeliveryInput {
  readonly opId: string;
  readonly epoch: number;
}

/** `claim`: one that the start of the drain has made for this delivery; null: none yet. */
export interface ClaimInput extends DeliveryInput {
  readonly claim: Claimed | null;
}

export interface ReadInput {
  readonly entry: OutboxEntry;
  readonly epoch: number;
}

export interface SendInput extends ReadInput {
  /** When the claim was asked for, ms since the epoch; null: something else was waited for since. */
  readonly claimedAt: number | null;
  readonly ifMatch: string | null;
}

type Waiting = Extract<DeliveryResult, { readonly at: number | null }>;

/** Each kind of result, with its wait in place of its time. */
type BeforeWait<Result> = Result extends Waiting ? Omit<Result, 'at'> & { readonly waitMs: number | null } : never;

/** A result before the clock has turned its wait into a time. `waitMs` null: back off; else what the server asked for. */
export type PlannedResult = Exclude<DeliveryResult, Waiting> | BeforeWait<Waiting>;

/**
 * `waited`: it is not fresh, or was tried before, so that its record is read before it is sent. `askedAt`: when the claim was asked for, ms
 * since the epoch.
 */
export type Claimed = Claim<OutboxEntry> & { readonly opId: string; readonly waited: boolean; readonly askedAt: number };

export interface DeliveryContext extends ClaimInput {
  readonly entry: OutboxEntry | null;
  /** When the claim was asked for, ms since the epoch; null: before it, and once something else was waited for. */
  readonly claimedAt: number | null;
  readonly waited: boolean;
  readonly isToBeDeleted: boolean;
  readonly ifMatch: string | null;
  /** The revision of the cache at the claim. */
  readonly revision: number;
  readonly read: PreflightRead | null;
  /** How often the record was read again because somebody else had changed it. */
  readonly rereads: number;
  readonly planned: PlannedResult | null;
  readonly result: DeliveryOutput['result'];
}

/** The output for the sync machine. `gone`: the entry was not to be delivered any more; `failed`: the device failed. */
export interface DeliveryOutput {
  readonly opId: string;
  readonly result: 'written' | 'gone' | 'fenced' | 'failed';
  readonly planned: PlannedResult | null;
  readonly waited: boolean;
}
