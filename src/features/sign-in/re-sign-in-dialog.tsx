import { createSessionStore } from '#db/session.ts';
import { sessionView } from '#machines/session/session.view.ts';
import { useSelector } from '@xstate/react';
import { useWhereKept } from '#src/ui/store-place.ts';
import { useApp } from '#src/app/use-app.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** Opens over the screen when the API no longer accepts the token, so that no typed or saved change is lost. */
export function ReSignInDialog() {
  const { session } = useApp();
  const where = useWhereKept();
  const { signInAgain } = sessionView(useSelector(session, (snapshot) => snapshot));
  return (
    <Dialog
      open={signInAgain !== null}
      title="Sign in again"
      description={`Your session has ended. What you typed and saved is safe ${where} and goes on once you are signed in.`}
      size="small"
      dismissible={false}
      onClose={() => undefined}
    >
      {signInAgain === null ? null : (
        <SignInForm
          {...(signInAgain.email === null ? {} : { email: signInAgain.email })}
          keep={createSessionStore().restore()?.keep ?? false}
          message={signInAgain.message}
          busy={signInAgain.busy}
          submitLabel="Sign in"
          beside={
            <Button variant="link" onClick={() => session.send({ type: 'signOut.requested' })}>
              Sign out
            </Button>
          }
        />
      )}
    </Dialog>
  );
}
