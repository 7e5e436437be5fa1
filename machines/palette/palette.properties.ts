import { asked, emitted, propertiesOf, type Step, viewOf } from '../testing/properties.ts';
import type { paletteMachine } from './palette.machine.ts';
import { paletteView } from './palette.view.ts';

type Stepped = Step<typeof paletteMachine>;

const view = viewOf(paletteView);
const was = ({ before }: Stepped) => (before === null ? null : view(before));
const isOpen = (of: ReturnType<typeof paletteView> | null) => of !== null && ['loading', 'ready', 'error'].includes(of.status);
const options = (step: Stepped) => view(step).groups.flatMap((group) => group.options);
const active = (step: Stepped | null) => (step === null ? undefined : options(step).find(({ isActive }) => isActive));

export const paletteProperties = propertiesOf<typeof paletteMachine>({
  R010: [
    {
      when: (step) => step.on === 'palette.requested' && !isOpen(was(step)),
      must: (step) => isOpen(view(step)) && asked(step, 'loadEntries') !== null,
    },
    {
      when: (step) => (step.on === 'palette.requested' || step.on === 'close.requested') && isOpen(was(step)),
      must: (step) => view(step).status === 'closed',
    },
  ],
  R011: [
    {
      when: (step) => step.on === 'shortcuts.requested' && was(step)?.status === 'closed',
      must: (step) => view(step).status === 'shortcuts',
    },
    { when: (step) => step.on === 'close.requested' && was(step)?.status === 'shortcuts', must: (step) => view(step).status === 'closed' },
    {
      when: (step) =>
        step.on === 'choice.requested' && active(step.before)?.id === 'action shortcuts' && 'id' in step.event && step.event.id === null,
      must: (step) => view(step).status === 'shortcuts' && asked(step, 'openEntry') === null,
    },
  ],
  R012: [
    {
      when: (step) => step.on === 'text.appended' && isOpen(was(step)),
      must: (step) => view(step).query === `${was(step)?.query}t`,
    },
    {
      when: (step) =>
        step.on === 'done loadEntries' &&
        step.before?.on === 'choice.requested' &&
        step.before.before?.on === 'palette.requested' &&
        view(step).query === 'foo',
      must: (step) => asked(step, 'openEntry') !== null,
    },
  ],
  R013: [
    {
      when: (step) => step.on === 'query.typed' && was(step)?.status === 'ready',
      must: (step) => view(step).query === 'clear' && options(step).every(({ id }) => id === 'action clearCache'),
    },
    {
      when: ({ on }) => on === 'after searchPause',
      must: (step) => (asked(step, 'searchWebsites') !== null) === (view(step).query.trim() !== ''),
    },
  ],
  R014: {
    when: (step) => step.on === 'choice.requested' && active(step.before)?.reason != null && 'id' in step.event && step.event.id === null,
    must: (step) => view(step).reason !== null && asked(step, 'openEntry') === null && view(step).status === 'ready',
  },
  R015: [
    {
      when: (step) =>
        step.on === 'choice.requested' && active(step.before)?.id === 'screen footer' && 'id' in step.event && step.event.id === null,
      must: (step) => asked(step, 'openEntry') !== null && view(step).status === 'closed',
    },
    { when: ({ on }) => on === 'error openEntry', must: (step) => emitted(step, 'toast') !== null && view(step).status === 'closed' },
    { when: ({ on }) => on === 'done openEntry', must: (step) => view(step).status === 'closed' },
  ],
  R016: [
    { when: ({ on }) => on === 'error loadEntries', must: (step) => view(step).status === 'error' },
    { when: (step) => step.on === 'retry.requested' && was(step)?.status === 'error', must: (step) => asked(step, 'loadEntries') !== null },
  ],
});
