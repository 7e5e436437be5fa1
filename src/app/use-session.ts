import type { User } from '#contract/entities/user.ts';
import { useSelector } from '@xstate/react';
import { useApp } from './use-app.ts';

/** Who is signed in; null for the moment between signing out and leaving the screen. */
export function useUser(): User | null {
  return useSelector(useApp().session, (snapshot) => snapshot.context.session?.user ?? null);
}
