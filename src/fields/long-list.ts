import { limits } from '#contract/limits.ts';
import type { Choices } from './field-data.ts';

/** Too long to be looked through: it is searched. */
export function isLong(choices: Choices): boolean {
  return choices.status === 'ready' && (choices.total ?? choices.items.length) > limits.perPageMax;
}
