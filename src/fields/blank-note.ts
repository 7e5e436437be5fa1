import type { Field } from '#contract/settings/field.ts';

/** What a blank save stores instead, where a field says so. */
export function blankNote(field: Field, text: string): string | null {
  return 'emptyBecomes' in field && field.emptyBecomes && text.trim() === '' ? field.emptyBecomes.note : null;
}
