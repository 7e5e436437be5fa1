import { sessionView } from '#machines/session/session.view.ts';
import { Link } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useApp } from '#src/app/use-app.ts';
import { AuthLayout, linkStyle } from './auth-layout.tsx';
import { SignInForm } from './sign-in-form.tsx';

export function SignInScreen() {
  const { session, config } = useApp();
  const { message, busy, pendingNote: keptNote } = sessionView(useSelector(session, (snapshot) => snapshot));
  return (
    <AuthLayout
      title="Sign in"
      lead={keptNote}
      footer={
        <>
          <a href={config.salesUrl} className={linkStyle}>
            Don't have an account?
          </a>
          <a href={config.supportUrl} target="_blank" rel="noopener noreferrer" className={linkStyle}>
            Need help?
          </a>
        </>
      }
    >
      <SignInForm
        message={message}
        busy={busy}
        submitLabel="Sign in"
        beside={
          <Link to="/forgot-password" state={{ backIsPrevious: true }} className={linkStyle}>
            Forgot password?
          </Link>
        }
      />
    </AuthLayout>
  );
}
