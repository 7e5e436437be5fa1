import { isPortalPage } from './api-result.ts';
import type { EntryError } from './outbox-entry.ts';

/** Why a save that is on this device is not on the server yet. */
export type PendingReason =
  | { readonly kind: 'offline' }
  /** The server, or a gateway in front of it, has trouble and did not take the save. `message`: the server's own; else empty. */
  | { readonly kind: 'serverTrouble'; readonly status: number; readonly message: string }
  /** A firewall, or a gateway, in front of the server did not let the save through. */
  | { readonly kind: 'blocked'; readonly status: number }
  | { readonly kind: 'signInNeeded' }
  /** A change of the same record is in conflict. `fields`: what that is about, as people call it. */
  | { readonly kind: 'behindConflict'; readonly fields: readonly string[] }
  /** It was sent, and nothing is known against it: the answer is slow. */
  | { readonly kind: 'notAnswered' };

/** What the last attempt's error says; null where it says nothing of the present, as where there was no answer at all. */
export function pendingReasonOf(error: EntryError | null): PendingReason | null {
  if (error === null) return null;
  if (error.code === 'unauthenticated') return { kind: 'signInNeeded' };
  if (error.code === 'foreign' && error.status !== undefined) {
    if (isPortalPage(error.status)) return { kind: 'offline' };
    if (isIntermediaryRefusal(error.status)) return { kind: 'blocked', status: error.status };
  }
  if (error.status !== undefined) return { kind: 'serverTrouble', status: error.status, message: error.message };
  return error.code === 'offline' || error.code === 'no_answer' ? { kind: 'offline' } : null;
}

/** Of an answer that is not the API's: something in front of the server refused the call, and the server need not be in trouble. */
export function isIntermediaryRefusal(status: number): boolean {
  return !isPortalPage(status) && status < 500;
}
