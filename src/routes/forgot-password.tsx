import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { redirectSignedIn } from '#src/app/auth-guard.ts';
import { ForgotPasswordScreen } from '#src/features/sign-in/forgot-password-screen.tsx';
import { ResetPasswordScreen } from '#src/features/sign-in/reset-password-screen.tsx';

const text = v.fallback(v.optional(v.pipe(v.string(), v.maxLength(300))), undefined);
const search = v.object({ token: text, email: text });

export const Route = createFileRoute('/forgot-password')({
  validateSearch: search,
  beforeLoad: ({ context }) => redirectSignedIn(context.app, undefined),
  component: PasswordRoute,
});

function PasswordRoute() {
  const { token, email } = Route.useSearch();
  return token ? <ResetPasswordScreen token={token} email={email ?? ''} /> : <ForgotPasswordScreen />;
}
