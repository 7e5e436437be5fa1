import { signInFormMachine, signInFormView } from '#machines/sign-in-form/sign-in-form.machine.ts';
import { css } from '#styled/css/index.js';
import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useApp } from '#src/app/use-app.ts';
import { useEmitted } from '#src/app/use-emitted.ts';
import { useMachineActor } from '#src/app/use-machine-actor.ts';
import { Checkbox } from '#src/ui/checkbox.tsx';
import { LabelledControl } from '#src/ui/field.tsx';
import { PasswordInput } from '#src/ui/password-input.tsx';
import { AuthForm, EmailInput } from './auth-form.tsx';
import { prerenderedForm } from './prerendered-form.ts';
import { SubmitOnline } from './submit-online.tsx';

const row = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', columnGap: '4', rowGap: '2' });

interface SignInFormProps {
  /** Fixes the email: in the dialog over an expired session, only its user may sign in. */
  readonly email?: string;
  /** The initial state of "keep me signed in". */
  readonly keep?: boolean;
  readonly message: string | null;
  readonly busy: boolean;
  readonly submitLabel: string;
  readonly beside?: ReactNode;
}

/** Email, password and "keep me signed in". Its events go unchanged to the session. */
export function SignInForm({ email, keep = false, message, busy, submitLabel, beside }: SignInFormProps) {
  const { session } = useApp();
  const [prerendered] = useState(() => (email === undefined ? prerenderedForm() : null));
  const actor = useMachineActor(signInFormMachine, {
    input: { email: email ?? '', keep: prerendered?.keep ?? keep, fixedEmail: email !== undefined },
  });
  const view = signInFormView(useSelector(actor, (snapshot) => snapshot));
  const element = useRef<HTMLFormElement>(null);

  useEmitted(actor, 'signIn.submitted', (event) => session.send(event));
  useEffect(() => {
    if (prerendered === null) return;
    const { keep: isKept, isSubmitted } = prerendered.takeOver(element.current);
    if (isKept !== prerendered.keep) actor.send({ type: 'keep.changed', keep: isKept });
    if (isSubmitted) element.current?.requestSubmit();
  }, [prerendered, actor]);
  useEffect(() => {
    if (view.invalid) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [view.invalid]);

  return (
    <AuthForm
      ref={element}
      values={[
        ['email', view.email],
        ['password', view.password],
      ]}
      onEntered={(field, value) => actor.send({ type: 'field.changed', field, value })}
      message={message}
      busy={busy}
      onSubmit={() => actor.send({ type: 'submit.requested' })}
    >
      <EmailInput
        problem={view.problems.email ?? null}
        readOnly={view.fixedEmail}
        autoFocus={!view.fixedEmail}
        defaultValue={email}
        onBlur={() => actor.send({ type: 'field.blurred', field: 'email' })}
      />
      <LabelledControl id="password" label="Password" required requiredMark={false} error={view.problems.password ?? null}>
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="current-password"
            // In the dialog the email is fixed, so the focus starts on the password.
            data-autofocus={view.fixedEmail || undefined}
            onBlur={() => actor.send({ type: 'field.blurred', field: 'password' })}
          />
        )}
      </LabelledControl>
      <div className={row}>
        <Checkbox
          label="Keep me signed in"
          checked={view.keep}
          onChange={(event) => actor.send({ type: 'keep.changed', keep: event.currentTarget.checked })}
        />
        {beside}
      </div>
      <SubmitOnline what="Signing in" busy={busy}>
        {submitLabel}
      </SubmitOnline>
    </AuthForm>
  );
}
