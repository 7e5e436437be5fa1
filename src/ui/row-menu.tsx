import { EllipsisVertical } from 'lucide-react';
import { cloneElement, type MouseEvent, useState } from 'react';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Menu, type MenuItem } from '#src/ui/menu.tsx';

interface RowMenuProps {
  /** The name of the row. */
  readonly name: string;
  readonly items: readonly MenuItem[];
}

/** Mounts the menu's machine at the first click, since a page has many rows. */
export function RowMenu({ name, items }: RowMenuProps) {
  const [openedBy, setOpenedBy] = useState<'pointer' | 'keyboard' | null>(null);
  const trigger = <IconButton size="small" label={`More for ${name}`} title="More" icon={<EllipsisVertical />} aria-haspopup="menu" />;
  if (openedBy === null) {
    // A click by keyboard has no position.
    return cloneElement(trigger, { onClick: ({ detail }: MouseEvent) => setOpenedBy(detail === 0 ? 'keyboard' : 'pointer') });
  }
  const first = openedBy === 'keyboard' ? items.find((item) => !item.disabled) : undefined;
  return <Menu defaultOpen trigger={trigger} items={items} {...(first ? { defaultHighlighted: first.id } : {})} />;
}
