import { ArrowDown, ArrowUp } from 'lucide-react';
import type { MenuItem } from './menu.tsx';

interface Moves {
  readonly canMoveUp: boolean;
  readonly canMoveDown: boolean;
  /** The keys that do the same, at the end of each line. */
  readonly keys?: { readonly up: string; readonly down: string };
  readonly onMove: (by: 'up' | 'down') => void;
}

/** The items of a row's menu that move it by one place. */
export function moveItems({ canMoveUp, canMoveDown, keys, onMove }: Moves): readonly MenuItem[] {
  return [
    { id: 'up', label: 'Move up', Icon: ArrowUp, can: canMoveUp } as const,
    { id: 'down', label: 'Move down', Icon: ArrowDown, can: canMoveDown } as const,
  ].map(({ id, label, Icon, can }) => ({
    ...{ id, label, icon: <Icon aria-hidden="true" />, disabled: !can, onSelect: () => onMove(id) },
    ...(keys ? { keys: keys[id] } : {}),
  }));
}
