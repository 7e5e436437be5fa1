import { EllipsisVertical } from 'lucide-react';
import { cloneElement, type MouseEvent, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import { Menu, type MenuItem } from './menu.tsx';

interface RowMenuProps {
  /** The name of the row. */
  readonly name: string;
  readonly size?: 'small' | 'medium';
  /** Asked for while the menu is mounted. */
  readonly items: () => readonly MenuItem[];
}

/** Mounts the menu's machine at the first click, since a list has many rows. */
export function RowMenu({ name, size = 'small', items: itemsNow }: RowMenuProps) {
  const [openedBy, setOpenedBy] = useState<'pointer' | 'keyboard' | null>(null);
  const trigger = <IconButton size={size} label={`More for ${name}`} title="More" icon={<EllipsisVertical />} aria-haspopup="menu" />;
  if (openedBy === null) {
    // A click by keyboard has no position.
    return cloneElement(trigger, { onClick: ({ detail }: MouseEvent) => setOpenedBy(detail === 0 ? 'keyboard' : 'pointer') });
  }
  const items = itemsNow();
  const first = openedBy === 'keyboard' ? items.find((item) => !item.disabled) : undefined;
  return <Menu defaultOpen trigger={trigger} items={items} {...(first ? { defaultHighlighted: first.id } : {})} />;
}
