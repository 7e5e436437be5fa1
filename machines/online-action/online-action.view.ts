import type { SnapshotFrom } from 'xstate';
import type { onlineActionMachine } from './online-action.machine.ts';

export interface OnlineActionView {
  readonly status: 'idle' | 'offline' | 'running' | 'done' | 'failed';
  readonly canRun: boolean;
  /** Why it can't be used now; stands at the button. Null where it can. */
  readonly reason: string | null;
  /** Why it failed last time. */
  readonly message: string | null;
}

/** What the action's button needs: whether it can be used, and why not. */
export function onlineActionView(snapshot: SnapshotFrom<typeof onlineActionMachine>): OnlineActionView {
  const { words, message } = snapshot.context;
  // `deciding` is left before anybody can see it.
  const status = snapshot.value === 'deciding' ? 'idle' : snapshot.value;
  const reason = status === 'offline' ? words.offline : status === 'running' ? 'Under way…' : null;
  return { status, canRun: reason === null, reason, message };
}
