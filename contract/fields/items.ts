import type { Json } from '../json.ts';
import type { FieldDescriptor } from './descriptor.ts';
import { isItems, type ItemsField } from './field.ts';

/** A list of items, by the field's own rules. */
export const itemsKind: FieldDescriptor<ItemsField> = {
  default: () => [],
  validate: (field, value) => field.rules.problem(field, value),
  parse(field, stored) {
    const items = field.rules.read(field, stored ?? []);
    return items ? { value: items } : { value: [], malformed: [...(stored ?? [])] };
  },
  serialise: (field, value) => (isItems(value) && value.length > 0 ? value.map((item) => field.rules.clean(field, item)) : null),
  normalise(field, value): Json {
    const items = Array.isArray(value) ? field.rules.read(field, value) : null;
    return items ? items.map((item) => field.rules.clean(field, item)) : value;
  },
  sample: (field, n) => field.rules.sample(field, n),
  bodySchema: (field) => field.rules.bodySchema(field),
};
