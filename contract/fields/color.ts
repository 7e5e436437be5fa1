import type { ColorField } from './field.ts';
import { oneValue } from './stored-value.ts';
import { readText, textSchema } from './text.ts';

export const colorKind = oneValue<ColorField>({
  default: (field) => field.default ?? '',
  validate: (_, value) => (typeof value === 'string' && /^#[0-9a-f]{6}$/iu.test(value) ? null : 'Enter a colour such as #1a2b3c.'),
  read: readText,
  sample: (_, n) => `#${((n * 0x1a2b3c) % 0x1000000).toString(16).padStart(6, '0')}`,
  bodySchema: (field) => textSchema(field),
  isTyped: true,
});
