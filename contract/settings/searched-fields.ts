import { fieldDetails } from './field-details.gen.ts';
import { fieldIndex } from './field-index.gen.ts';
import type { IndexedScreen } from './screen.ts';

/** Every field of every settings screen with its help, section and themes, as the command palette searches them. */
export const searchedFields: readonly IndexedScreen[] = fieldIndex.map((screen) => ({
  ...screen,
  fields: screen.fields.map((field) => ({ ...field, ...fieldDetails[`${screen.id}/${field.key}`] })),
}));
