import { isPortalPage } from './api-result.ts';
import type { EntryError } from './outbox-entry.ts';

/** Why a save is not on the server yet. `isInTab`: it waits in the memory of this tab, since this device can keep nothing. */
export type PendingReason = { readonly isInTab?: true } & (
  | { readonly kind: 'offline' }
  /** The server, or a gateway in front of it, failed and did not accept the save. `message`: the server's own; else empty. */
  | { readonly kind: 'serverTrouble'; readonly status: number; readonly message: string }
  /** A firewall, or a gateway, in front of the server rejected the save. */
  | { readonly kind: 'blocked'; readonly status: number }
  | { readonly kind: 'signInNeeded' }
  /** A change of the same record is in conflict. `fields`: the labels of the fields in conflict. */
  | { readonly kind: 'behindConflict'; readonly fields: readonly string[] }
  /** The code that sends it could not be loaded: nothing was sent. */
  | { readonly kind: 'codeMissing' }
  /** It was sent, and there is no sign of a failure: the answer is slow. */
  | { readonly kind: 'notAnswered' }
);

/** The message where a missing part of the console is why something could not be done. */
export const codeMissingMessage = 'A part of the console could not be loaded. Check your connection and try again.';

/** Of a store that does not answer, whatever is asked of it. */
export const storeStalled = 'This device can’t keep anything at the moment, because its storage does not answer.';
export const storeStalledMessage = `${storeStalled} The change is not saved. Try again.`;

/** The reason in the last attempt's error; null where that says nothing of the present, for example where there was no answer at all. */
export function pendingReasonOf(error: EntryError | null): PendingReason | null {
  if (error === null) return null;
  if (error.code === 'unauthenticated') return { kind: 'signInNeeded' };
  if (error.code === 'no_code') return { kind: 'codeMissing' };
  if (error.code === 'foreign' && error.status !== undefined) {
    if (isPortalPage(error.status)) return { kind: 'offline' };
    if (isIntermediaryRefusal(error.status)) return { kind: 'blocked', status: error.status };
  }
  if (error.status !== undefined) return { kind: 'serverTrouble', status: error.status, message: error.message };
  return error.code === 'offline' || error.code === 'no_answer' ? { kind: 'offline' } : null;
}

/**
 * Why it is pending now: `last` is the reason in the last attempt's error, `known` the one that holds for every save now. What has to be done
 * first stays. Where there is a connection, an attempt without an answer says nothing of the present.
 */
export function reasonNow(last: PendingReason | null, known: PendingReason | null): PendingReason | null {
  if (last?.kind === 'signInNeeded' || last?.kind === 'behindConflict') return last;
  if (known === null) return last?.kind === 'offline' ? null : last;
  // The probe of a gateway's trouble may say less than the answer to the save.
  return known.kind === 'serverTrouble' && last?.kind === 'serverTrouble' && last.status === known.status && known.message === ''
    ? last
    : known;
}

/** For an answer that is not the API's: something in front of the server refused the call, and the server itself may work. */
export function isIntermediaryRefusal(status: number): boolean {
  return !isPortalPage(status) && status < 500;
}
