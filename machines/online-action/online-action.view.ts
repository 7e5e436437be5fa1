import type { Disconnection } from '#contract/disconnection.ts';
import type { SnapshotFrom } from 'xstate';
import { describeNeed } from '../disconnection-messages.ts';
import type { onlineActionMachine } from './online-action.machine.ts';

export interface OnlineActionView {
  readonly status: 'ready' | 'offline' | 'submitting' | 'done' | 'error';
  readonly canRun: boolean;
  /** Why the action can't be run now, for the button; null where it can. */
  readonly reason: string | null;
  /** Why it did not work last time. */
  readonly message: string | null;
}

/** What the action's button needs: whether it can be used, and why not. `met`: what keeps the console from the server. */
export function onlineActionView(snapshot: SnapshotFrom<typeof onlineActionMachine>, met: Disconnection | null): OnlineActionView {
  const { value: status } = snapshot;
  const { labels, message } = snapshot.context;
  const reason = status === 'offline' ? describeNeed(labels.what, met) : status === 'submitting' ? 'Under way…' : null;
  return { status, canRun: reason === null, reason, message };
}
