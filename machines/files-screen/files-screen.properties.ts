import { answered, asked, emitted, propertiesOf, sees, type Step, viewOf } from '../testing/properties.ts';
import type { filesScreenMachine } from './files-screen.machine.ts';
import { filesScreenView } from './files-screen.view.ts';

type Stepped = Step<typeof filesScreenMachine>;

const view = viewOf((snapshot: Stepped['snapshot']) => filesScreenView(snapshot, null));
const was = ({ before }: Stepped) => (before === null ? null : view(before));
const question = 'with the name of the file';
const isRejected = ({ event }: Stepped) => JSON.stringify(event).includes('"rejected":true');

export const filesScreenProperties = propertiesOf<typeof filesScreenMachine>({
  R801: [
    {
      when: ({ on, event }) => on === 'done loadUsage' && event.output !== null,
      must: (step) => view(step).storage.usage?.includes('312 of 20,000 files') === true,
    },
    { when: ({ on }) => on === 'connection.restored', must: (step) => asked(step, 'loadUsage') !== null },
  ],
  R802: {
    when: ({ on, event }) => on === 'error loadUsage' || (on === 'done loadUsage' && event.output === null),
    must: (step) => view(step).storage.usage === was(step)?.storage.usage && !view(step).storage.isLoading,
  },
  R803: {
    when: (step) => step.on === 'delete.requested' && step.before !== null && !sees(step.before, question),
    must: (step) => (asked(step, 'confirmDelete') !== null) === (was(step)?.whyNoDelete === null),
  },
  R804: {
    when: (step) => answered(step, 'confirmDelete', 'deleted'),
    must: (step) =>
      view(step).deleted.includes('logo') && emitted(step, 'toast') !== null && asked(step, 'loadUsage') !== null && !sees(step, question),
  },
  R805: {
    when: (step) => answered(step, 'confirmDelete', 'cancelled') && isRejected(step),
    must: (step) => emitted(step, 'delete.rejected') !== null && !sees(step, question),
  },
  R742: {
    when: (step) => answered(step, 'confirmDelete', 'cancelled') && !isRejected(step),
    must: (step) => step.emits.length === 0 && view(step).deleted.length === was(step)?.deleted.length && !sees(step, question),
  },
  R725: { when: ({ on }) => on === 'error confirmDelete', must: (step) => emitted(step, 'toast') !== null && !sees(step, question) },
});
