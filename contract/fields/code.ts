import { limits } from '../limits.ts';
import type { FieldDescriptor } from './descriptor.ts';
import type { FieldOf } from './field.ts';
import { textual } from './text.ts';

export const codeKind: FieldDescriptor<FieldOf<'code'>> = {
  ...textual({
    maxLength: limits.longTextCharacters,
    sample: ({ label, language, format }, n) =>
      format?.sample(n) ?? (language === 'html' ? `<!-- ${label} ${n} -->` : `/* ${label} ${n} */`),
    isMultiline: true,
    problem: ({ format }, text) => format?.problem(text) ?? null,
  }),
  keepsSpace: true,
};
