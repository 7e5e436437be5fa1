import type { User } from '#contract/entities/user.ts';
import { useSelector } from '@xstate/react';
import { useApp } from './use-app.ts';

/** The user who is signed in; null for the moment between a sign-out and the sign-in screen. */
export function useUser(): User | null {
  return useSelector(useApp().session, (snapshot) => snapshot.context.session?.user ?? null);
}
