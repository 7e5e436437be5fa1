import { answered, asked, failed, propertiesOf, viewOf } from '../testing/properties.ts';
import type { deleteConfirmMachine } from './delete-confirm.machine.ts';
import { deleteConfirmView } from './delete-confirm.view.ts';

const view = viewOf(deleteConfirmView);

export const deleteConfirmProperties = propertiesOf<typeof deleteConfirmMachine>({
  R741: [
    { when: (step) => asked(step, 'deleteItem') !== null, must: ({ on }) => on === 'delete.confirmed' },
    { when: ({ on }) => on === 'delete.confirmed', must: (step) => asked(step, 'deleteItem') !== null && view(step).busy },
  ],
  R742: { when: ({ on }) => on === 'cancel.requested', must: (step) => view(step).status === 'closed' && step.asks.length === 0 },
  R743: { when: (step) => answered(step, 'deleteItem', 'deleted', 'pending'), must: (step) => view(step).status === 'closed' },
  R744: [
    { when: (step) => failed(step, 'deleteItem', 'deleted', 'pending'), must: (step) => view(step).failure !== null },
    {
      when: ({ on, before }) => on === 'delete.confirmed' && before !== null && view(before).failure !== null,
      must: (step) => asked(step, 'deleteItem') !== null && view(step).failure === null,
    },
  ],
});
