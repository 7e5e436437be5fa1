import type { Field } from '#contract/fields/field.ts';
import { maxLengthOf } from '#contract/fields/index.ts';
import type { TextLimit } from './text-limit.ts';

/** The limit that a field shows during typing: that of its counter, which is always there, else the most it holds. */
export function limitOf(field: Field): TextLimit | null {
  if ('counter' in field && field.counter) {
    return { kind: field.counter.limit, characters: field.counter.characters, always: true };
  }
  const max = maxLengthOf(field);
  return max === null ? null : { kind: 'hard', characters: max };
}
