import { fieldHelp } from './field-help.gen.ts';
import { fieldIndex } from './field-index.gen.ts';
import type { IndexedScreen } from './screen.ts';

/** Every field of every settings screen with its help text, which the command palette searches too. */
export const searchedFields: readonly IndexedScreen[] = fieldIndex.map((screen) => ({
  ...screen,
  fields: screen.fields.map((field) => {
    const help = fieldHelp[`${screen.id}/${field.key}`];
    return help === undefined ? field : { ...field, help };
  }),
}));
