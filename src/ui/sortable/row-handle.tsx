import { useSortable } from '@dnd-kit/sortable';
import { GripVertical } from 'lucide-react';
import { css } from '#styled/css/index.js';
import { type KeyboardEvent, memo, type RefObject, useLayoutEffect, useRef } from 'react';
import { IconButton } from '#src/ui/icon-button.tsx';
import { type RowKey, rowKeyOf } from './row-keys.ts';

export type PointerListeners = ReturnType<typeof useSortable>['listeners'];

interface RowDragProps {
  readonly id: string;
  readonly element: RefObject<HTMLElement | null>;
  readonly pointer: RefObject<PointerListeners>;
}

/** Lets the row take part in drags by pointer. Renders nothing: each step of a drag moves the row's element, and draws no row again. */
export function RowDrag({ id, element, pointer }: RowDragProps) {
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
  cursor: 'grab!',
  _active: { cursor: 'grabbing!' },
});

interface RowHandleProps {
  readonly id: string;
  readonly label: string;
  /** While it is lifted by the keyboard: the place where it would go. */
  readonly liftedTo: number | null;
  /** The id of the instructions for moving by keyboard, which describe every handle. */
  readonly helpId: string;
  readonly pointer: RefObject<PointerListeners>;
  readonly onPress: (id: string, key: RowKey) => void;
}

/** Moves a row, by pointer or keyboard. */
export const RowHandle = memo(function RowHandle({ id, label, liftedTo, helpId, pointer, onPress }: RowHandleProps) {
  const isLifted = liftedTo !== null;
  const element = useRef<HTMLButtonElement>(null);
  useKeptInView(element, liftedTo);
  return (
    <IconButton
      ref={element}
      data-handle=""
      onMouseDown={(event) => pointer.current?.['onMouseDown']?.(event)}
      onTouchStart={(event) => pointer.current?.['onTouchStart']?.(event)}
      label={`Move ${label}`}
      title="Drag to move"
      aria-describedby={helpId}
      icon={<GripVertical />}
      className={handleStyle}
      onKeyDown={(event: KeyboardEvent) => {
        const key = rowKeyOf(event, isLifted);
        if (key === null) return;
        if (event.key !== 'Tab') event.preventDefault();
        onPress(id, key);
      }}
      // Another element has the focus: no key would reach the row any more. Another window is no reason.
      onBlur={({ currentTarget }) => {
        if (isLifted && document.activeElement !== currentTarget) onPress(id, 'cancel');
      }}
    />
  );
});

/** Follows a row through the list, and back to its place where the move is cancelled. */
function useKeptInView(element: RefObject<HTMLElement | null>, liftedTo: number | null): void {
  const wasAt = useRef(liftedTo);
  useLayoutEffect(() => {
    if (liftedTo !== wasAt.current) element.current?.closest('li')?.scrollIntoView({ block: 'nearest' });
    wasAt.current = liftedTo;
  }, [element, liftedTo]);
}
