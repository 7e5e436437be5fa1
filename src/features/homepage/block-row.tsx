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
import { useNear } from './use-near.ts';

const item = css({ listStyle: 'none', position: 'relative', '&:is([data-lifted], [data-dragged])': { zIndex: 'raised' } });
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
  ':is([data-lifted], [data-dragged]) > &': { backgroundColor: 'surface.raised', boxShadow: 'overlay' },
});
const lockStyle = css({ cursor: 'help' });

/** Where a row is while one is moved by the keyboard; the list's styles read it. */
const placeOf = ({ liftedTo, crossed, selected }: Row) => ({
  'data-selected': selected || undefined,
  'data-lifted': liftedTo === null ? undefined : '',
  'data-crossed': crossed ? '' : undefined,
});

/** The preview outlines the block whose row has the pointer or the focus. */
const watched = (id: string, actions: RowActions) => ({
  onPointerEnter: () => actions.hover(id),
  onPointerLeave: () => actions.hover(null),
  onFocus() {
    actions.select(id);
    actions.hover(id);
  },
  onBlur: () => actions.hover(null),
});

/** A row that can't be moved. */
export const LockedRow = memo(function LockedRow({ row, actions }: BlockRowProps) {
  return (
    <li className={item} data-block-row={row.id} {...placeOf(row)} {...watched(row.id, actions)}>
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

/**
 * A row that can be moved. A row far outside the window takes no part in a drag: a list may have 300 of them. Its elements stay the same when
 * that changes: a click, the focus or an open menu would be lost with them.
 */
export const MovableRow = memo(
  function MovableRow({ row, actions, group }: MovableRowProps) {
    const { isNear, ref } = useNear(group);
    const element = useRef<HTMLLIElement>(null);
    const pointer = useRef<PointerListeners>(undefined);
    const setElement = useCallback(
      (li: HTMLLIElement | null) => {
        element.current = li;
        return ref(li);
      },
      [ref],
    );
    return (
      <li ref={setElement} className={item} data-block-row={row.id} {...placeOf(row)} {...watched(row.id, actions)}>
        {isNear ? <RowDrag id={row.id} element={element} pointer={pointer} /> : null}
        <div className={rowStyle}>
          <RowHandle row={row} actions={actions} pointer={pointer} />
          <RowBody row={row} actions={actions} />
        </div>
        {row.conflict === null ? null : <RowConflict row={row} conflict={row.conflict} resolve={actions.resolve} />}
      </li>
    );
  },
  (before, after) => before.group === after.group && sameProps(before, after),
);

type PointerListeners = ReturnType<typeof useSortable>['listeners'];

interface RowDragProps {
  readonly id: string;
  readonly element: RefObject<HTMLLIElement | null>;
  readonly pointer: RefObject<PointerListeners>;
}

/** Lets the row take part in drags by pointer. Renders nothing: each step of a drag moves the row's element, and draws no row again. */
function RowDrag({ id, element, pointer }: RowDragProps) {
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({ id });
  useLayoutEffect(() => {
    setNodeRef(element.current);
    return () => setNodeRef(null);
  }, [setNodeRef, element]);
  useLayoutEffect(() => {
    pointer.current = listeners;
    return () => {
      pointer.current = undefined;
    };
  }, [pointer, listeners]);
  const y = transform === null ? null : Math.round(transform.y);
  useLayoutEffect(() => {
    const li = element.current;
    if (li === null) return undefined;
    const place = (at: number | null, moves: string | undefined, dragged: boolean) => {
      li.style.transform = at === null ? '' : `translate3d(0, ${at}px, 0)`;
      li.style.transition = moves ?? '';
      li.toggleAttribute('data-dragged', dragged);
    };
    place(y, transition, isDragging);
    return () => place(null, undefined, false);
  }, [element, y, transition, isDragging]);
  return null;
}

const handleStyle = css({
  touchAction: 'none',
  cursor: 'grab',
  _active: { cursor: 'grabbing' },
});

/** The id of the instructions for moving by keyboard, which describe every handle. */
export const movingHelpId = 'moving-help';

interface HandleProps extends BlockRowProps {
  readonly pointer: RefObject<PointerListeners>;
}

/** Moves a row, by pointer or keyboard. */
const RowHandle = memo(function RowHandle({ row: { id, label, liftedTo }, actions, pointer }: HandleProps) {
  const isLifted = liftedTo !== null;
  const element = useRef<HTMLButtonElement>(null);
  useKeptInView(element, liftedTo);
  return (
    <IconButton
      ref={element}
      onMouseDown={(event) => pointer.current?.['onMouseDown']?.(event)}
      onTouchStart={(event) => pointer.current?.['onTouchStart']?.(event)}
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
    before.actions === after.actions
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
