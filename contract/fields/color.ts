import type { FieldDescriptor } from './descriptor.ts';
import type { ColorField } from './field.ts';
import { parseOne, toList } from './stored-value.ts';
import { readText, textSchema } from './text.ts';

const start = (field: ColorField) => field.default ?? '';

export const colorKind: FieldDescriptor<ColorField> = {
  default: start,
  validate: (_, value) => (typeof value === 'string' && /^#[0-9a-f]{6}$/iu.test(value) ? null : 'Enter a colour such as #1a2b3c.'),
  parse: parseOne(start, readText),
  serialise: toList,
  sample: (_, n) => `#${((n * 0x1a2b3c) % 0x1000000).toString(16).padStart(6, '0')}`,
  bodySchema: (field) => textSchema(field),
  isTyped: true,
};
