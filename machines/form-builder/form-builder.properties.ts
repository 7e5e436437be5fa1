import { emitted, propertiesOf, type Step, viewOf } from '../testing/properties.ts';
import type { formBuilderMachine } from './form-builder.machine.ts';
import { unlabelledAt } from './form-builder.paths.ts';
import { formBuilderView } from './form-builder.view.ts';

type Stepped = Step<typeof formBuilderMachine>;

const view = viewOf((snapshot: Stepped['snapshot']) => formBuilderView(snapshot, true));
const was = ({ before }: Stepped) => (before === null ? null : view(before));
const ids = (step: Stepped | null): string =>
  step === null
    ? ''
    : view(step)
        .rows.map(({ id }) => id)
        .join(' ');
const idOf = ({ event }: Stepped): string => ('id' in event ? String(event.id) : '');
const count = (step: Stepped | null): number => (step === null ? 0 : view(step).rows.length);
const lifted = ({ snapshot }: Pick<Stepped, 'snapshot'>) => snapshot.context.lifted;

export const formBuilderProperties = propertiesOf<typeof formBuilderMachine>({
  R901: {
    when: ({ on }) => on === 'fields.replaced',
    must: (step) => view(step).rows.length === 1 && view(step).rows[0]?.name === 'Phone',
  },
  R902: [
    {
      when: (step) => step.on === 'field.moved' && ids(step.before).split(' ').includes(idOf(step)),
      must: (step) => ids(step) !== ids(step.before) && emitted(step, 'fields.changed') !== null,
    },
    { when: ({ on }) => on === 'field.lifted', must: (step) => lifted(step)?.source.kind === 'field' },
    {
      when: (step) => step.on === 'lifted.movedTo' && 'at' in step.event,
      must: (step) => 'at' in step.event && lifted(step)?.at === step.event.at,
    },
    { when: ({ on }) => on === 'lifted.dropped', must: (step) => lifted(step) === null },
  ],
  R903: {
    when: ({ on }) => on === 'lifted.cancelled',
    must: (step) => lifted(step) === null && ids(step) === ids(step.before) && step.emits.length === 0,
  },
  R904: {
    when: ({ on }) => on === 'field.duplicated',
    must: (step) => count(step) === count(step.before) + 1 && emitted(step, 'fields.changed') !== null,
  },
  R905: [
    {
      when: ({ on }) => on === 'field.deleted',
      must: (step) =>
        !ids(step).split(' ').includes(idOf(step)) && emitted(step, 'toast') !== null && emitted(step, 'fields.changed') !== null,
    },
    {
      when: ({ on }) => on === 'deletion.undone',
      must: (step) => ids(step) !== ids(step.before) && !step.snapshot.can({ type: 'deletion.undone', removalId: 4 }),
    },
  ],
  R906: [
    { when: ({ on }) => on === 'field.opened', must: (step) => view(step).editor?.id === idOf(step) },
    { when: ({ on }) => on === 'editor.closed', must: (step) => view(step).editor === null },
    { when: (step) => step.on === 'field.deleted' && was(step)?.editor?.id === idOf(step), must: (step) => view(step).editor === null },
  ],
  R907: {
    when: (step) => step.on === 'problem.opened' && count(step.before) > unlabelledAt,
    must: (step) => view(step).editor?.id === `field-${unlabelledAt + 1}`,
  },
  R908: {
    when: (step) => step.on === 'field.edited' && was(step)?.editor !== null,
    must: (step) => view(step).rows.some(({ name }) => name === 'First name') && emitted(step, 'fields.changed') !== null,
  },
  R909: [
    { when: ({ on }) => on === 'menu.opened', must: (step) => view(step).menu !== null },
    { when: ({ on }) => on === 'menu.closed', must: (step) => view(step).menu === null && count(step) === count(step.before) },
    {
      when: ({ on }) => on === 'type.chosen',
      must: (step) => count(step) === count(step.before) + 1 && view(step).menu === null && emitted(step, 'fields.changed') !== null,
    },
    {
      when: (step) => view(step).cannotAdd !== null,
      must: ({ snapshot }) =>
        !snapshot.can({ type: 'menu.opened', below: null }) && !snapshot.can({ type: 'new.lifted', fieldType: 'email' }),
    },
  ],
});
