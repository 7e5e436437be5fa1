import type { Session } from '#contract/entities/session.ts';
import type { User } from '#contract/entities/user.ts';
import type { ApiResult } from '#contract/api-result.ts';
import type { NavigateEmitted, SignInAnswer, ToastContent, ToastEmitted, TrackEmitted } from '../ports.ts';

export interface SessionContext {
  readonly session: Session | null;
  /** A sign-in that was answered and is not in force yet. */
  readonly candidate: Session | null;
  /** Whether the candidate outlives the browser. */
  readonly keep: boolean;
  /** Why the last sign-in failed, or why the sign-in screen shows again. */
  readonly message: string | null;
  /** True while the API has refused the token and the same user is asked to sign in again. */
  readonly refused: boolean;
  /** Changes of this user that wait on the device, counted when a sign-out is asked for. */
  readonly pendingCount: number;
  readonly pendingChoice: 'keep' | 'discard';
  /** The last sign-out in this tab has left changes on this device, and nobody has signed in since. */
  readonly hasPending: boolean;
}

export type SessionEvent =
  | { readonly type: 'signIn.submitted'; readonly email: string; readonly password: string; readonly keep: boolean }
  | { readonly type: 'signOut.requested' }
  | { readonly type: 'stay.chosen' }
  | { readonly type: 'keep.chosen' }
  | { readonly type: 'discard.chosen' }
  | { readonly type: 'retry.requested' }
  /** The API answered again. */
  | { readonly type: 'connection.restored' }
  /** A call was answered 401 in the API's own shape. */
  | { readonly type: 'session.expired' }
  /** Another tab signed in or out. */
  | { readonly type: 'session.changedElsewhere'; readonly session: Session | null };

/** A session that nobody uses any more, and that is still open on the server: for whatever ends it there, now or later. */
export interface RevokeEmitted {
  readonly type: 'revoke';
  readonly session: Session;
}

export type SessionEmitted = NavigateEmitted | RevokeEmitted | ToastEmitted | TrackEmitted;

export type UserResult = ApiResult<User>;
export type SignInResult = ApiResult<SignInAnswer>;

/**
 * What the user reads after a sign-out that did not reach the server. Null: it has ended there, or the API has no call for
 * it, and its tokens are only forgotten here.
 */
export type RevokeResult = ToastContent | null;

/** `keep: null` leaves the token where it rests and only refreshes what is remembered of the user. */
export interface StoreSessionInput {
  readonly session: Session;
  readonly keep: boolean | null;
}

/** `waiting`: what becomes of the changes that were not sent. */
export interface StopSendingInput {
  readonly userId: string | null;
  readonly pending: 'keep' | 'discard';
}

/** Removes token and cached data; unsent changes of that user stay or go. `userId: null` wipes whatever cache there is. */
export interface WipeInput {
  readonly userId: string | null;
  readonly pending: 'keep' | 'discard';
}
