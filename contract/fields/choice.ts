import * as v from 'valibot';
import type { FieldDescriptor } from './descriptor.ts';
import type { LogoField, RadioField, SelectField, ThemeColorField } from './field.ts';
import { oneValue } from './stored-value.ts';
import { textSchema } from './text.ts';

type ChoiceField = SelectField | RadioField | ThemeColorField | LogoField;

const start = (field: ChoiceField) => field.default ?? null;
const isOffered = ({ options }: ChoiceField, value: unknown) => options.some((option) => option.value === value);

/** One of the field's own options. */
const choice = oneValue<ChoiceField>({
  default: start,
  validate: (field, value) => (isOffered(field, value) ? null : `Choose one of the options of ${field.label}.`),
  read(raw, field) {
    if (typeof raw === 'string' && isOffered(field, raw)) return raw;
    return raw === '' || field.otherIsDefault ? start(field) : undefined;
  },
  // The last option, then from the first on: the first is often the field's default.
  sample: ({ options }, n) => options.at((n - 2) % options.length)?.value ?? null,
  bodySchema: (field) => textSchema(field),
});

export const selectKind: FieldDescriptor<SelectField> = {
  ...choice,
  normalise: ({ isNumeric }, value) => (isNumeric && typeof value === 'string' ? Number(value) : value),
  bodySchema: (field) => (field.isNumeric ? v.union([v.number(), textSchema(field)]) : textSchema(field)),
};
export const radioKind: FieldDescriptor<RadioField> = choice;
export const themeColorKind: FieldDescriptor<ThemeColorField> = choice;
export const logoKind: FieldDescriptor<LogoField> = choice;
