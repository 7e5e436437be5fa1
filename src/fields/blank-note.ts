import type { Field } from '#contract/fields/field.ts';
import { emptyBecomes } from '#contract/fields/index.ts';

/** Tells what is stored in place of a blank value, for fields that define that. */
export function blankNote(field: Field, text: string): string | null {
  return text.trim() === '' ? (emptyBecomes(field)?.note ?? null) : null;
}
