import { sameJson } from '#contract/json.ts';
import type { Side } from '#machines/ports.ts';
import type { BlockRow as Row } from '#machines/homepage/homepage.view.types.ts';

/** What a row asks for; the same for all rows, and for good. */
export interface RowActions {
  readonly toggle: (id: string) => void;
  readonly resolve: (id: string, side: Side) => void;
  readonly edit: (id: string) => void;
  readonly move: (id: string, by: 'up' | 'down') => void;
  readonly duplicate: (id: string) => void;
  readonly copy: (id: string) => void;
  readonly remove: (id: string) => void;
  readonly hover: (id: string | null) => void;
}

export interface BlockRowProps {
  readonly row: Row;
  readonly actions: RowActions;
}

/** Whether a row need not be drawn again. */
export function sameProps(before: BlockRowProps, after: BlockRowProps): boolean {
  return before.actions === after.actions && sameRow(before.row, after.row);
}

/** Whether two rows are drawn alike. Where the pointer is shows in the preview alone. */
export function sameRow(a: Row, b: Row): boolean {
  return (
    a.id === b.id &&
    a.label === b.label &&
    a.hidden === b.hidden &&
    a.lock === b.lock &&
    a.waiting?.status === b.waiting?.status &&
    a.waiting?.message === b.waiting?.message &&
    a.waiting?.isSending === b.waiting?.isSending &&
    sameJson(a.waiting?.reason, b.waiting?.reason) &&
    a.conflict?.opId === b.conflict?.opId &&
    a.canMoveUp === b.canMoveUp &&
    a.canMoveDown === b.canMoveDown &&
    a.cannotDuplicate === b.cannotDuplicate &&
    a.cannotCopy === b.cannotCopy &&
    a.cannotDelete === b.cannotDelete
  );
}
