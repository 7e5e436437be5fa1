import type { Json } from '../json.ts';
import type { FieldDescriptor } from './descriptor.ts';
import type { FormFieldsField } from './field.ts';

/** The fields of a form, by the rules of the field. */
export const formFieldsKind: FieldDescriptor<FormFieldsField> = {
  default: () => [],
  required: ({ rules }) => rules.none,
  validate: ({ rules }, value) => rules.problem(value),
  parse({ rules }, stored) {
    const raw = (stored ?? []).filter((each) => each !== null);
    const value = rules.read(raw);
    return value ? { value } : { value: [], malformed: raw };
  },
  serialise({ rules }, value) {
    const list = rules.read(value) ?? [];
    return list.length > 0 ? [...list] : null;
  },
  normalise: ({ rules }, value): Json => rules.read(value) ?? value,
  // A form without fields has none stored.
  merge: ({ rules }, ...changes) => rules.merge(...changes),
  sample: ({ rules }, n) => rules.sample(n),
  bodySchema: ({ rules }) => rules.bodySchema,
};
