import { answered, asked, emitted, propertiesOf, sees, type Step, viewOf } from '../testing/properties.ts';
import type { previewMachine } from './preview.machine.ts';
import { previewView } from './preview.view.ts';

type Stepped = Step<typeof previewMachine>;

const view = viewOf((snapshot: Stepped['snapshot']) => previewView(snapshot, null));
const was = ({ before }: Stepped) => (before === null ? null : view(before));
const text = (value: unknown): string => JSON.stringify(value) ?? '';
const renders = (step: Stepped) => asked(step, 'renderPreview') !== null;
const wanted = ({ snapshot }: Stepped) => text(snapshot.context.wanted?.request ?? null);
const offline = 'Preview from 10:42';
const isOffline = (step: Stepped | null) => step !== null && sees(step, offline);

export const previewProperties = propertiesOf<typeof previewMachine>({
  R601: [
    {
      when: (step) =>
        step.on === 'content.changed' && step.before !== null && step.before.snapshot.context.wanted === null && !isOffline(step.before),
      must: renders,
    },
    {
      when: ({ on }) => on === 'after editDelay',
      must: (step) => renders(step) && text(asked(step, 'renderPreview')?.input).includes(wanted(step)),
    },
  ],
  R602: {
    when: (step) =>
      step.on === 'content.changed' &&
      step.before !== null &&
      wanted(step) === wanted(step.before) &&
      step.before.snapshot.context.wanted !== null,
    must: (step) => !renders(step),
  },
  R603: [
    { when: ({ on }) => on === 'size.chosen', must: (step) => view(step).size === 'all' },
    {
      when: (step) => step.on === 'container.resized' && sees(step, 'The devices, scaled to fit'),
      must: (step) => view(step).devices.every(({ scale }) => scale <= 1),
    },
    { when: ({ on }) => on === 'after resizeDelay', must: (step) => sees(step, 'The devices, scaled to fit') },
  ],
  R604: [
    { when: (step) => answered(step, 'renderPreview', 'rendered'), must: (step) => sees(step, 'until the new one has loaded') },
    { when: ({ on }) => on === 'after swapLimit', must: (step) => view(step).pageHtml !== was(step)?.pageHtml && view(step).hasPage },
  ],
  R605: [
    {
      when: (step) => answered(step, 'renderPreview', 'failed') || step.on === 'error renderPreview',
      must: (step) =>
        view(step).status === 'error' &&
        emitted(step, 'toast') !== null &&
        view(step).canRetry &&
        view(step).pageHtml === was(step)?.pageHtml,
    },
    { when: (step) => step.on === 'retry.requested' && was(step)?.status === 'error', must: renders },
  ],
  R606: [
    { when: ({ on }) => on === 'connection.lost', must: (step) => isOffline(step) && view(step).pageHtml === was(step)?.pageHtml },
    { when: (step) => answered(step, 'renderPreview', 'offline'), must: isOffline },
    { when: (step) => step.on === 'connection.restored' && isOffline(step.before), must: (step) => !isOffline(step) },
  ],
  R607: { when: ({ on }) => on === 'after slowDelay', must: (step) => view(step).slow && sees(step, 'a spinner') },
  R608: [
    { when: ({ on }) => on === 'after cacheDelay', must: (step) => asked(step, 'cachePreview') !== null },
    { when: (step) => step.before === null, must: (step) => asked(step, 'loadCached') !== null },
    {
      when: (step) => step.on === 'done loadCached' && text(step.event).includes('cached') && step.before?.before === null,
      must: (step) => sees(step, 'until the new one has loaded'),
    },
  ],
  R609: [
    { when: ({ on }) => on === 'frame.blockClicked', must: (step) => emitted(step, 'block.clicked') !== null },
    { when: ({ on }) => on === 'frame.scrolled', must: (step) => view(step).devices.some(({ scrollTop }) => scrollTop === 40) },
  ],
});
