import { isSitePath } from '#contract/rules.ts';
import { redirect } from '@tanstack/react-router';
import * as v from 'valibot';
import type { App } from './app.ts';

/** Sends a signed-out visitor to the sign-in screen, and back afterwards. */
export function requireSignedIn(app: App, href: string): void {
  if (app.session.getSnapshot().hasTag('signedIn')) return;
  throw redirect({ to: '/login', search: href === '/websites' ? {} : { next: href }, replace: true });
}

/** The sign-in screens are for those who are not signed in. */
export function redirectSignedIn(app: App, next: string | undefined): void {
  if (app.session.getSnapshot().hasTag('signedIn')) throw redirect({ href: next ?? '/websites', replace: true });
}

/** Where to go after signing in: only ever a path of this console, whatever the address says. */
export const nextPathSchema = v.fallback(v.optional(v.pipe(v.string(), v.check(isSitePath))), undefined);
