import type { CodeField } from '#contract/fields/field.ts';

/** In a record's filters Tab leads to the next control: they stand in a dialog, which Escape closes. */
export const tabIndents = (language: CodeField['language']): boolean => language !== 'json';
