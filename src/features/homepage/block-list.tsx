import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  type DragOverEvent,
  type DragStartEvent,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import type { BlockRow } from '#machines/homepage/homepage.view.ts';
import { memo, useMemo } from 'react';
import { autoScroll, byPointer, groupOf, silentAccessibility, sortableListStyle, upAndDown } from '#src/ui/sortable/sortable-list.ts';
import { visuallyHidden } from '#src/ui/visually-hidden.ts';
import { LockedRow, MovableRow, movingHelpId } from './block-row.tsx';
import { type RowActions, sameRow } from './row-props.ts';

export interface DragActions {
  readonly lift: (id: string) => void;
  readonly over: (overId: string) => void;
  readonly drop: () => void;
  readonly cancel: () => void;
}

interface BlockListProps {
  readonly rows: readonly BlockRow[];
  readonly actions: RowActions;
  readonly drag: DragActions;
}

/** Drawn again only when a row changes, not at each step of a drag. */
export const BlockList = memo(function BlockList({ rows, actions, drag }: BlockListProps) {
  const sensors = useSensors(useSensor(MouseSensor, byPointer), useSensor(TouchSensor, byPointer));
  const movableIds = JSON.stringify(rows.filter((row) => row.lock === null).map((row) => row.id));
  // The same list while the ids are the same: a new one draws every row near the window again.
  const movable = useMemo((): string[] => JSON.parse(movableIds), [movableIds]);
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={silentAccessibility}
      modifiers={modifiers}
      autoScroll={autoScroll}
      onDragStart={({ active }: DragStartEvent) => drag.lift(String(active.id))}
      onDragOver={({ over }: DragOverEvent) => {
        if (over) drag.over(String(over.id));
      }}
      onDragEnd={(_: DragEndEvent) => drag.drop()}
      onDragCancel={drag.cancel}
    >
      <SortableContext items={movable} strategy={verticalListSortingStrategy}>
        <p id={movingHelpId} className={visuallyHidden}>
          Press Space to lift the block, the arrow keys, Home and End to move it, Space to drop it, and Escape to cancel.
        </p>
        <ul className={sortableListStyle} aria-label="Blocks">
          {rows.map((row, at) =>
            row.lock === null ? (
              <MovableRow key={row.id} row={row} actions={actions} group={groupOf(at)} />
            ) : (
              <LockedRow key={row.id} row={row} actions={actions} />
            ),
          )}
        </ul>
      </SortableContext>
    </DndContext>
  );
}, sameList);

function sameList(before: BlockListProps, after: BlockListProps): boolean {
  return (
    before.actions === after.actions &&
    before.drag === after.drag &&
    before.rows.length === after.rows.length &&
    before.rows.every((row, at) => {
      const other = after.rows[at];
      return other !== undefined && sameRow(row, other);
    })
  );
}

const modifiers = [upAndDown];
