import { Lock } from 'lucide-react';
import type { BlockRow as Row } from '#machines/homepage/homepage.view.ts';
import type { Side } from '#machines/ports.ts';
import { css } from '#styled/css/index.js';
import { memo } from 'react';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { placeProps, type RowPlace, rowStyle, SortableRow } from '#src/ui/sortable/sortable-row.tsx';
import { Tooltip } from '#src/ui/tooltip.tsx';
import { RowBody } from './row-body.tsx';
import { type BlockRowProps, type RowActions, sameProps } from './row-props.ts';

const lockStyle = css({ cursor: 'help!' });

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
    <li data-block-row={row.id} {...placeProps(placeIn(row))} {...watched(row.id, actions)}>
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

/** A row that can be moved. */
export const MovableRow = memo(
  function MovableRow({ row, actions, group }: MovableRowProps) {
    return (
      <SortableRow
        id={row.id}
        name={row.label}
        place={placeIn(row)}
        group={group}
        helpId={movingHelpId}
        onPress={actions.press}
        below={row.conflict === null ? null : <RowConflict row={row} conflict={row.conflict} resolve={actions.resolve} />}
        data-block-row={row.id}
        {...watched(row.id, actions)}
      >
        <RowBody row={row} actions={actions} />
      </SortableRow>
    );
  },
  (before, after) => before.group === after.group && sameProps(before, after),
);

const placeIn = ({ selected, liftedTo, crossed }: Row): RowPlace => ({ isSelected: selected, liftedTo, isCrossed: crossed });

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
  readonly row: Pick<Row, 'id' | 'label' | 'chosenSide'>;
  readonly conflict: NonNullable<Row['conflict']>;
  readonly resolve: RowActions['resolve'];
}

/** The conflict of a block whose visibility somebody else has changed too. Rendered below its row. */
function RowConflict({ row: { id, label, chosenSide }, conflict: { mine, theirs }, resolve }: RowConflictProps) {
  const button = (side: Side) => ({
    size: 'small' as const,
    busy: chosenSide === side,
    'aria-disabled': chosenSide !== null || undefined,
    onClick: () => resolve(id, side),
  });
  return (
    <fieldset className={box}>
      <legend className={legend}>{`Somebody else ${theirs ? 'shows' : 'has hidden'} ${label}. Choose which to keep.`}</legend>
      <div className={choices}>
        <Button {...button('mine')}>{`Yours: ${describeVisibility(mine)}`}</Button>
        <Button {...button('theirs')}>{`On the server: ${describeVisibility(theirs)}`}</Button>
      </div>
    </fieldset>
  );
}

const describeVisibility = (isVisible: boolean): string => (isVisible ? 'shown' : 'hidden');
