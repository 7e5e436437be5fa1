import type { SnapshotFrom } from 'xstate';
import type { frameMachine } from './frame.machine.ts';

export interface FramedPageView {
  readonly status: 'loading' | 'slow' | 'loaded' | 'disconnected' | 'failed' | 'offline';
  /** The frame's number; null where no frame is shown. Another number needs another frame. */
  readonly attempt: number | null;
  readonly isVisible: boolean;
  readonly canReload: boolean;
  /** Why the page could not be loaded. */
  readonly message: string;
}

/** What the screen of a framed page shows. */
export function frameView(snapshot: SnapshotFrom<typeof frameMachine>): FramedPageView {
  const { attempt, message } = snapshot.context;
  return {
    status: statusOf(snapshot),
    attempt: snapshot.hasTag('framed') ? attempt : null,
    isVisible: snapshot.hasTag('visible'),
    canReload: snapshot.can({ type: 'reload.requested' }),
    message,
  };
}

function statusOf({ value }: SnapshotFrom<typeof frameMachine>): FramedPageView['status'] {
  if (typeof value === 'object') return value.loading === 'slow' ? 'slow' : 'loading';
  // Nobody sees `deciding`: the chart leaves it at once.
  return value === 'deciding' ? 'loading' : value;
}
