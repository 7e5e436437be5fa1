import type { SnapshotFrom } from 'xstate';
import type { appUpdateMachine, Work } from './app-update.machine.ts';

export interface AppUpdateView {
  readonly status: 'none' | 'available' | 'postponed' | 'waiting' | 'applying' | 'chunkFailed' | 'reloadRequired' | 'blocked' | 'reloading';
  /** True where nothing else of the app may be used. */
  readonly blocking: boolean;
  readonly canUpdate: boolean;
  /** Something on the screen lacks its code, which can be loaded again without a reload. */
  readonly canLoadPart: boolean;
  /** What the update waits for, or why a part can't be loaded. */
  readonly reason: string | null;
  /** Why the last try failed. */
  readonly message: string | null;
}

/** The state of versions and of the client store, for the banners across the page. */
export function appUpdateView(snapshot: SnapshotFrom<typeof appUpdateMachine>): AppUpdateView {
  const status = statusOf(snapshot);
  return {
    status,
    blocking: snapshot.hasTag('blocking'),
    canUpdate: snapshot.can({ type: 'update.requested' }),
    canLoadPart: status === 'chunkFailed' && snapshot.context.isPartMissing,
    reason: reasonOf(status, snapshot.context.work, snapshot.context.online),
    message: snapshot.context.message,
  };
}

function statusOf(snapshot: SnapshotFrom<typeof appUpdateMachine>): AppUpdateView['status'] {
  const { value } = snapshot;
  if (typeof value === 'string') return value === 'current' ? 'none' : value;
  if ('available' in value) return value.available === 'offered' ? 'available' : value.available;
  if (value.chunkFailed === 'reloading') return 'reloading';
  // Without a connection nobody can do anything about what nothing on the screen needs.
  return snapshot.context.online || snapshot.context.isPartMissing ? 'chunkFailed' : 'none';
}

function reasonOf(status: AppUpdateView['status'], work: readonly Work[], online: boolean): string | null {
  if (status === 'waiting') return work.includes('form') ? 'Save or discard your changes first.' : 'Changes are being sent.';
  if (status === 'chunkFailed')
    return online
      ? 'This part of the console could not be loaded.'
      : 'This part of the console is not on this device yet. It loads as soon as the server can be reached.';
  return null;
}
