import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { nextPathSchema, redirectSignedIn } from '#src/app/auth-guard.ts';
import { SignInScreen } from '#src/features/sign-in/sign-in-screen.tsx';

const search = v.object({
  next: nextPathSchema,
});

export const Route = createFileRoute('/login')({
  validateSearch: search,
  beforeLoad: ({ context, search: { next } }) => redirectSignedIn(context.app, next),
  component: SignInScreen,
});
