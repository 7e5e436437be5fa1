import { limits } from '../limits.ts';
import type { FieldDescriptor } from './descriptor.ts';
import type { FieldOf } from './field.ts';
import { jsonProblem } from './json-problem.ts';
import { pricesProblem } from './line-rules.ts';
import { textual } from './text.ts';

export const codeKind: FieldDescriptor<FieldOf<'code'>> = {
  ...textual({
    maxLength: limits.longTextCharacters,
    sample: ({ label, language, prices }, n) => {
      if (prices) return `${n}00000`;
      if (language === 'json') return JSON.stringify({ sample: n });
      return language === 'html' ? `<!-- ${label} ${n} -->` : `/* ${label} ${n} */`;
    },
    isMultiline: true,
    problem({ prices, language }, text) {
      if (prices) return pricesProblem(text);
      const problem = language === 'json' && text.trim() !== '' ? jsonProblem(text) : null;
      return problem && `Not valid JSON: in line ${problem.line}, column ${problem.column}, ${problem.message}`;
    },
  }),
  keepsSpace: true,
};
