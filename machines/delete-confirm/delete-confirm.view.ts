import type { SnapshotFrom } from 'xstate';
import { type FailureView, failureView } from '../save-words.ts';
import type { deleteConfirmMachine } from './delete-confirm.machine.ts';
import type { DeletedItem, DeleteWords } from './delete-confirm.types.ts';

export interface DeleteConfirmView {
  readonly status: 'asking' | 'deleting' | 'failed' | 'closed';
  readonly item: DeletedItem;
  readonly words: DeleteWords;
  /** In red: what failed, and why. */
  readonly failure: FailureView | null;
  readonly busy: boolean;
  /** Not while the delete is on its way: closing would hide what becomes of it. */
  readonly canCancel: boolean;
}

/** What a delete dialog draws. */
export function deleteConfirmView(snapshot: SnapshotFrom<typeof deleteConfirmMachine>): DeleteConfirmView {
  const { item, words, message } = snapshot.context;
  const failed = snapshot.matches({ open: 'failed' });
  return {
    status: snapshot.matches('deleting') ? 'deleting' : snapshot.matches('closed') ? 'closed' : failed ? 'failed' : 'asking',
    item,
    words,
    failure: failed && message !== null ? failureView(words.failed, message) : null,
    busy: snapshot.hasTag('busy'),
    canCancel: snapshot.can({ type: 'cancel.requested' }),
  };
}
