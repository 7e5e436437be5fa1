import type { SnapshotFrom } from 'xstate';
import { type FailureView, failureView } from '../save-messages.ts';
import type { DeletedItem, DeleteLabels, deleteConfirmMachine } from './delete-confirm.machine.ts';

export interface DeleteConfirmView {
  readonly status: 'ready' | 'submitting' | 'error' | 'closed';
  readonly item: DeletedItem;
  readonly labels: DeleteLabels;
  /** In red: what failed, and why. */
  readonly failure: FailureView | null;
  readonly busy: boolean;
  /** False while the delete is on its way: closing would hide the result. */
  readonly canCancel: boolean;
}

/** What a delete dialog draws. */
export function deleteConfirmView(snapshot: SnapshotFrom<typeof deleteConfirmMachine>): DeleteConfirmView {
  const { item, labels, message } = snapshot.context;
  const isError = snapshot.matches({ open: 'error' });
  return {
    status: snapshot.matches('submitting') ? 'submitting' : snapshot.matches('closed') ? 'closed' : isError ? 'error' : 'ready',
    item,
    labels,
    failure: isError && message !== null ? failureView(labels.error, message) : null,
    busy: snapshot.hasTag('busy'),
    canCancel: snapshot.can({ type: 'cancel.requested' }),
  };
}
