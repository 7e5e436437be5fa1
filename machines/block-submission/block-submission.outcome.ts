import type { FieldMessages } from '#contract/errors.ts';
import type { BlockSubmitted } from '../ports.ts';
import { failureOf } from '../save-words.ts';
import { blockConflictMessage } from './block-submission.words.ts';

/** Whether a change stands: on the server, or on this device. */
export function isTaken(submitted: BlockSubmitted): submitted is Extract<BlockSubmitted, { readonly kind: 'saved' | 'kept' }> {
  return submitted.kind === 'saved' || submitted.kind === 'kept';
}

/** What is told of a change that was not taken, in words and by field; null for one that was. */
export function problemOf(submitted: BlockSubmitted): { readonly message: string; readonly fields: FieldMessages } | null {
  if (isTaken(submitted)) return null;
  if (submitted.kind === 'conflict') return { message: blockConflictMessage, fields: {} };
  return failureOf(submitted);
}
