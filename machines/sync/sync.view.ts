import type { SnapshotFrom } from 'xstate';
import type { syncMachine } from './sync.machine.ts';

export type SyncActivity = 'signedOut' | 'offline' | 'idle' | 'sending' | 'waiting' | 'paused' | 'stopped';

/** What the chip and the sync centre need. `dueAt` (ms since the epoch) only while waiting for a next attempt. */
export interface SyncView {
  readonly activity: SyncActivity;
  readonly inFlight: readonly string[];
  readonly dueAt: number | null;
  /** Why "Send now" is not possible; null: it is. */
  readonly cannotDrain: 'SIGNED_OUT' | 'OFFLINE' | 'SIGN_IN_AGAIN' | 'SENDING' | 'SIGNING_OUT' | null;
}

/** The state of the drainer, and why it can’t be asked to send now. */
export function syncView(snapshot: SnapshotFrom<typeof syncMachine>): SyncView {
  const activity = activityOf(snapshot);
  const { inFlight, dueAt } = snapshot.context;
  return { activity, inFlight, dueAt: activity === 'waiting' ? dueAt : null, cannotDrain: reasons[activity] };
}

const reasons: { readonly [A in SyncActivity]: SyncView['cannotDrain'] } = {
  signedOut: 'SIGNED_OUT',
  offline: 'OFFLINE',
  idle: null,
  sending: 'SENDING',
  waiting: null,
  paused: 'SIGN_IN_AGAIN',
  stopped: 'SIGNING_OUT',
};

function activityOf(snapshot: SnapshotFrom<typeof syncMachine>): SyncActivity {
  if (snapshot.context.userId === null) return 'signedOut';
  if (snapshot.matches('stopped')) return 'stopped';
  if (snapshot.hasTag('paused')) return 'paused';
  if (snapshot.hasTag('offline')) return 'offline';
  if (snapshot.hasTag('working')) return 'sending';
  return snapshot.hasTag('waiting') ? 'waiting' : 'idle';
}
