import { useSortable } from '@dnd-kit/sortable';
import { Lock } from 'lucide-react';
import { css } from '#styled/css/index.js';
import { memo, useCallback } from 'react';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Tooltip } from '#src/ui/tooltip.tsx';
import { RowBody } from './row-body.tsx';
import { RowConflict } from './row-conflict.tsx';
import { RowHandle } from './row-handle.tsx';
import { type BlockRowProps, sameProps } from './row-props.ts';
import { type Near, useNear } from './use-near.ts';

const item = css({ listStyle: 'none', position: 'relative', '&[data-lifted]': { zIndex: 'raised' } });
const rowStyle = css({
  display: 'flex',
  alignItems: 'center',
  gap: '1',
  minHeight: '11',
  paddingInline: '1',
  borderRadius: 'md',
  backgroundColor: 'surface',
  _hover: { backgroundColor: 'surface.hover' },
  '[data-lifted] > &': { backgroundColor: 'surface.raised', boxShadow: 'overlay' },
});
const lockStyle = css({ cursor: 'help' });

/** A row that stays where it is. */
export const LockedRow = memo(function LockedRow({ row, actions }: BlockRowProps) {
  return (
    <li className={item} data-block-row={row.id}>
      <div className={rowStyle}>
        <Tooltip text={row.lock}>
          <IconButton
            label={`${row.label} is locked`}
            title=""
            aria-description={row.lock ?? undefined}
            icon={<Lock />}
            className={lockStyle}
          />
        </Tooltip>
        <RowBody row={row} actions={actions} />
      </div>
    </li>
  );
}, sameProps);

interface MovableRowProps extends BlockRowProps {
  /** Which rows become a part of a drag together with it. */
  readonly group: number;
}

/** A row that can be moved. One far out of sight takes no part in a drag: a list may have 200 of them. */
export const MovableRow = memo(
  function MovableRow({ row, actions, group }: MovableRowProps) {
    const { near, place } = useNear(group);
    if (near) return <SortableRow row={row} actions={actions} place={place} />;
    return (
      <li ref={place} className={item} data-block-row={row.id}>
        <div className={rowStyle}>
          <RowHandle label={row.label} />
          <RowBody row={row} actions={actions} />
        </div>
        {row.conflict === null ? null : <RowConflict row={row} conflict={row.conflict} resolve={actions.resolve} />}
      </li>
    );
  },
  (before, after) => before.group === after.group && sameProps(before, after),
);

interface SortableRowProps extends BlockRowProps {
  readonly place: Near['place'];
}

/** The frame of a row moves with each step of a drag; what is in it is drawn again only when the block changes. */
function SortableRow({ row, actions, place }: SortableRowProps) {
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } = useSortable({ id: row.id });
  const hold = useCallback(
    (element: HTMLLIElement | null) => {
      setNodeRef(element);
      const leave = place(element);
      return () => {
        setNodeRef(null);
        leave?.();
      };
    },
    [setNodeRef, place],
  );
  return (
    <li
      ref={hold}
      className={item}
      data-block-row={row.id}
      data-lifted={isDragging ? '' : undefined}
      style={{ transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined, transition }}
    >
      <div className={rowStyle}>
        <RowHandle handleRef={setActivatorNodeRef} label={row.label} listeners={listeners} />
        <RowBody row={row} actions={actions} />
      </div>
      {row.conflict === null ? null : <RowConflict row={row} conflict={row.conflict} resolve={actions.resolve} />}
    </li>
  );
}
