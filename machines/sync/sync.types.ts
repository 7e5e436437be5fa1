import type { OutboxEntry } from '#contract/outbox-entry.ts';
import type { DeliveryOutput } from '../delivery/delivery.types.ts';

export interface SyncInput {
  readonly userId: string | null;
  readonly online: boolean;
}

export interface SyncContext extends SyncInput {
  readonly epoch: number;
  /** opIds on their way. */
  readonly inFlight: readonly string[];
  /** Something changed while the outbox was being read. */
  readonly again: boolean;
  /** Waits of our own making end at the next drain: the connection is back, or a person asked. */
  readonly hasten: boolean;
  /** The token was refused; nothing is sent until the same user has signed in again. */
  readonly expired: boolean;
  /** The device did not take a result: nothing new is begun until it has been left alone for a while. */
  readonly failed: boolean;
  readonly dueAt: number | null;
  /** Confirmed since the outbox was last empty, and how many of them had waited. */
  readonly sent: number;
  readonly waited: number;
}

export type QueuePeek = { readonly kind: 'empty' } | { readonly kind: 'due' } | { readonly kind: 'later'; readonly dueAt: number };

/** `inFlight`: opIds that this tab is sending, and that so nobody has left. */
export interface RecoverInput {
  readonly userId: string;
  readonly epoch: number;
  readonly hasten: boolean;
  readonly inFlight: readonly string[];
}

/** `inFlight`: opIds of what this tab has on its way. */
export interface PickInput {
  readonly userId: string;
  readonly limit: number;
  readonly inFlight: readonly string[];
}

/** What may be sent now; `dueAt`: when to look again, though what is on its way has not ended, ms since the epoch. */
export interface PickedEntries {
  readonly entries: readonly OutboxEntry[];
  readonly dueAt: number | null;
}

export type SyncEvent =
  /** This tab or another one changed the outbox. */
  | { readonly type: 'queue.changed' }
  | { readonly type: 'connection.changed'; readonly online: boolean }
  /** Another user, or none. */
  | { readonly type: 'session.changed'; readonly userId: string | null }
  /** The same user has a new token. */
  | { readonly type: 'session.renewed'; readonly userId: string }
  /** This user signs out: what is on its way is given up, and nothing is sent any more. */
  | { readonly type: 'sending.stopped' }
  /** They have stayed after all. */
  | { readonly type: 'sending.resumed' }
  /** A person asked to send now. */
  | { readonly type: 'drain.requested' }
  | { readonly type: 'lock.acquired'; readonly epoch: number }
  | { readonly type: 'lock.lost' }
  | { readonly type: 'lock.failed' }
  | { readonly type: 'wait.ended' }
  | { readonly type: `xstate.done.actor.delivery.${string}`; readonly output: DeliveryOutput }
  | { readonly type: `xstate.error.actor.delivery.${string}`; readonly error: unknown };

export type SyncEmitted =
  /** Nothing waits any more. `waited`: how many of the `sent` had been kept on the device first. */
  | { readonly type: 'queue.drained'; readonly sent: number; readonly waited: number }
  | { readonly type: 'delivery.finished'; readonly opId: string; readonly result: ResultKind }
  | { readonly type: 'session.expired' };

export type ResultKind = NonNullable<DeliveryOutput['planned']>['kind'];
