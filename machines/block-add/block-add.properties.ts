import { answered, asked, failed, propertiesOf, type Step, viewOf } from '../testing/properties.ts';
import type { blockAddMachine } from './block-add.machine.ts';
import { blockAddView } from './block-add.view.ts';

const view = viewOf(blockAddView);
const isComplete = (step: Step<typeof blockAddMachine> | null) => step !== null && view(step).key !== '' && view(step).name !== '';

export const blockAddProperties = propertiesOf<typeof blockAddMachine>({
  R531: {
    when: ({ on, before }) => on === 'save.requested' && !isComplete(before),
    must: (step) => step.asks.length === 0 && Object.keys(view(step).errors).length > 0,
  },
  R532: [
    { when: ({ on, before }) => on === 'save.requested' && isComplete(before), must: (step) => asked(step, 'submitBlock') !== null },
    { when: (step) => answered(step, 'submitBlock', 'saved', 'pending'), must: (step) => view(step).status === 'closed' },
  ],
  R533: {
    when: (step) => failed(step, 'submitBlock', 'saved', 'pending'),
    must: (step) => view(step).failure !== null && isComplete(step),
  },
  R534: { when: ({ on }) => on === 'cancel.requested', must: (step) => view(step).status === 'closed' && step.asks.length === 0 },
});
