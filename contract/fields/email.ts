import { limits } from '../limits.ts';
import { isEmail } from '../rules.ts';
import type { FieldOf } from './field.ts';
import { textual } from './text.ts';

export const emailKind = textual<FieldOf<'email'>>({
  maxLength: limits.emailCharacters,
  sample: (_, n) => `office${n}@example.com`,
  problem: (_, address) => (isEmail(address) ? null : 'Enter a valid email address.'),
});
