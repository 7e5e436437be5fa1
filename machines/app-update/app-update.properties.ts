import { asked, propertiesOf, saw, sees, type Step, viewOf } from '../testing/properties.ts';
import type { appUpdateMachine } from './app-update.machine.ts';
import { appUpdateView } from './app-update.view.ts';

type Stepped = Step<typeof appUpdateMachine>;

const view = viewOf(appUpdateView);
const was = ({ before }: Stepped) => (before === null ? null : view(before));
const work = (step: Stepped | null) => step?.snapshot.context.work.length ?? 0;
const missing = 'That a part could not be loaded';

export const appUpdateProperties = propertiesOf<typeof appUpdateMachine>({
  R211: [
    {
      when: (step) =>
        step.on === 'update.found' && was(step)?.status === 'none' && !saw(step, missing) && step.before?.snapshot.value === 'current',
      must: (step) => sees(step, 'A new version is ready'),
    },
    {
      when: (step) => step.on === 'update.postponed' && was(step)?.status === 'available',
      must: (step) => view(step).status === 'postponed',
    },
    {
      when: (step) => step.on === 'update.requested' && was(step)?.canUpdate === true && work(step) === 0,
      must: (step) => asked(step, 'applyUpdate') !== null,
    },
  ],
  R212: [
    { when: (step) => asked(step, 'applyUpdate') !== null, must: (step) => work(step) === 0 },
    {
      when: (step) => step.on === 'update.requested' && was(step)?.canUpdate === true && work(step) > 0,
      must: (step) => view(step).status === 'waiting' && view(step).reason !== null,
    },
    {
      when: (step) => step.on === 'work.ended' && was(step)?.status === 'waiting' && work(step) === 0,
      must: (step) => asked(step, 'applyUpdate') !== null,
    },
  ],
  R213: {
    when: ({ on }) => /^(?:done|error) (?:applyUpdate|reloadPage)$/u.test(on),
    must: (step) => view(step).message !== null && ['available', 'reloadRequired'].includes(view(step).status),
  },
  R214: [
    {
      when: (step) => asked(step, 'reloadForChunk') !== null,
      must: (step) =>
        step.on === 'done probePage' &&
        step.event.output === true &&
        work(step) === 0 &&
        step.before?.snapshot.context.reloadedForChunk === false,
    },
    {
      when: (step) => asked(step, 'probePage') !== null,
      must: (step) => work(step) === 0 && step.snapshot.context.online && !step.snapshot.context.reloadedForChunk,
    },
    {
      when: (step) =>
        step.on === 'error probePage' ||
        (step.on === 'done probePage' && step.event.output === false) ||
        step.on.endsWith('reloadForChunk'),
      must: (step) => sees(step, missing),
    },
    {
      when: (step) => step.on === 'chunk.failed' && step.before?.snapshot.value === 'current' && work(step) > 0,
      must: (step) => sees(step, missing),
    },
  ],
  R215: [
    {
      when: (step) => step.on === 'parts.recovered' && saw(step, missing),
      must: (step) => !sees(step, missing) && !view(step).canLoadPart,
    },
    { when: (step) => step.on === 'parts.missed', must: ({ snapshot }) => snapshot.context.isPartMissing },
  ],
  R216: { when: ({ on }) => on === 'database.outdated', must: (step) => view(step).status === 'reloadRequired' && view(step).blocking },
  R217: [
    {
      when: (step) => step.on === 'database.blocked' && was(step)?.status !== 'reloadRequired',
      must: (step) => view(step).status === 'blocked' && view(step).blocking,
    },
    {
      when: (step) => step.on === 'database.opened' && was(step)?.status === 'blocked',
      must: (step) => view(step).status === 'none' && !view(step).blocking,
    },
  ],
  R218: {
    when: (step) => step.on === 'reload.requested' && ['chunkFailed', 'reloadRequired', 'blocked'].includes(was(step)?.status ?? ''),
    must: (step) => asked(step, 'reloadPage') !== null,
  },
});
