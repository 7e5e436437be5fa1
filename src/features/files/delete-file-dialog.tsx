import type { deleteConfirmMachine } from '#machines/delete-confirm/delete-confirm.machine.ts';
import { deleteConfirmView } from '#machines/delete-confirm/delete-confirm.view.ts';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { AlertDialog } from '#src/ui/alert-dialog.tsx';

/** The question before a file is deleted, and why it was not. */
export function DeleteFileDialog({ actor }: { readonly actor: ActorRefFrom<typeof deleteConfirmMachine> }) {
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
      error={failure === null ? null : `${failure.title}. ${failure.reason}`}
      onConfirm={() => actor.send({ type: 'delete.confirmed' })}
      onCancel={() => actor.send({ type: 'cancel.requested' })}
    />
  );
}
