import type { Session } from '#contract/entities/session.ts';
import { fullName, type User } from '#contract/entities/user.ts';
import type { ToastContent } from '../ports.ts';
import { problemMessage, unknownMessage } from '../problem-messages.ts';
import type { SessionContext, SignInOutcome, UserOutcome } from './session.types.ts';

export const couldNotWipe: ToastContent = {
  type: 'warning',
  title: 'Signed out, but not everything could be removed',
  content: 'Some data of this account may still be on this device. Clear the data of this site in the browser to be sure.',
};

/** Said after a sign-out that did not reach the server, where the device keeps nothing that could end the session there later. */
export const mayStayOpen: ToastContent = {
  type: 'warning',
  title: 'Signed out on this device',
  content: 'The server could not be reached: there this session may still be open.',
};

/** Said on the sign-in screen after a start with a token that the API no longer takes. */
export const endedMessage = 'Your session has ended. Sign in again.';

/** Only 401 and 403 in the API's own error shape. */
export function isTokenRefused(outcome: UserOutcome): boolean {
  return outcome.kind === 'refused' && (outcome.status === 401 || outcome.status === 403);
}

/** The session that a sign-in answered; null where it failed or brought no token. Its user may still be unknown. */
export function candidateOf(outcome: SignInOutcome): Session | null {
  if (outcome.kind !== 'answered' || !outcome.data.access_token) return null;
  const user = outcome.data.user ?? null;
  const revokeHandle = outcome.data.revoke_handle || null;
  return { apiToken: outcome.data.access_token, accountId: user?.account_id ?? null, user, revokeHandle };
}

/** The session with the user that the API answered, whose account it then is; unchanged where nothing was answered. */
export function withUser(session: Session | null, outcome: UserOutcome): Session | null {
  if (session === null || outcome.kind !== 'answered') return session;
  return { ...session, user: outcome.data, accountId: outcome.data.account_id };
}

/** A session whose user was never known takes whoever signs in. */
export function isSameUser(context: SessionContext, user: User | null): boolean {
  return user !== null && (context.session?.user == null || context.session.user.id === user.id);
}

/** The error message of a failed sign-in; an answer without a token fails too. */
export function signInMessage(outcome: SignInOutcome): string {
  return outcome.kind === 'answered' ? 'No token found!' : problemMessage(outcome);
}

/** The error message where the user of a token could not be read. */
export function userMessage(outcome: UserOutcome): string {
  return outcome.kind === 'answered' ? unknownMessage : problemMessage(outcome);
}

/** Said to somebody who signs in over the screen of `user`. */
export function otherUserMessage(user: User | null): string {
  return `This screen belongs to ${user === null ? 'another user' : fullName(user)}. Sign in as that user to go on, or sign out.`;
}
