import type { PendingReason } from '#contract/pending-reason.ts';
import type { BlockRow } from '#machines/homepage/homepage.view.ts';
import { expect, it } from 'vitest';
import { sameRow } from './row-props.ts';

const row: BlockRow = {
  ...{
    id: '7',
    key: 'staff',
    label: 'Staff',
    hidden: false,
    lock: null,
    conflict: null,
    chosenSide: null,
    hovered: false,
    liftedTo: null,
    crossed: false,
    selected: false,
    place: 1,
  },
  ...{ canMoveUp: true, canMoveDown: true, cannotAdd: null, cannotDuplicate: null, cannotCopy: null, cannotDelete: null, pending: null },
};
const pending = (reason: PendingReason): BlockRow => ({ ...row, pending: { status: 'pending', message: null, reason } });

it('is drawn again where the server gives another reason for the same trouble', () => {
  const trouble = (status: number, message: string) => pending({ kind: 'serverTrouble', status, message });
  expect(sameRow(trouble(500, 'Resting.'), trouble(500, 'Resting.'))).toBe(true);
  expect(sameRow(trouble(500, 'Resting.'), trouble(503, 'Resting.'))).toBe(false);
  expect(sameRow(trouble(500, 'Resting.'), trouble(500, 'Still resting.'))).toBe(false);
});
