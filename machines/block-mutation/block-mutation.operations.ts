import type { FieldMessages } from '#contract/errors.ts';
import type { BlockSubmitted } from '../ports.ts';
import { failureOf } from '../save-messages.ts';

export const blockConflictMessage = 'Somebody else changed this too. Your change is on this device until you have chosen which to keep.';

/** Whether a change is stored: on the server, or on this device. */
export function isStored(result: BlockSubmitted): result is Extract<BlockSubmitted, { readonly kind: 'saved' | 'kept' }> {
  return result.kind === 'saved' || result.kind === 'kept';
}

/** Why a change is not stored, as a message and by field; null where it is. */
export function problemOf(result: BlockSubmitted): { readonly message: string; readonly fields: FieldMessages } | null {
  if (isStored(result)) return null;
  if (result.kind === 'conflict') return { message: blockConflictMessage, fields: {} };
  return failureOf(result);
}
