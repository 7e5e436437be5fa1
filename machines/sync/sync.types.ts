import type { BegunDrain } from '#contract/delivery-result.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import type { Claimed, DeliveryOutput } from '../delivery/delivery.types.ts';

export interface SyncInput {
  readonly userId: string | null;
  readonly online: boolean;
}

export interface SyncContext extends SyncInput {
  readonly epoch: number;
  /** The opIds of entries that are being delivered. */
  readonly inFlight: readonly string[];
  /** Something changed while the outbox was being read. */
  readonly again: boolean;
  /** The next drain ends the waits of our own back-off: the connection is back, or a person asked. */
  readonly hasten: boolean;
  /** The token was refused; nothing is sent until the same user has signed in again. */
  readonly expired: boolean;
  /** The device could not write a result: no delivery begins until a pause is over. */
  readonly failed: boolean;
  readonly dueAt: number | null;
  /** Confirmed since the outbox was last empty, and how many of them had waited. */
  readonly sent: number;
  readonly waited: number;
}

export type OutboxPeek = { readonly kind: 'empty' } | { readonly kind: 'due' } | { readonly kind: 'later'; readonly dueAt: number };

/** `inFlight`: opIds that this tab is sending itself. */
export interface RecoverInput {
  readonly userId: string;
  readonly epoch: number;
  readonly hasten: boolean;
  readonly inFlight: readonly string[];
}

/** `begun`: the start of the drain with a save of this tab; null: the drain is still to be started. */
export interface StartInput {
  readonly userId: string;
  readonly epoch: number;
  readonly hasten: boolean;
  readonly begun: BegunDrain | null;
}

/** A `DrainStart` with its claims as deliveries take them. `hastened`: the waits of our own back-off were ended. `dueAt` as below. */
export interface StartedDrain {
  readonly claims: readonly Claimed[];
  readonly hastened: boolean;
  readonly dueAt: number | null;
}

/** `inFlight`: opIds that this tab is sending. */
export interface PickInput {
  readonly userId: string;
  readonly limit: number;
  readonly inFlight: readonly string[];
}

/** The entries that may be sent now. `dueAt`: when to pick again, also while entries are in flight, ms since the epoch. */
export interface PickedEntries {
  readonly entries: readonly OutboxEntry[];
  readonly dueAt: number | null;
}

export type SyncEvent =
  /** This tab is about to add an entry, which may still be refused. */
  | { readonly type: 'entry.expected' }
  /** It was refused, or added nothing that is to be sent. */
  | { readonly type: 'entry.withdrawn' }
  /** This tab or another one changed the outbox. */
  | { readonly type: 'outbox.changed' }
  | { readonly type: 'connection.changed'; readonly online: boolean }
  /** Another user, or none. */
  | { readonly type: 'session.changed'; readonly userId: string | null }
  /** The same user has a new token. */
  | { readonly type: 'session.renewed'; readonly userId: string }
  /** This user signs out: requests on their way are aborted, and nothing is sent any more. */
  | { readonly type: 'sending.stopped' }
  /** The user stays signed in after all. */
  | { readonly type: 'sending.resumed' }
  /** A person asked to send now. */
  | { readonly type: 'drain.requested' }
  | { readonly type: 'lock.acquired'; readonly epoch: number; readonly begun: BegunDrain | null }
  | { readonly type: 'lock.lost' }
  | { readonly type: 'lock.failed' }
  | { readonly type: 'wait.ended' }
  | { readonly type: `xstate.done.actor.delivery.${string}`; readonly output: DeliveryOutput }
  | { readonly type: `xstate.error.actor.delivery.${string}`; readonly error: unknown };

export type SyncEmitted =
  /** No entry is to be sent any more. `waited`: how many of the `sent` were not sent at once. */
  | { readonly type: 'outbox.drained'; readonly sent: number; readonly waited: number }
  | { readonly type: 'delivery.finished'; readonly opId: string; readonly result: ResultKind }
  | { readonly type: 'session.expired' };

export type ResultKind = NonNullable<DeliveryOutput['planned']>['kind'];
