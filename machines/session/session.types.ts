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
  /** The number of this user's pending changes, counted when a sign-out is requested. */
  readonly pendingCount: number;
  readonly pendingChoice: 'keep' | 'discard';
  /** The last sign-out in this tab has left pending changes, and nobody has signed in since. */
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

/** A session that nobody uses any more and that is still open on the server: the wiring ends it, now or later. */
export interface RevokeEmitted {
  readonly type: 'revoke';
  readonly session: Session;
}

export type SessionEmitted = NavigateEmitted | RevokeEmitted | ToastEmitted | TrackEmitted;

export type UserResult = ApiResult<User>;
export type SignInResult = ApiResult<SignInAnswer>;

/** The toast after a sign-out that did not reach the server. Null: the session has ended there, or the API has no call for that. */
export type RevokeResult = ToastContent | null;

/** `keep: null` leaves the token where it is stored, and only refreshes the stored user. */
export interface StoreSessionInput {
  readonly session: Session;
  readonly keep: boolean | null;
}

/** `pending`: whether pending changes stay or are discarded. */
export interface StopSendingInput {
  readonly userId: string | null;
  readonly pending: 'keep' | 'discard';
}

/** Removes token and cached data, and pending changes on `discard`. `userId: null` wipes all cached data. */
export interface WipeInput {
  readonly userId: string | null;
  readonly pending: 'keep' | 'discard';
}
