import { emitted, propertiesOf, type Step, viewOf } from '../testing/properties.ts';
import type { toastsMachine } from './toasts.machine.ts';
import { toastsView } from './toasts.view.ts';

type Stepped = Step<typeof toastsMachine>;

const view = viewOf(toastsView);
const was = ({ before }: Stepped) => (before === null ? null : view(before));
const ids = (of: ReturnType<typeof toastsView> | null): readonly string[] => (of?.toasts ?? []).map(({ id }) => id);
const idOf = ({ event }: Stepped): string => ('id' in event ? String(event.id) : '');
/** Whether the toast that the event names had a button before it. */
const hadAction = (step: Stepped): boolean => (was(step)?.toasts ?? []).some(({ id, action }) => id === idOf(step) && action !== null);
const holds = ({ snapshot }: Stepped): number => snapshot.context.holds.length;

export const toastsProperties = propertiesOf<typeof toastsMachine>({
  R030: [
    {
      when: ({ on }) => on === 'toast.added',
      must: (step) => 'toast' in step.event && ids(view(step)).includes((step.event.toast as { readonly id: string }).id),
    },
    { when: ({ on }) => on === 'after nextDue', must: (step) => ids(view(step)).length < ids(was(step)).length },
  ],
  R031: {
    when: (step) => step.on === 'toast.dismissed' && ids(was(step)).includes(idOf(step)),
    must: (step) =>
      ids(view(step)).join() ===
      ids(was(step))
        .filter((id) => id !== idOf(step))
        .join(),
  },
  R032: [
    { when: (step) => holds(step) > 0 && ids(view(step)).length > 0, must: (step) => view(step).isHeld },
    { when: (step) => holds(step) === 0, must: (step) => !view(step).isHeld },
    {
      when: ({ on }) => on === 'timers.held',
      must: (step) => 'by' in step.event && step.snapshot.context.holds.includes(step.event.by as 'pointer'),
    },
  ],
  R033: [
    {
      when: (step) => step.on === 'action.chosen' && hadAction(step),
      must: (step) => emitted(step, 'action.chosen')?.['actionId'] === 'undo' && !ids(view(step)).includes(idOf(step)),
    },
    { when: (step) => step.on === 'action.chosen' && !hadAction(step), must: (step) => step.emits.length === 0 },
    { when: ({ on }) => on === 'actions.withdrawn', must: (step) => view(step).toasts.every(({ action }) => action === null) },
  ],
  R034: {
    when: ({ on }) => on === 'toasts.disproved',
    must: (step) => !view(step).toasts.some(({ title }) => title === 'Saved'),
  },
  R035: [
    { when: ({ on }) => on === 'log.cleared', must: (step) => view(step).log.length === 0 },
    { when: ({ on }) => on === 'toast.added', must: (step) => view(step).log.length > 0 },
  ],
});
