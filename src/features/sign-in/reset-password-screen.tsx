import { resetPassword } from '#contract/calls/password-reset.ts';
import { resetPasswordMachine } from '#machines/password-reset/reset-password.machine.ts';
import { resetPasswordView } from '#machines/password-reset/password-reset.view.ts';
import type { ResetField } from '#machines/password-reset/password-reset.operations.ts';
import { sessionView } from '#machines/session/session.view.ts';
import { Link } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { fromPromise } from '#machines/actor-logic.ts';
import type { App } from '#src/app/app.ts';
import { useApp } from '#src/app/use-app.ts';
import { useEmitted } from '#src/app/use-emitted.ts';
import { useMachineActor } from '#src/app/use-machine-actor.ts';
import { AuthForm, EmailInput } from '#src/features/sign-in/auth-form.tsx';
import { AuthLayout, linkStyle } from '#src/features/sign-in/auth-layout.tsx';
import { SubmitOnline } from '#src/features/sign-in/submit-online.tsx';
import { LabelledControl } from '#src/ui/field.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PasswordInput } from '#src/ui/password-input.tsx';

const wireResetPassword = ({ client }: App) =>
  resetPasswordMachine.provide({
    actors: { resetPassword: fromPromise(({ input, signal }) => client.call(resetPassword, { params: {}, body: input, signal })) },
  });

/** Sets a new password with the token of the mailed link, and signs in with it. */
export function ResetPasswordScreen({ token, email }: { readonly token: string; readonly email: string }) {
  const app = useApp();
  const [machine] = useState(() => wireResetPassword(app));
  const actor = useMachineActor(machine, { input: { token, email } });
  const view = resetPasswordView(useSelector(actor, (snapshot) => snapshot));
  const signingIn = sessionView(useSelector(app.session, (snapshot) => snapshot));

  useEmitted(actor, 'signIn.submitted', (event) => app.session.send(event));

  const footer = (
    <>
      {view.message === null ? null : (
        <Link to="/forgot-password" search={{}} className={linkStyle}>
          Ask for a new link
        </Link>
      )}
      <Link to="/login" className={linkStyle}>
        Back to sign in
      </Link>
    </>
  );
  const onBlur = (field: ResetField) => () => actor.send({ type: 'field.blurred', field });

  if (view.status === 'saved') {
    return (
      <AuthLayout title="Password set" footer={footer}>
        {signingIn.busy || signingIn.message === null ? (
          <p role="status">Your new password is set. Signing you in…</p>
        ) : (
          <Notice tone="warning" live="alert" title="Your new password is set, but signing in did not work">
            {signingIn.message}
          </Notice>
        )}
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Reset password" lead="Choose a new password. All other sessions of your account will be signed out." footer={footer}>
      <AuthForm
        values={[
          ['email', view.values.email],
          ['new_password', view.values.new_password],
          ['confirm_password', view.values.confirm_password],
        ]}
        onEntered={(field, value) => actor.send({ type: 'field.changed', field, value })}
        message={view.message}
        busy={view.busy}
        onSubmit={() => actor.send({ type: 'submit.requested' })}
      >
        <EmailInput defaultValue={email} onBlur={onBlur('email')} problem={view.problems.email ?? null} readOnly={email !== ''} />
        <LabelledControl
          id="new_password"
          label="New password"
          required
          requiredMark={false}
          help={view.hint}
          error={view.problems.new_password ?? null}
        >
          {(control) => (
            <PasswordInput {...control} onBlur={onBlur('new_password')} showLabel="Show new password" autoComplete="new-password" />
          )}
        </LabelledControl>
        <LabelledControl
          id="confirm_password"
          label="Password confirmation"
          required
          requiredMark={false}
          error={view.problems.confirm_password ?? null}
        >
          {(control) => (
            <PasswordInput
              {...control}
              onBlur={onBlur('confirm_password')}
              showLabel="Show password confirmation"
              autoComplete="new-password"
            />
          )}
        </LabelledControl>
        <SubmitOnline what="A reset" busy={view.busy}>
          Reset password
        </SubmitOnline>
      </AuthForm>
    </AuthLayout>
  );
}
