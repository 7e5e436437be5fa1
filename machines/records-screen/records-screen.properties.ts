import { answered, asked, emitted, propertiesOf, saw, sees, type Step } from '../testing/properties.ts';
import type { recordsScreenMachine } from './records-screen.machine.ts';
import { recordsScreenView } from './records-screen.view.ts';

const selected = ({ snapshot }: Pick<Step<typeof recordsScreenMachine>, 'snapshot'>) => [...recordsScreenView(snapshot).selected].join();
const question = 'The dialog, with the names';

export const recordsScreenProperties = propertiesOf<typeof recordsScreenMachine>({
  R721: [
    { when: ({ on }) => on === 'rows.selected', must: (step) => selected(step) === '1,2' },
    { when: ({ on }) => on === 'rows.shown', must: (step) => !selected(step).includes('1') },
    {
      when: ({ on }) => on === 'row.toggled',
      must: (step) => step.before !== null && selected(step).includes('1') !== selected(step.before).includes('1'),
    },
  ],
  R722: [
    {
      when: (step) =>
        step.on === 'delete.requested' &&
        JSON.stringify(step.event).includes('"/a"') &&
        step.before?.asks.length === 0 &&
        !saw(step, question) &&
        !saw(step, 'A moment'),
      must: (step) => asked(step, 'confirmDelete') !== null || asked(step, 'findUses') !== null,
    },
    {
      when: ({ on }) => on === 'done findUses' || on === 'error findUses' || on === 'after patience',
      must: (step) => asked(step, 'confirmDelete') !== null && sees(step, question),
    },
  ],
  R723: {
    when: (step) => answered(step, 'confirmDelete', 'deleted'),
    must: (step) =>
      !selected(step).includes('1') && emitted(step, 'toast') !== null && emitted(step, 'rows.deleted') !== null && !sees(step, question),
  },
  R742: {
    when: (step) => answered(step, 'confirmDelete', 'cancelled'),
    must: (step) => step.before !== null && selected(step) === selected(step.before) && step.emits.length === 0 && !sees(step, question),
  },
  R725: { when: ({ on }) => on === 'error confirmDelete', must: (step) => emitted(step, 'toast') !== null && !sees(step, question) },
});
