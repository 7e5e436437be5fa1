import type { PendingReason } from '#contract/pending-reason.ts';
import { joinNames } from './save-messages.ts';

/** Why a save is pending, in a few words, for the mark at a field. */
export function describePendingBriefly(reason: PendingReason): string {
  switch (reason.kind) {
    case 'offline':
      return 'offline';
    case 'serverTrouble':
      return `the server has trouble (${reason.status})`;
    case 'blocked':
      return `refused on its way (${reason.status})`;
    case 'signInNeeded':
      return 'sign in to send it';
    case 'behindConflict':
      return `waits for ${joinNames(reason.fields)}`;
    case 'codeMissing':
      return 'a part of the console is missing';
    case 'notAnswered':
      return 'no answer yet';
  }
}
