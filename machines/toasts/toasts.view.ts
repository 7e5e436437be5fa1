import type { SnapshotFrom } from 'xstate';
import type { toastsMachine } from './toasts.machine.ts';
import type { LogEntry, Toast } from './toasts.operations.ts';

export interface ToastsView {
  /** Oldest first. */
  readonly toasts: readonly Toast[];
  readonly isHeld: boolean;
  /** Newest first. */
  readonly log: readonly LogEntry[];
}

/** `target` chooses one place's toasts. */
export function toastsView(snapshot: SnapshotFrom<typeof toastsMachine>, target = 'main'): ToastsView {
  const visible = snapshot.context.entries.map((entry) => entry.toast).filter((toast) => toast.target === target);
  return { toasts: visible, isHeld: snapshot.hasTag('held'), log: snapshot.context.log.toReversed() };
}
