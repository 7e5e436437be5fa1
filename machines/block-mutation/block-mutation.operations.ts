import type { FieldMessages } from '#contract/errors.ts';
import type { BlockSaveResult } from '../block-ports.ts';
import { failureOf } from '../save-messages.ts';

export const blockConflictMessage = 'Somebody else changed this too. Your change waits until you have chosen which to keep.';

/** Whether a change is stored: on the server, or on this device. */
export function isStored(result: BlockSaveResult): result is Extract<BlockSaveResult, { readonly kind: 'saved' | 'pending' }> {
  return result.kind === 'saved' || result.kind === 'pending';
}

/** Why a change is not stored, as a message and by field; null where it is. */
export function problemOf(result: BlockSaveResult): { readonly message: string; readonly fields: FieldMessages } | null {
  if (isStored(result)) return null;
  if (result.kind === 'conflict') return { message: blockConflictMessage, fields: {} };
  return failureOf(result);
}
