import { isSitePath } from '#contract/rules.ts';
import { redirect } from '@tanstack/react-router';
import * as v from 'valibot';
import type { App } from './app.ts';

/** Sends a signed-out visitor to the sign-in screen, and back afterwards. */
export function requireSignedIn(app: App, href: string): void {
  if (app.session.getSnapshot().hasTag('signedIn')) return;
  throw redirect({ to: '/login', search: href === '/websites' ? {} : { next: href }, replace: true });
}

/** Sends a signed-in visitor away from the sign-in screens. */
export function redirectSignedIn(app: App, next: string | undefined): void {
  if (app.session.getSnapshot().hasTag('signedIn')) throw redirect({ href: next ?? '/websites', replace: true });
}

/** The path to open after a sign-in. Accepts only paths of this console, whatever the address contains. */
export const nextPathSchema = v.fallback(v.optional(v.pipe(v.string(), v.check(isSitePath))), undefined);
