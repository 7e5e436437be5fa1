import { disconnectionNow } from '#machines/connection/connection.view.ts';
import { sessionView } from '#machines/session/session.view.ts';
import { useSelector } from '@xstate/react';
import { useApp } from '#src/app/use-app.ts';
import type { ClientServices } from '#src/offline/client-services.ts';
import { AlertDialog } from '#src/ui/alert-dialog.tsx';
import { useIsOnDevice } from '#src/ui/store-place.ts';
import { describeSignOut } from './describe-sign-out.ts';

/** Asks before a sign-out while this device has unsent or unsaved changes of this user. */
export function SignOutDialog({ services: { unsent, connection } }: { readonly services: ClientServices }) {
  const { session } = useApp();
  const met = useSelector(connection, disconnectionNow);
  const { confirmSignOut } = sessionView(useSelector(session, (snapshot) => snapshot));
  const { title, text } = describeSignOut(unsent, met, useIsOnDevice());
  return (
    <AlertDialog
      open={confirmSignOut !== null}
      size="medium"
      title={title}
      description={text}
      cancelLabel="Stay"
      alternative={{ label: 'Sign out and keep them', onChoose: () => session.send({ type: 'keep.chosen' }) }}
      confirmLabel="Discard"
      onCancel={() => session.send({ type: 'stay.chosen' })}
      onConfirm={() => session.send({ type: 'discard.chosen' })}
    />
  );
}
