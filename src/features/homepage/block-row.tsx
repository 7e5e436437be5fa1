import { useSortable } from '@dnd-kit/sortable';
import { GripVertical, Lock } from 'lucide-react';
import type { BlockRow as Row } from '#machines/homepage/homepage.view.ts';
import { css } from '#styled/css/index.js';
import { type KeyboardEvent, memo, type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Tooltip } from '#src/ui/tooltip.tsx';
import { RowBody } from './row-body.tsx';
import { rowKeyOf } from './row-keys.ts';
import { type BlockRowProps, type RowActions, sameProps } from './row-props.ts';
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
  '[data-selected] > &': { backgroundColor: 'surface.hover' },
  '[data-lifted] > &': { backgroundColor: 'surface.raised', boxShadow: 'overlay' },
});
const lockStyle = css({ cursor: 'help' });

/** Where a row is while one is moved by the keyboard; the list's styles read it. */
const placeOf = ({ liftedTo, crossed, selected }: Row) => ({
  'data-selected': selected || undefined,
  'data-lifted': liftedTo === null ? undefined : '',
  'data-moving': liftedTo === null ? undefined : '',
  'data-crossed': crossed ? '' : undefined,
});

/** A row that can't be moved. */
export const LockedRow = memo(function LockedRow({ row, actions }: BlockRowProps) {
  return (
    <li className={item} data-block-row={row.id} {...placeOf(row)} onFocus={() => actions.select(row.id)}>
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
  /** Rows of a group become part of a drag together. */
  readonly group: number;
}

/** A row that can be moved. A row far outside the window takes no part in a drag: a list may have 200 of them. */
export const MovableRow = memo(
  function MovableRow({ row, actions, group }: MovableRowProps) {
    const { isNear, ref } = useNear(group);
    if (isNear) return <SortableRow row={row} actions={actions} rowRef={ref} />;
    return (
      <li ref={ref} className={item} data-block-row={row.id} {...placeOf(row)} onFocus={() => actions.select(row.id)}>
        <div className={rowStyle}>
          <RowHandle row={row} actions={actions} />
          <RowBody row={row} actions={actions} />
        </div>
        {row.conflict === null ? null : <RowConflict row={row} conflict={row.conflict} resolve={actions.resolve} />}
      </li>
    );
  },
  (before, after) => before.group === after.group && sameProps(before, after),
);

interface SortableRowProps extends BlockRowProps {
  readonly rowRef: Near['ref'];
}

/** A row moves with each step of a drag. Its content is drawn again only when the block changes. */
function SortableRow({ row, actions, rowRef }: SortableRowProps) {
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } = useSortable({ id: row.id });
  const setElement = useCallback(
    (element: HTMLLIElement | null) => {
      setNodeRef(element);
      const unregister = rowRef(element);
      return () => {
        setNodeRef(null);
        unregister?.();
      };
    },
    [setNodeRef, rowRef],
  );
  return (
    <li
      ref={setElement}
      className={item}
      data-block-row={row.id}
      {...placeOf(row)}
      onFocus={() => actions.select(row.id)}
      data-lifted={isDragging || row.liftedTo !== null ? '' : undefined}
      style={{ transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined, transition }}
    >
      <div className={rowStyle}>
        <RowHandle row={row} actions={actions} handleRef={setActivatorNodeRef} listeners={listeners} />
        <RowBody row={row} actions={actions} />
      </div>
      {row.conflict === null ? null : <RowConflict row={row} conflict={row.conflict} resolve={actions.resolve} />}
    </li>
  );
}

const handleStyle = css({
  touchAction: 'none',
  cursor: 'grab',
  _active: { cursor: 'grabbing' },
});

/** The id of the instructions for moving by keyboard, which describe every handle. */
export const movingHelpId = 'moving-help';

interface HandleProps extends BlockRowProps {
  readonly handleRef?: (element: HTMLElement | null) => void;
  readonly listeners?: ReturnType<typeof useSortable>['listeners'];
}

/** Moves a row, by pointer or keyboard. */
const RowHandle = memo(function RowHandle({ row: { id, label, liftedTo }, actions, handleRef, listeners }: HandleProps) {
  const isLifted = liftedTo !== null;
  const element = useRef<HTMLElement>(null);
  useKeptInView(element, liftedTo);
  const setElement = useCallback(
    (handle: HTMLElement | null) => {
      element.current = handle;
      handleRef?.(handle);
    },
    [handleRef],
  );
  return (
    <IconButton
      {...listeners}
      ref={setElement}
      label={`Move ${label}`}
      title="Drag to move"
      aria-describedby={movingHelpId}
      icon={<GripVertical />}
      className={handleStyle}
      onKeyDown={(event: KeyboardEvent) => {
        const key = rowKeyOf(event, isLifted);
        if (key === null) return;
        if (event.key !== 'Tab') event.preventDefault();
        actions.press(id, key);
      }}
      // Another element has the focus: no key would reach the row any more. Another window is no reason.
      onBlur={({ currentTarget }) => {
        if (isLifted && document.activeElement !== currentTarget) actions.press(id, 'cancel');
      }}
    />
  );
}, sameHandle);

function sameHandle(before: HandleProps, after: HandleProps): boolean {
  return (
    before.row.id === after.row.id &&
    before.row.label === after.row.label &&
    before.row.liftedTo === after.row.liftedTo &&
    before.actions === after.actions &&
    before.handleRef === after.handleRef &&
    before.listeners === after.listeners
  );
}

/** Follows a row through the list, and back to its place where the move is cancelled. */
function useKeptInView(element: RefObject<HTMLElement | null>, liftedTo: number | null): void {
  const wasAt = useRef(liftedTo);
  useLayoutEffect(() => {
    if (liftedTo !== wasAt.current) element.current?.closest('li')?.scrollIntoView({ block: 'nearest' });
    wasAt.current = liftedTo;
  }, [element, liftedTo]);
}

const box = css({
  marginInline: '1',
  marginBottom: '1',
  padding: '3',
  border: 'none',
  borderInlineStartWidth: 'thick',
  borderInlineStartStyle: 'solid',
  borderInlineStartColor: 'warning.border',
  borderRadius: 'md',
  backgroundColor: 'warning.subtle',
});
const legend = css({ float: 'start', width: 'full', marginBottom: '2', fontSize: 'sm', fontWeight: 'medium', color: 'warning.text' });
const choices = css({ clear: 'both', display: 'flex', flexWrap: 'wrap', gap: '2' });

interface RowConflictProps {
  readonly row: Pick<Row, 'id' | 'label'>;
  readonly conflict: NonNullable<Row['conflict']>;
  readonly resolve: RowActions['resolve'];
}

/** The conflict of a block whose visibility somebody else has changed too. Rendered below its row. */
function RowConflict({ row: { id, label }, conflict: { mine, theirs }, resolve }: RowConflictProps) {
  return (
    <fieldset className={box}>
      <legend className={legend}>{`Somebody else ${theirs ? 'shows' : 'has hidden'} ${label}. Choose which to keep.`}</legend>
      <div className={choices}>
        <Button size="small" onClick={() => resolve(id, 'mine')}>
          {`Yours: ${describeVisibility(mine)}`}
        </Button>
        <Button size="small" onClick={() => resolve(id, 'theirs')}>
          {`On the server: ${describeVisibility(theirs)}`}
        </Button>
      </div>
    </fieldset>
  );
}

const describeVisibility = (isVisible: boolean): string => (isVisible ? 'shown' : 'hidden');
