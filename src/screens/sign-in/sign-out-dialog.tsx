import { sessionView } from '#machines/session/session.view.ts';
import { useSelector } from '@xstate/react';
import { useApp } from '#src/app/use-app.ts';
import { AlertDialog } from '#src/ui/alert-dialog.tsx';

/** Asks before a sign-out that would leave changes of this user behind. */
export function SignOutDialog() {
  const { session } = useApp();
  const { confirmSignOut } = sessionView(useSelector(session, (snapshot) => snapshot));
  return (
    <AlertDialog
      open={confirmSignOut !== null}
      size="medium"
      title={confirmSignOut?.title ?? ''}
      description="Stay to let them be sent. Signed out, they can wait on this device for your next sign-in here, or be discarded for good."
      cancelLabel="Stay"
      alternative={{ label: 'Sign out and keep them', onChoose: () => session.send({ type: 'keep.chosen' }) }}
      confirmLabel="Discard"
      onCancel={() => session.send({ type: 'stay.chosen' })}
      onConfirm={() => session.send({ type: 'discard.chosen' })}
    />
  );
}
