import { Lock } from 'lucide-react';
import type { BlockRow as Row } from '#machines/homepage/homepage.view.ts';
import { css } from '#styled/css/index.js';
import { memo, useCallback, useRef } from 'react';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { type PointerListeners, RowDrag, RowHandle } from '#src/ui/sortable/row-handle.tsx';
import { useNear } from '#src/ui/sortable/use-near.ts';
import { Tooltip } from '#src/ui/tooltip.tsx';
import { RowBody } from './row-body.tsx';
import { type BlockRowProps, type RowActions, sameProps } from './row-props.ts';

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
          <RowHandle
            id={row.id}
            label={row.label}
            liftedTo={row.liftedTo}
            helpId={movingHelpId}
            pointer={pointer}
            onPress={actions.press}
          />
          <RowBody row={row} actions={actions} />
        </div>
        {row.conflict === null ? null : <RowConflict row={row} conflict={row.conflict} resolve={actions.resolve} />}
      </li>
    );
  },
  (before, after) => before.group === after.group && sameProps(before, after),
);

/** The id of the instructions for moving by keyboard, which describe every handle. */
export const movingHelpId = 'moving-help';

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
