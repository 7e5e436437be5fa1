import { sameJson } from '#contract/json.ts';
import type { Side } from '#machines/ports.ts';
import type { BlockRow as Row } from '#machines/homepage/homepage.view.ts';
import type { RowKey } from '#src/ui/sortable/row-keys.ts';

/** The same object for all rows, while the screen is mounted. */
export interface RowActions {
  readonly toggle: (id: string) => void;
  readonly resolve: (id: string, side: Side) => void;
  readonly edit: (id: string) => void;
  readonly move: (id: string, by: 'up' | 'down') => void;
  readonly duplicate: (id: string) => void;
  readonly copy: (id: string) => void;
  readonly remove: (id: string) => void;
  /** A key on the row's handle. */
  readonly press: (id: string, key: RowKey) => void;
  readonly hover: (id: string | null) => void;
  readonly select: (id: string) => void;
  /** Adds a block right below. */
  readonly addBelow: (id: string) => void;
}

export interface BlockRowProps {
  readonly row: Row;
  readonly actions: RowActions;
}

/** True where a row need not be drawn again. */
export function sameProps(before: BlockRowProps, after: BlockRowProps): boolean {
  return before.actions === after.actions && sameRow(before.row, after.row);
}

/** True where two rows look the same. `hovered` is left out: only the preview shows it. */
export function sameRow(a: Row, b: Row): boolean {
  return (
    a.id === b.id &&
    a.label === b.label &&
    a.hidden === b.hidden &&
    a.lock === b.lock &&
    a.liftedTo === b.liftedTo &&
    a.crossed === b.crossed &&
    a.selected === b.selected &&
    a.pending?.status === b.pending?.status &&
    a.pending?.message === b.pending?.message &&
    a.pending?.isSending === b.pending?.isSending &&
    sameJson(a.pending?.reason, b.pending?.reason) &&
    a.conflict?.opId === b.conflict?.opId &&
    a.chosenSide === b.chosenSide &&
    a.canMoveUp === b.canMoveUp &&
    a.canMoveDown === b.canMoveDown &&
    a.cannotAdd === b.cannotAdd &&
    a.cannotDuplicate === b.cannotDuplicate &&
    a.cannotCopy === b.cannotCopy &&
    a.cannotDelete === b.cannotDelete
  );
}
