/** One place, or to an end of the rows. */
type MoveBy = 'up' | 'down' | 'top' | 'bottom';

export type RowKey = 'lift' | 'drop' | 'cancel' | MoveBy;

const moves: Readonly<Record<string, MoveBy>> = { ArrowUp: 'up', ArrowDown: 'down', Home: 'top', End: 'bottom' };
const drops: ReadonlySet<string> = new Set([' ', 'Enter', 'Tab']);

/**
 * What a key on a row's handle does; null: nothing. A held Space would lift and drop by turns. Tab drops, and then moves the focus
 * as always.
 */
export function rowKeyOf({ key, repeat }: Pick<KeyboardEvent, 'key' | 'repeat'>, isLifted: boolean): RowKey | null {
  if (!isLifted) return !repeat && (key === ' ' || key === 'Enter') ? 'lift' : null;
  if (key === 'Escape') return 'cancel';
  return drops.has(key) && !repeat ? 'drop' : (moves[key] ?? null);
}
