import type { deleteConfirmMachine } from '#machines/delete-confirm/delete-confirm.machine.ts';
import { deleteConfirmView } from '#machines/delete-confirm/delete-confirm.view.ts';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { AlertDialog } from '#src/ui/alert-dialog.tsx';

interface DeleteDialogProps {
  readonly actor: ActorRefFrom<typeof deleteConfirmMachine>;
  /** The element to focus after closing; null for the one that had the focus before. */
  readonly finalFocus?: () => HTMLElement | null;
}

/** Asks before a record is deleted, and shows why a delete failed. */
export function DeleteDialog({ actor, finalFocus }: DeleteDialogProps) {
  const snapshot = useSelector(actor, (current) => current);
  const { labels, failure, busy } = useMemo(() => deleteConfirmView(snapshot), [snapshot]);
  return (
    <AlertDialog
      open
      size="medium"
      title={labels.title}
      description={labels.text}
      confirmLabel={labels.confirm}
      busy={busy}
      error={failure === null ? null : [failure.title, failure.reason].filter(Boolean).join('. ')}
      finalFocus={finalFocus}
      onConfirm={() => actor.send({ type: 'delete.confirmed' })}
      onCancel={() => actor.send({ type: 'cancel.requested' })}
    />
  );
}
