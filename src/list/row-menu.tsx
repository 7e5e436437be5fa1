import { EllipsisVertical } from 'lucide-react';
import { cloneElement, type MouseEvent, useState } from 'react';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Menu, type MenuItem } from '#src/ui/menu.tsx';

interface RowMenuProps {
  /** What the row is called. */
  readonly name: string;
  readonly items: readonly MenuItem[];
}

/** The menu's chart comes with the first click: a page has many rows. */
export function RowMenu({ name, items }: RowMenuProps) {
  const [wanted, setWanted] = useState<'pointer' | 'keyboard' | null>(null);
  const trigger = <IconButton size="small" label={`More for ${name}`} title="More" icon={<EllipsisVertical />} aria-haspopup="menu" />;
  if (wanted === null) {
    // A click by keyboard has no position.
    return cloneElement(trigger, { onClick: ({ detail }: MouseEvent) => setWanted(detail === 0 ? 'keyboard' : 'pointer') });
  }
  const first = wanted === 'keyboard' ? items.find((item) => !item.disabled) : undefined;
  return <Menu defaultOpen trigger={trigger} items={items} {...(first ? { defaultHighlighted: first.id } : {})} />;
}
