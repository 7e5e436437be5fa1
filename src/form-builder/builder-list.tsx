import { useDroppable } from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Plus } from 'lucide-react';
import type { BuilderRow as Row } from '#machines/form-builder/form-builder.view.ts';
import { css } from '#styled/css/index.js';
import { type KeyboardEvent, memo, useMemo } from 'react';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { groupOf, sortableListStyle } from '#src/ui/sortable/sortable-list.ts';
import { visuallyHidden } from '#src/ui/visually-hidden.ts';
import { BuilderRow, movingHelpId, type RowActions, sameRow } from './builder-row.tsx';
import { type FormBuilderActor, useBuilderView } from './use-form-builder.ts';

const frame = css({
  display: 'flex',
  flexDirection: 'column',
  gap: '2',
  minWidth: '0',
  minHeight: '0',
  '[data-columns] > &': { gridColumn: '2' },
});
const card = css({
  // Beside the palette it has the height of its column, and scrolls in it: the button below it stays in view.
  '[data-columns] &': { flex: '1', minHeight: '0', overflowY: 'auto' },
  containerType: 'inline-size',
  minHeight: '[6rem]',
  padding: '2',
  border: 'hairline',
  borderRadius: 'md',
  backgroundColor: 'surface',
  '&[data-target]': { borderColor: 'accent.border', boxShadow: '[inset 0 0 0 1px token(colors.accent.border)]' },
});

/** The id of the form as a place to drop a new field. */
export const listId = 'form-fields';

interface BuilderListProps {
  readonly actor: FormBuilderActor;
  readonly isTried: boolean;
  readonly actions: RowActions;
}

/** The fields of the form. Drawn again only when a row changes, not at each step of a drag. */
export const BuilderList = memo(function BuilderList({ actor, isTried, actions }: BuilderListProps) {
  const rows = useBuilderView(actor, isTried, (view) => view.rows, sameRows);
  const cannotAdd = useBuilderView(actor, isTried, (view) => view.cannotAdd);
  /** A new field is being dragged over the form. */
  const isTarget = useBuilderView(actor, isTried, (view) => view.draggedType !== null);
  const { setNodeRef } = useDroppable({ id: listId });
  const ids = JSON.stringify(rows.map(({ id }) => id));
  // The same list while the ids are the same: a new one draws every row near the window again.
  const sortable = useMemo((): string[] => JSON.parse(ids), [ids]);
  return (
    <fieldset ref={setNodeRef} aria-label="Form" className={frame} onKeyDown={(event) => openMenu(event, actions)}>
      <p id={movingHelpId} className={visuallyHidden}>
        Press Space to lift the field, the arrow keys, Home and End to move it, Space to drop it, and Escape to cancel.
      </p>
      <div className={card} data-target={isTarget || undefined}>
        {rows.length === 0 ? (
          <EmptyState kind="none" title="No fields yet">
            Add the first field that visitors fill in.
          </EmptyState>
        ) : (
          <SortableContext items={sortable} strategy={verticalListSortingStrategy}>
            <ul className={sortableListStyle} aria-label="Fields">
              {rows.map((row, at) => (
                <BuilderRow key={row.id} row={row} group={groupOf(at)} actions={actions} />
              ))}
            </ul>
          </SortableContext>
        )}
      </div>
      <Button block data-add-field="" disabled={cannotAdd !== null} title={cannotAdd ?? undefined} onClick={() => actions.addBelow(null)}>
        <Plus aria-hidden="true" />
        Add a field
      </Button>
    </fieldset>
  );
});

/** "/" opens the menu of field types at the row that has the focus. */
function openMenu(event: KeyboardEvent, actions: RowActions): void {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return;
  event.preventDefault();
  const row = event.target.closest<HTMLElement>('[data-builder-row]');
  actions.addBelow(row?.dataset['builderRow'] ?? null);
}

function sameRows(before: readonly Row[], after: readonly Row[]): boolean {
  return (
    before.length === after.length &&
    before.every((row, at) => {
      const other = after[at];
      return other !== undefined && (row === other || sameRow(row, other));
    })
  );
}
