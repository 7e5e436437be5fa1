import { requestPasswordReset } from '#contract/calls/password-reset.ts';
import { cleanEmail } from '#contract/rules.ts';
import { forgotPasswordMachine } from '#machines/password-reset/forgot-password.machine.ts';
import { forgotPasswordView } from '#machines/password-reset/password-reset.view.ts';
import { Link, useRouter } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { type MouseEvent, useCallback, useState } from 'react';
import { fromPromise } from '#machines/actor-logic.ts';
import type { App } from '#src/app/app.ts';
import { useApp } from '#src/app/use-app.ts';
import { useMachineActor } from '#src/app/use-machine-actor.ts';
import { useToasts } from '#src/app/use-toasts.ts';
import { AuthForm, EmailInput } from '#src/features/sign-in/auth-form.tsx';
import { AuthLayout, linkStyle } from '#src/features/sign-in/auth-layout.tsx';
import { SubmitOnline } from '#src/features/sign-in/submit-online.tsx';
import { Button } from '#src/ui/button.tsx';

const wireForgotPassword = ({ client }: App) =>
  forgotPasswordMachine.provide({
    actors: {
      requestReset: fromPromise(({ input, signal }) =>
        client.call(requestPasswordReset, { params: {}, body: { email: input.email }, signal }),
      ),
    },
  });

export function ForgotPasswordScreen() {
  const app = useApp();
  const [machine] = useState(() => wireForgotPassword(app));
  const actor = useMachineActor(machine, { input: { email: '' } });
  useToasts(actor);
  const view = forgotPasswordView(useSelector(actor, (snapshot) => snapshot));
  const goBack = useGoBack();
  const footer = (
    <Link to="/login" className={linkStyle} onClick={goBack}>
      Back to sign in
    </Link>
  );
  if (view.status === 'sent') {
    return (
      <AuthLayout title="Check your inbox" footer={footer}>
        <p role="status">
          If <strong>{cleanEmail(view.email)}</strong> belongs to an account, a mail with a reset link is on its way. The link works once
          and for one hour.
        </p>
        <Button onClick={() => actor.send({ type: 'again.requested' })}>Try another address</Button>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Forgot password" lead="Enter your email and we will send you a link to set a new password." footer={footer}>
      <AuthForm
        values={[['email', view.email]]}
        onEntered={(_, email) => actor.send({ type: 'email.changed', email })}
        message={view.message}
        busy={view.busy}
        onSubmit={() => actor.send({ type: 'submit.requested' })}
      >
        <EmailInput problem={view.problem} readOnly={view.busy} defaultValue={view.email} />
        <SubmitOnline what="A reset link" busy={view.busy}>
          Send reset link
        </SubmitOnline>
      </AuthForm>
    </AuthLayout>
  );
}

/**
 * For a link back to the previous screen: it goes back in the history where that screen is the previous entry, so that the browser's Back
 * does not lead forth again. Elsewhere, and with a modifier key, it is a link.
 */
function useGoBack(): (event: MouseEvent) => void {
  const router = useRouter();
  return useCallback(
    (event) => {
      if (!router.state.location.state.backIsPrevious || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      router.history.back();
    },
    [router],
  );
}
