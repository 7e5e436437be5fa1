import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { redirectSignedIn } from '#src/app/gate.ts';
import { SignInScreen } from '#src/screens/sign-in/sign-in-screen.tsx';

const search = v.object({
  /** Where to go after signing in; only ever a path of this console. */
  next: v.fallback(v.optional(v.pipe(v.string(), v.regex(/^\/(?![/\\])/))), undefined),
});

export const Route = createFileRoute('/login')({
  validateSearch: search,
  beforeLoad: ({ context, search: { next } }) => redirectSignedIn(context.app, next),
  component: SignInScreen,
});
