import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates } from '@dnd-kit/sortable';
import type { ReactNode } from 'react';
import { css } from '#styled/css/index.js';
import { visuallyHidden } from './visually-hidden.ts';

const grid = css({
  display: 'grid',
  gridTemplateColumns: '[repeat(auto-fill, minmax(8.5rem, 1fr))]',
  gap: '3',
  listStyle: 'none',
  margin: '0',
  padding: '0',
});

const instructions = {
  draggable: 'To move this picture, press Space or Enter, then the arrow keys. Space or Enter again puts it down, Escape cancels.',
};

export interface PictureGridProps {
  readonly label: string;
  /** The keys of the tiles that can be moved, in order. */
  readonly keys: readonly string[];
  readonly nameOf: (key: string) => string;
  /** Tells screen readers what was just done. */
  readonly announcement: string;
  readonly onMove: (from: number, to: number) => void;
  readonly children: ReactNode;
}

/** Pictures in their order. They are moved by pointer, by keyboard, or by touch after a long press, since a swipe scrolls the page. */
export function PictureGrid({ label, keys, nameOf, announcement, onMove, children }: PictureGridProps) {
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const place = (key: string | number | undefined): string => `${keys.indexOf(String(key)) + 1} of ${keys.length}`;
  const name = (key: string | number): string => nameOf(String(key));
  const announcements: Announcements = {
    onDragStart: ({ active }) => `${name(active.id)} lifted, ${place(active.id)}.`,
    onDragOver: ({ active, over }) => (over ? `${name(active.id)} moved to ${place(over.id)}.` : undefined),
    onDragEnd: ({ active, over }) => `${name(active.id)} put down, ${place((over ?? active).id)}.`,
    onDragCancel: ({ active }) => `${name(active.id)} is back at ${place(active.id)}.`,
  };
  const end = ({ active, over }: DragEndEvent): void => {
    const [from, to] = [keys.indexOf(String(active.id)), keys.indexOf(String(over?.id))];
    if (from >= 0 && to >= 0 && from !== to) onMove(from, to);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: instructions }}
      onDragEnd={end}
    >
      <SortableContext items={[...keys]} strategy={rectSortingStrategy}>
        <ul aria-label={label} className={grid}>
          {children}
        </ul>
      </SortableContext>
      <div role="status" className={visuallyHidden}>
        {announcement}
      </div>
    </DndContext>
  );
}
