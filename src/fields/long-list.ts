import { limits } from '#contract/limits.ts';
import type { Choices } from './field-data.ts';

type Ready = Extract<Choices, { readonly status: 'ready' }>;

/** Too long to be looked through: it is searched. */
export function isLong(choices: Choices): boolean {
  return choices.status === 'ready' && (choices.total ?? choices.items.length) > limits.perPageMax;
}

/** Nothing of it lies beyond what is loaded. */
export const isWhole = ({ items, total = 0 }: Ready): boolean => total <= items.length;
