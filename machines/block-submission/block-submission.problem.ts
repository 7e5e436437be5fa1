import type { FieldMessages } from '#contract/errors.ts';
import type { BlockSubmitted } from '../ports.ts';
import { failureOf } from '../save-words.ts';

export const blockConflictMessage = 'Somebody else changed the same. Your change is kept; choose which to keep in the sync centre.';

/** What is told of a change that was not taken, in words and by field; null for one that was. */
export function problemOf(submitted: BlockSubmitted): { readonly message: string; readonly fields: FieldMessages } | null {
  if (submitted.kind === 'saved' || submitted.kind === 'kept') return null;
  if (submitted.kind === 'conflict') return { message: blockConflictMessage, fields: {} };
  return failureOf(submitted);
}
