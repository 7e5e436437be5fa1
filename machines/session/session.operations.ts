import type { Session } from '#contract/entities/session.ts';
import { fullName, type User } from '#contract/entities/user.ts';
import type { ToastContent } from '../ports.ts';
import { problemMessage, unknownMessage } from '../problem-messages.ts';
import type { SessionContext, SignInResult, UserResult } from './session.types.ts';

export const couldNotWipe: ToastContent = {
  type: 'warning',
  title: 'Signed out, but not everything could be removed',
  content: 'Some data of this account may still be on this device. Clear the data of this site in the browser to be sure.',
};

/** After a sign-out that did not reach the server, where the device has no handle that could end the session later. */
export const mayStayOpen: ToastContent = {
  type: 'warning',
  title: 'Signed out on this device',
  content: 'The server could not be reached: there this session may still be open.',
};

/** On the sign-in screen, after a start with a token that the API no longer accepts. */
export const endedMessage = 'Your session has ended. Sign in again.';

/** Only 401 and 403 in the API's own error shape. */
export function isTokenRefused(result: UserResult): boolean {
  return result.kind === 'refused' && (result.status === 401 || result.status === 403);
}

/** The session in the answer to a sign-in; null where it failed or has no token. Its user may still be unknown. */
export function candidateOf(result: SignInResult): Session | null {
  if (result.kind !== 'answered' || !result.data.access_token) return null;
  const user = result.data.user ?? null;
  const revokeHandle = result.data.revoke_handle || null;
  return { apiToken: result.data.access_token, accountId: user?.account_id ?? null, user, revokeHandle };
}

/** The session with the user that the API answered and that user's account; unchanged without an answer. */
export function withUser(session: Session | null, result: UserResult): Session | null {
  if (session === null || result.kind !== 'answered') return session;
  return { ...session, user: result.data, accountId: result.data.account_id };
}

/** Whether a user belongs to the session; to one whose user was never known, any user does. */
export function isSameUser(context: SessionContext, user: User | null): boolean {
  return user !== null && (context.session?.user == null || context.session.user.id === user.id);
}

/** The error message of a failed sign-in; an answer without a token fails too. */
export function signInMessage(result: SignInResult): string {
  return result.kind === 'answered' ? 'No token found!' : problemMessage(result);
}

/** The error message where the user of a token could not be read. */
export function userMessage(result: UserResult): string {
  return result.kind === 'answered' ? unknownMessage : problemMessage(result);
}

/** The error message where another user signs in over the screen of `user`. */
export function otherUserMessage(user: User | null): string {
  return `This screen belongs to ${user === null ? 'another user' : fullName(user)}. Sign in as that user to go on, or sign out.`;
}
