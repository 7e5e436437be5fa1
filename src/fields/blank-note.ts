import type { Field } from '#contract/fields/field.ts';
import { emptyBecomes } from '#contract/fields/index.ts';

/** What a blank save stores instead, where a field says so. */
export function blankNote(field: Field, text: string): string | null {
  return text.trim() === '' ? (emptyBecomes(field)?.note ?? null) : null;
}
