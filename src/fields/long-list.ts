import { limits } from '#contract/limits.ts';
import type { Choices } from './field-data.ts';

type Ready = Extract<Choices, { readonly status: 'ready' }>;

/** Too long to scroll through, so it is searched. */
export function isLongList(choices: Choices): boolean {
  return choices.status === 'ready' && (choices.total ?? choices.items.length) > limits.perPageMax;
}

/** True where all of its items are loaded. */
export const isWhole = ({ items, total = 0 }: Ready): boolean => total <= items.length;
