import type { ConnectionEvent, ToastEmitted } from '../ports.ts';

/** What is to be signed out. `device`: a description for people, such as "Chrome on Windows". */
export type EndTarget = { readonly kind: 'one'; readonly id: string; readonly device: string } | { readonly kind: 'others' };

/** `focus`: ids of the elements that get the focus: `back` after Cancel, `after` when the session has ended. */
export interface EndRequest {
  readonly target: EndTarget;
  readonly focus: { readonly back: string; readonly after: string | null };
}

export type SessionsEnded = { readonly kind: 'ended' } | { readonly kind: 'failed'; readonly message: string };

/** Plain JSON. */
export interface EndSessionsContext {
  readonly online: boolean;
  readonly request: EndRequest | null;
  /** Why it failed last time. */
  readonly message: string | null;
  /** What takes the focus when the dialog closes; null: the heading. */
  readonly focus: string | null;
}

export type EndSessionsEvent =
  | { readonly type: 'end.requested'; readonly request: EndRequest }
  | { readonly type: 'end.confirmed' }
  | { readonly type: 'cancel.requested' }
  | ConnectionEvent;

export type EndSessionsEmitted = ToastEmitted | { readonly type: 'sessions.ended'; readonly target: EndTarget };
