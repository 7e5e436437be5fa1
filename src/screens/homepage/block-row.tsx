import { useSortable } from '@dnd-kit/sortable';
import {
  ArrowDown,
  ArrowUp,
  Clock3,
  Copy,
  CopyPlus,
  EllipsisVertical,
  Eye,
  EyeOff,
  GripVertical,
  Lock,
  Pencil,
  Trash2,
  TriangleAlert,
} from 'lucide-react';
import type { BlockRow as Row } from '#machines/homepage/homepage.view.types.ts';
import { css, cx } from '#styled/css/index.js';
import { cloneElement, memo, type RefObject, useCallback, useState } from 'react';
import { Badge } from '#src/ui/badge.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Menu, type MenuItem } from '#src/ui/menu.tsx';
import { Tooltip } from '#src/ui/tooltip.tsx';
import { useNear } from './use-near.ts';

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
const handleStyle = css({
  touchAction: 'none',
  cursor: 'grab',
  _active: { cursor: 'grabbing' },
});
const lockStyle = css({ cursor: 'help' });
const body = css({ flex: '1', minWidth: '0', display: 'flex', alignItems: 'center', gap: '1' });
const words = css({ flex: '1', minWidth: '0', display: 'flex', alignItems: 'center', gap: '2' });
const labelStyle = css({ minWidth: '0', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', fontWeight: 'medium' });
const hiddenLabel = css({ color: 'text.muted' });
const mark = css({ display: 'inline-flex', flexShrink: '0', color: 'text.muted' });
const problem = css({ color: 'warning.text' });

/** What a row asks for; the same for all rows, and for good. */
export interface RowActions {
  readonly toggle: (id: string) => void;
  readonly edit: (id: string) => void;
  readonly move: (id: string, by: 'up' | 'down') => void;
  readonly duplicate: (id: string) => void;
  readonly copy: (id: string) => void;
  readonly remove: (id: string) => void;
  readonly hover: (id: string | null) => void;
}

interface BlockRowProps {
  readonly row: Row;
  readonly actions: RowActions;
}

/** The instructions for moving by keyboard, which every handle is described by. */
export const movingHelpId = 'moving-help';

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

/** A row that can be moved. One far out of sight takes no part in a drag: a list may have 200 of them. */
export const MovableRow = memo(function MovableRow({ row, actions }: BlockRowProps) {
  const { ref, near } = useNear<HTMLLIElement>();
  if (near) return <SortableRow row={row} actions={actions} place={ref} />;
  return (
    <li ref={ref} className={item} data-block-row={row.id}>
      <div className={rowStyle}>
        <Handle label={row.label} />
        <RowBody row={row} actions={actions} />
      </div>
    </li>
  );
}, sameProps);

interface SortableRowProps extends BlockRowProps {
  readonly place: RefObject<HTMLLIElement | null>;
}

/** The frame of a row moves with each step of a drag; what is in it is drawn again only when the block changes. */
function SortableRow({ row, actions, place }: SortableRowProps) {
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } = useSortable({ id: row.id });
  const hold = useCallback(
    (element: HTMLLIElement | null) => {
      setNodeRef(element);
      place.current = element;
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
        <Handle handleRef={setActivatorNodeRef} label={row.label} listeners={listeners} />
        <RowBody row={row} actions={actions} />
      </div>
    </li>
  );
}

interface HandleProps {
  readonly label: string;
  readonly handleRef?: (element: HTMLElement | null) => void;
  readonly listeners?: ReturnType<typeof useSortable>['listeners'];
}

const Handle = memo(function Handle({ label, handleRef, listeners }: HandleProps) {
  return (
    <IconButton
      {...listeners}
      ref={handleRef}
      label={`Move ${label}`}
      title="Drag to move"
      aria-describedby={movingHelpId}
      icon={<GripVertical />}
      className={handleStyle}
    />
  );
});

const RowBody = memo(function RowBody({ row, actions }: BlockRowProps) {
  const { id, label, hidden } = row;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: where the pointer or the focus is shows in the preview; nothing is operated by it
    <div
      className={body}
      onPointerEnter={() => actions.hover(id)}
      onPointerLeave={() => actions.hover(null)}
      onFocus={() => actions.hover(id)}
      onBlur={() => actions.hover(null)}
    >
      <span className={words}>
        <span className={cx(labelStyle, hidden && hiddenLabel)} title={label}>
          {label}
        </span>
        {hidden ? <Badge>Hidden</Badge> : null}
        <Waiting mark={row.waiting} />
      </span>
      {row.lock === null ? (
        <IconButton
          label={`Hide ${label}`}
          title={hidden ? 'Hidden. Show it again' : 'Hide'}
          aria-pressed={hidden}
          icon={hidden ? <EyeOff /> : <Eye />}
          onClick={() => actions.toggle(id)}
        />
      ) : null}
      <IconButton label={`Edit ${label}`} title="Edit" icon={<Pencil />} data-row-focus onClick={() => actions.edit(id)} />
      <RowMenu row={row} actions={actions} />
    </div>
  );
}, sameProps);

function sameProps(before: BlockRowProps, after: BlockRowProps): boolean {
  return before.actions === after.actions && sameRow(before.row, after.row);
}

/** Whether two rows are drawn alike. Where the pointer is shows in the preview alone. */
export function sameRow(a: Row, b: Row): boolean {
  return (
    a.id === b.id &&
    a.label === b.label &&
    a.hidden === b.hidden &&
    a.lock === b.lock &&
    a.waiting?.status === b.waiting?.status &&
    a.waiting?.message === b.waiting?.message &&
    a.canMoveUp === b.canMoveUp &&
    a.canMoveDown === b.canMoveDown &&
    a.cannotDuplicate === b.cannotDuplicate &&
    a.cannotCopy === b.cannotCopy &&
    a.cannotDelete === b.cannotDelete
  );
}

const marks = {
  waiting: { Icon: Clock3, text: 'Waiting to be sent', tone: null },
  parked: { Icon: TriangleAlert, text: 'Not accepted by the server', tone: problem },
  conflict: { Icon: TriangleAlert, text: 'Changed elsewhere too', tone: problem },
} as const;

function Waiting({ mark: waiting }: { readonly mark: Row['waiting'] }) {
  if (waiting === null) return null;
  const { Icon, text, tone } = marks[waiting.status];
  const told = waiting.message ? `${text}. ${waiting.message}` : text;
  return (
    <span role="img" aria-label={told} title={told} className={cx(mark, tone)}>
      <Icon size={14} aria-hidden="true" />
    </span>
  );
}

/** The menu's chart comes with the first click: a list may have 200 of them. */
function RowMenu({ row, actions }: BlockRowProps) {
  const [wanted, setWanted] = useState(false);
  const trigger = <IconButton label={`More for ${row.label}`} title="More" icon={<EllipsisVertical />} aria-haspopup="menu" />;
  if (wanted) return <Menu defaultOpen trigger={trigger} items={itemsOf(row, actions)} />;
  return cloneElement(trigger, { onClick: () => setWanted(true) });
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
