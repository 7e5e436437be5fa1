import { CircleAlert, CopyPlus, ListPlus, Trash2 } from 'lucide-react';
import type { MoveBy } from '#machines/arranging.ts';
import type { BuilderRow as Row } from '#machines/form-builder/form-builder.view.ts';
import { css, cx } from '#styled/css/index.js';
import { type KeyboardEvent, memo } from 'react';
import { sameJson } from '#contract/json.ts';
import type { MenuItem } from '#src/ui/menu.tsx';
import { RowMenu } from '#src/ui/row-menu.tsx';
import { moveItems } from '#src/ui/move-items.tsx';
import type { RowKey } from '#src/ui/sortable/row-keys.ts';
import { SortableRow } from '#src/ui/sortable/sortable-row.tsx';
import { typeIcons } from './type-icons.tsx';

const item = css({
  // The name has a line of its own, above the handle and the menu: beside them it would be cut after a letter.
  '& > div': { _slimRow: { flexWrap: 'wrap', justifyContent: 'space-between' } },
  '&[data-selected]:not([data-lifted], [data-dragged]) > div': {
    backgroundColor: 'accent.subtle',
    boxShadow: '[inset 0 0 0 1px token(colors.accent.border)]',
  },
  // Where a new field would go.
  '&[data-insertion]::after': {
    content: '""',
    position: 'absolute',
    insetInline: '0',
    height: '[3px]',
    borderRadius: 'full',
    backgroundColor: 'accent.solid',
    zIndex: 'raised',
  },
  '&[data-insertion=before]::after': { top: '[-3px]' },
  '&[data-insertion=after]::after': { bottom: '[-3px]' },
});
const mainStyle = css({
  flex: '1',
  minWidth: '0',
  display: 'flex',
  alignItems: 'center',
  gap: '2.5',
  minHeight: '9',
  paddingBlock: '1.5',
  paddingInline: '1.5',
  borderRadius: 'md',
  textAlign: 'start',
  cursor: 'pointer',
  _slimRow: { order: '-1', flexBasis: 'full' },
  '& > svg': { flexShrink: '0', width: '[1.125rem]', height: '[1.125rem]', color: 'text.muted' },
  '&[aria-disabled=true]': { cursor: 'default' },
  // Inside: the next row would cover the lower edge.
  '&:focus-visible': { outlineOffset: '[-2px]' },
});
const texts = css({ minWidth: '0', display: 'flex', flexDirection: 'column', overflowWrap: 'break-word' });
const nameStyle = css({
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: { base: 'nowrap', _slimRow: 'normal' },
  fontWeight: 'medium',
  lineHeight: 'snug',
});
const headingName = css({ fontWeight: 'semibold!' });
const detailsStyle = css({ fontSize: 'sm', color: 'text.muted', lineHeight: 'snug' });
const problemStyle = css({
  display: 'flex',
  gap: '1',
  fontSize: 'sm',
  color: 'danger.text',
  lineHeight: 'snug',
  '& svg': { flexShrink: '0', marginTop: '0.5' },
});

/** The same object for all rows, while the builder is mounted. */
export interface RowActions {
  readonly open: (id: string) => void;
  readonly move: (id: string, by: MoveBy) => void;
  readonly duplicate: (id: string) => void;
  readonly remove: (id: string) => void;
  readonly addBelow: (id: string | null) => void;
  /** A key on the row's handle. */
  readonly press: (id: string, key: RowKey) => void;
}

interface BuilderRowProps {
  readonly row: Row;
  /** Rows of a group become part of a drag together. */
  readonly group: number;
  readonly actions: RowActions;
}

/** The id of the instructions for moving by keyboard, which describe every handle. */
export const movingHelpId = 'field-moving-help';

/** One field of the form. */
export const BuilderRow = memo(
  function BuilderRow({ row, group, actions }: BuilderRowProps) {
    const { id, type, name, details, problems } = row;
    const Icon = typeIcons[type];
    const isUnread = type === 'unread';
    return (
      <SortableRow
        id={id}
        name={name}
        place={row}
        group={group}
        helpId={movingHelpId}
        onPress={actions.press}
        className={item}
        data-builder-row={id}
        data-insertion={row.insertion ?? undefined}
      >
        <button
          type="button"
          data-row-focus=""
          className={mainStyle}
          title={isUnread ? 'This field was made elsewhere. It can be moved and deleted here.' : 'Edit'}
          aria-disabled={isUnread || undefined}
          aria-current={row.isSelected || undefined}
          onClick={() => actions.open(id)}
          onKeyDown={(event) => onRowKey(event, row, actions)}
        >
          <Icon aria-hidden="true" />
          <span className={texts}>
            <span className={cx(nameStyle, type === 'heading' && headingName)}>{name}</span>
            <span className={detailsStyle}>{details}</span>
            {problems.map((problem) => (
              <span key={problem} className={problemStyle}>
                <CircleAlert size={14} aria-hidden="true" />
                {problem}
              </span>
            ))}
          </span>
        </button>
        <RowMenu name={name} size="medium" items={() => itemsOf(row, actions)} />
      </SortableRow>
    );
  },
  (before, after) => before.actions === after.actions && before.group === after.group && sameRow(before.row, after.row),
);

/** True where a row need not be drawn again. */
export function sameRow(a: Row, b: Row): boolean {
  return (
    a.id === b.id &&
    a.type === b.type &&
    a.name === b.name &&
    a.details === b.details &&
    a.isSelected === b.isSelected &&
    a.liftedTo === b.liftedTo &&
    a.isCrossed === b.isCrossed &&
    a.insertion === b.insertion &&
    sameJson(a.problems, b.problems) &&
    a.canMoveUp === b.canMoveUp &&
    a.canMoveDown === b.canMoveDown &&
    a.canDuplicate === b.canDuplicate
  );
}

/** The arrows go from row to row, with Alt they move the field; Delete deletes it. */
function onRowKey(event: KeyboardEvent<HTMLElement>, { id }: Row, actions: RowActions): void {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (ctrlKey || metaKey || shiftKey) return;
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    event.preventDefault();
    if (altKey) actions.move(id, key === 'ArrowUp' ? 'up' : 'down');
    else focusNeighbour(event.currentTarget, key === 'ArrowUp' ? -1 : 1);
  } else if (key === 'Delete' && !altKey) {
    event.preventDefault();
    actions.remove(id);
  }
}

function focusNeighbour(from: HTMLElement, by: 1 | -1): void {
  const rows = [...(from.closest('ul')?.querySelectorAll<HTMLElement>('[data-row-focus]') ?? [])];
  rows[rows.indexOf(from) + by]?.focus();
}

const movingKeys = { up: 'Alt+↑', down: 'Alt+↓' };

function itemsOf({ id, canMoveUp, canMoveDown, canDuplicate }: Row, actions: RowActions): readonly MenuItem[] {
  return [
    ...moveItems({ canMoveUp, canMoveDown, keys: movingKeys, onMove: (by) => actions.move(id, by) }),
    {
      id: 'add',
      label: 'Add a field below…',
      keys: '/',
      icon: <ListPlus aria-hidden="true" />,
      separated: true,
      onSelect: () => actions.addBelow(id),
    },
    {
      id: 'duplicate',
      label: 'Duplicate',
      icon: <CopyPlus aria-hidden="true" />,
      disabled: !canDuplicate,
      onSelect: () => actions.duplicate(id),
    },
    {
      id: 'delete',
      label: 'Delete',
      icon: <Trash2 aria-hidden="true" />,
      tone: 'danger',
      separated: true,
      onSelect: () => actions.remove(id),
    },
  ];
}
