import {
  type Active,
  type ClientRect,
  closestCenter,
  type CollisionDetection,
  DndContext,
  type DragEndEvent,
  type DragMoveEvent,
  type DragOverEvent,
  DragOverlay,
  type DragStartEvent,
  type Modifier,
  MouseSensor,
  type PointerSensorProps,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { type FormFieldType, formFieldTypes } from '#contract/forms/form-field.ts';
import { css } from '#styled/css/index.js';
import { memo, type ReactNode, useState } from 'react';
import { autoScroll, byPointer, silentAccessibility, upAndDown } from '#src/ui/sortable/sortable-list.ts';
import { listId } from './builder-list.tsx';
import { paletteItemStyle, TypeName } from './palette.tsx';
import type { FormBuilderActor } from './use-form-builder.ts';

const ghost = css({ boxShadow: 'overlay', cursor: 'grabbing' });

interface BuilderDragProps {
  readonly actor: FormBuilderActor;
  readonly children: ReactNode;
}

/** How long a finger holds a type of the palette before it drags it, ms, and how far it may move meanwhile, px: further is scrolling. */
const byLongPress = { activationConstraint: { delay: 250, tolerance: 8 } };

/** A handle drags at once. A type of the palette is in the way of a finger that scrolls. */
class BuilderTouchSensor extends TouchSensor {
  constructor(props: PointerSensorProps) {
    const { event, options } = props;
    const isHandle = event.target instanceof Element && event.target.closest('[data-handle]') !== null;
    super(isHandle ? props : { ...props, options: { ...options, ...byLongPress } });
  }
}

/** Drags by mouse and touch: rows within the form, and types from the palette into it. Moves by keyboard are the row's own. */
export const BuilderDrag = memo(function BuilderDrag({ actor, children }: BuilderDragProps) {
  const sensors = useSensors(useSensor(MouseSensor, byPointer), useSensor(BuilderTouchSensor, byPointer));
  const [dragged, setDragged] = useState<FormFieldType | null>(null);
  const placeOf = (id: string | number): number => actor.getSnapshot().context.fields.findIndex((each) => each.id === id);
  const start = ({ active }: DragStartEvent) => {
    const type = typeOf(active);
    setDragged(type);
    if (type === null) actor.send({ type: 'field.lifted', id: String(active.id), by: 'pointer' });
    else actor.send({ type: 'new.lifted', fieldType: type });
  };
  // For both events, since `over` of a move is still what the pointer was over before it.
  const move = ({ active, over }: DragMoveEvent | DragOverEvent) => {
    if (typeOf(active) === null) {
      if (over) actor.send({ type: 'lifted.movedTo', at: placeOf(over.id) });
      return;
    }
    const at = over === null ? null : over.id === listId ? 0 : placeOf(over.id);
    const isBelow = over !== null && over.id !== listId && centre(active.rect.current.translated) > centre(over.rect);
    actor.send({ type: 'lifted.movedTo', at: at === null ? null : at + (isBelow ? 1 : 0) });
  };
  const end = (_: DragEndEvent) => {
    setDragged(null);
    actor.send({ type: 'lifted.dropped' });
  };
  const cancel = () => {
    setDragged(null);
    actor.send({ type: 'lifted.cancelled' });
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={collisions}
      accessibility={silentAccessibility}
      modifiers={modifiers}
      autoScroll={autoScroll}
      onDragStart={start}
      onDragMove={move}
      onDragOver={move}
      onDragEnd={end}
      onDragCancel={cancel}
    >
      {children}
      <DragOverlay dropAnimation={null}>
        {dragged === null ? null : (
          <div className={`${paletteItemStyle} ${ghost}`}>
            <TypeName type={dragged} />
          </div>
        )}
      </DragOverlay>
    </DndContext>
  );
});

/** The type that is dragged from the palette; null for a row. */
function typeOf(active: Active): FormFieldType | null {
  return formFieldTypes.find((type) => type === active.data.current?.['type']) ?? null;
}

const centre = (rect: ClientRect | null): number => (rect === null ? 0 : rect.top + rect.height / 2);

/** A row goes to the nearest one; a type only where the pointer is over the form: beside it a drop does nothing. */
const collisions: CollisionDetection = (args) => {
  const rows = args.droppableContainers.filter(({ id }) => id !== listId);
  if (typeOf(args.active) === null) return closestCenter({ ...args, droppableContainers: rows });
  const isOver = pointerWithin(args).some(({ id }) => id === listId);
  if (!isOver) return [];
  const nearest = closestCenter({ ...args, droppableContainers: rows });
  return nearest.length > 0 ? nearest : [{ id: listId }];
};

const modifiers: Modifier[] = [(args) => (args.active !== null && typeOf(args.active) !== null ? args.transform : upAndDown(args))];
