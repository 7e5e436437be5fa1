import { asked, emitted, failed, propertiesOf, type Step, viewOf } from '../testing/properties.ts';
import type { frameMachine } from './frame.machine.ts';
import { frameView } from './frame.view.ts';

type Stepped = Step<typeof frameMachine>;

const view = viewOf(frameView);
const was = ({ before }: Stepped) => (before === null ? null : view(before));
const isLoading = (of: ReturnType<typeof frameView> | null) => of?.status === 'loading' || of?.status === 'slow';

export const frameProperties = propertiesOf<typeof frameMachine>({
  R020: {
    when: (step) => view(step).status === 'loaded' && was(step)?.status !== 'loaded' && was(step)?.status !== 'disconnected',
    must: ({ snapshot, on }) => snapshot.context.hasAnswered && snapshot.context.hasArrived && /frame.loaded|probeServer/u.test(on),
  },
  R021: [
    { when: ({ on }) => on === 'after slowDelay', must: (step) => view(step).status === 'slow' && view(step).canReload },
    {
      when: (step) => step.on === 'reload.requested' && was(step)?.status === 'slow',
      must: (step) => asked(step, 'probeServer') !== null && view(step).status === 'loading',
    },
  ],
  R022: [
    {
      when: (step) =>
        failed(step, 'probeServer', 'answered') || step.on === 'after giveUpDelay' || (step.on === 'frame.failed' && isLoading(was(step))),
      must: (step) => view(step).status === 'failed' && view(step).message !== '' && view(step).canReload,
    },
    {
      when: (step) => step.on === 'reload.requested' && was(step)?.status === 'failed',
      must: (step) => asked(step, 'probeServer') !== null,
    },
  ],
  R023: {
    when: (step) => step.on === 'reload.requested' && was(step)?.status === 'loaded',
    must: (step) => view(step).attempt !== was(step)?.attempt && asked(step, 'probeServer') !== null,
  },
  R024: [
    {
      when: (step) => step.on === 'connection.lost' && (isLoading(was(step)) || was(step)?.status === 'failed'),
      must: (step) => view(step).status === 'offline',
    },
    {
      when: (step) => step.on === 'connection.restored' && was(step)?.status === 'offline',
      must: (step) => asked(step, 'probeServer') !== null && isLoading(view(step)),
    },
  ],
  R025: [
    {
      when: (step) => step.on === 'connection.lost' && was(step)?.status === 'loaded',
      must: (step) => view(step).status === 'disconnected' && view(step).isVisible && view(step).attempt === was(step)?.attempt,
    },
    {
      when: (step) => step.on === 'connection.restored' && was(step)?.status === 'disconnected',
      must: (step) => view(step).status === 'loaded' && view(step).attempt === was(step)?.attempt,
    },
  ],
  R026: { when: ({ on }) => on === 'seo.requested', must: (step) => emitted(step, 'seo.requested') !== null },
});
