import { ArrowDown, ArrowUp, Copy, CopyPlus, EllipsisVertical, Trash2 } from 'lucide-react';
import type { BlockRow as Row } from '#machines/homepage/homepage.view.types.ts';
import { cloneElement, type MouseEvent, useState } from 'react';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Menu, type MenuItem } from '#src/ui/menu.tsx';
import type { BlockRowProps, RowActions } from './row-props.ts';

/** The menu's chart comes with the first click: a list may have 200 of them. */
export function RowMenu({ row, actions }: BlockRowProps) {
  const [wanted, setWanted] = useState<'pointer' | 'keyboard' | null>(null);
  const trigger = <IconButton label={`More for ${row.label}`} title="More" icon={<EllipsisVertical />} aria-haspopup="menu" />;
  if (wanted === null) {
    // A click by keyboard has no position.
    return cloneElement(trigger, { onClick: ({ detail }: MouseEvent) => setWanted(detail === 0 ? 'keyboard' : 'pointer') });
  }
  const items = itemsOf(row, actions);
  const first = wanted === 'keyboard' ? items.find((item) => !item.disabled) : undefined;
  return <Menu defaultOpen trigger={trigger} items={items} {...(first ? { defaultHighlighted: first.id } : {})} />;
}

function itemsOf(
  { id, canMoveUp, canMoveDown, lock, cannotDuplicate, cannotCopy, cannotDelete }: Row,
  actions: RowActions,
): readonly MenuItem[] {
  const moves: readonly MenuItem[] =
    lock === null
      ? [
          {
            id: 'up',
            label: 'Move up',
            icon: <ArrowUp aria-hidden="true" />,
            disabled: !canMoveUp,
            onSelect: () => actions.move(id, 'up'),
          },
          {
            id: 'down',
            label: 'Move down',
            icon: <ArrowDown aria-hidden="true" />,
            disabled: !canMoveDown,
            onSelect: () => actions.move(id, 'down'),
          },
        ]
      : [];
  const why = (reason: string | null) => ({ disabled: reason !== null, ...(reason === null ? {} : { sub: reason }) });
  return [
    ...moves,
    {
      id: 'duplicate',
      label: 'Duplicate',
      icon: <CopyPlus aria-hidden="true" />,
      separated: moves.length > 0,
      ...why(cannotDuplicate),
      onSelect: () => actions.duplicate(id),
    },
    {
      id: 'copy',
      label: 'Copy to another website…',
      icon: <Copy aria-hidden="true" />,
      ...why(cannotCopy),
      onSelect: () => actions.copy(id),
    },
    {
      id: 'delete',
      label: 'Delete…',
      icon: <Trash2 aria-hidden="true" />,
      tone: 'danger',
      separated: true,
      ...why(cannotDelete),
      onSelect: () => actions.remove(id),
    },
  ];
}
