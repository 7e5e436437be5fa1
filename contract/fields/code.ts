import { limits } from '../limits.ts';
import type { FieldOf } from './field.ts';
import { textual } from './text.ts';

export const codeKind = textual<FieldOf<'code'>>({
  maxLength: limits.longTextCharacters,
  sample: ({ label, language, format }, n) => format?.sample(n) ?? (language === 'html' ? `<!-- ${label} ${n} -->` : `/* ${label} ${n} */`),
  isMultiline: true,
  keepsSpace: true,
  problem: ({ format }, text) => format?.problem(text) ?? null,
});
