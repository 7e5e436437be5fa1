import { asked, emitted, propertiesOf, saw, sees, type Step } from '../testing/properties.ts';
import type { syncMachine } from './sync.machine.ts';

type Stepped = Step<typeof syncMachine>;

const text = (value: unknown): string => JSON.stringify(value) ?? '';
const has = ({ event }: Stepped, part: string): boolean => text(event).includes(part);
const delivers = ({ asks }: Stepped): boolean => asks.some(({ id }) => id.startsWith('delivery'));
const isOffline = (step: Stepped) => sees(step, 'The chip says Offline');
const isWorking = (step: Stepped | null) => step?.snapshot.hasTag('working') === true;
/** Whatever sends, or looks for what is to be sent. */
const goesOn = (step: Stepped) => asked(step, 'peekOutbox') !== null || asked(step, 'recoverOutbox') !== null || isWorking(step);
const isQuiet = (step: Stepped) => !isWorking(step) && !delivers(step) && asked(step, 'peekOutbox') === null;
const online = ({ snapshot }: Stepped) => snapshot.context.online;

export const syncProperties = propertiesOf<typeof syncMachine>({
  R301: [
    {
      when: (step) => step.on === 'connection.changed' && has(step, 'true') && step.before !== null && isOffline(step.before),
      must: (step) => goesOn(step) && !isOffline(step),
    },
    {
      when: (step) =>
        step.on === 'connection.changed' &&
        has(step, 'true') &&
        step.before?.before != null &&
        isWorking(step.before) &&
        !online(step.before),
      must: (step) => step.snapshot.context.online,
    },
  ],
  R302: [
    { when: isOffline, must: (step) => isQuiet(step) && !online(step) },
    {
      when: (step) => step.on === 'connection.changed' && has(step, 'false') && saw(step, 'The chip says Saved'),
      must: (step) => isOffline(step),
    },
  ],
  R303: [
    { when: ({ on }) => on === 'lock.lost', must: (step) => isQuiet(step) && asked(step, 'waitAfterFence') !== null },
    {
      when: (step) => has(step, '"fenced"') && /^done (?:startDrain|recoverOutbox|delivery)/u.test(step.on),
      must: (step) => isQuiet(step) && asked(step, 'waitAfterFence') !== null,
    },
    { when: delivers, must: ({ snapshot }) => snapshot.context.epoch === 7 },
  ],
  R304: [
    { when: (step) => step.on === 'entry.expected' && saw(step, 'The chip says Saved'), must: (step) => asked(step, 'holdLock') !== null },
    { when: (step) => step.on === 'done peekOutbox' && has(step, '"due"'), must: (step) => asked(step, 'holdLock') !== null },
    {
      when: (step) =>
        step.on === 'done pickEntries' &&
        !has(step, '"entries":[]') &&
        step.before?.snapshot.context.inFlight.length === 0 &&
        !step.snapshot.context.expired &&
        step.before.snapshot.context.failed === false &&
        online(step),
      must: delivers,
    },
    { when: ({ on }) => on === 'lock.acquired', must: (step) => asked(step, 'startDrain') !== null || !isWorking(step) },
  ],
  R305: [
    {
      when: (step) => step.on === 'done peekOutbox' && has(step, '"later"') && step.before?.snapshot.context.hasten === false,
      must: (step) => asked(step, 'waitUntil') !== null,
    },
    {
      when: (step) => ['wait.ended', 'drain.requested'].includes(step.on) && saw(step, 'The chip says how many wait'),
      must: (step) => asked(step, 'peekOutbox') !== null,
    },
  ],
  R306: [
    {
      when: ({ on }) => ['error peekOutbox', 'error pickEntries', 'error recoverOutbox', 'error holdLock', 'lock.failed'].includes(on),
      must: (step) => asked(step, 'waitAfterFailure') !== null,
    },
    {
      when: ({ on, before }) =>
        (on === 'wait.ended' || on === 'drain.requested') && before !== null && asked(before, 'waitAfterFailure') !== null,
      must: (step) => asked(step, 'peekOutbox') !== null || isOffline(step) || sees(step, 'The sign-in dialog'),
    },
  ],
  R307: [
    { when: (step) => sees(step, 'The sign-in dialog'), must: isQuiet },
    {
      when: (step) =>
        step.snapshot.context.expired &&
        !step.snapshot.hasTag('waiting') &&
        !isWorking(step) &&
        !isOffline(step) &&
        !sees(step, 'signing out') &&
        !sees(step, 'No chip'),
      must: (step) => sees(step, 'The sign-in dialog'),
    },
    {
      when: (step) => step.on === 'session.renewed' && has(step, '"u1"') && saw(step, 'The sign-in dialog'),
      must: (step) => !sees(step, 'The sign-in dialog'),
    },
    { when: (step) => sees(step, 'The sign-in dialog'), must: ({ snapshot }) => !snapshot.can({ type: 'session.renewed', userId: 'u2' }) },
  ],
  R308: [
    {
      when: (step) => step.on === 'session.changed' && has(step, 'null') && step.before?.snapshot.context.userId !== null,
      must: (step) => isQuiet(step) && sees(step, 'No chip'),
    },
    { when: (step) => sees(step, 'No chip'), must: ({ snapshot }) => snapshot.context.userId === null },
  ],
  R309: [
    { when: ({ on }) => on === 'sending.stopped', must: (step) => isQuiet(step) && sees(step, 'signing out') },
    { when: (step) => sees(step, 'signing out'), must: isQuiet },
    { when: ({ on }) => on === 'sending.resumed', must: (step) => !sees(step, 'signing out') },
  ],
  R310: [
    { when: ({ on }) => on === 'error startDrain', must: (step) => asked(step, 'recoverOutbox') !== null },
    {
      when: (step) => step.on === 'done recoverOutbox' && has(step, 'recovered'),
      must: (step) => asked(step, 'pickEntries') !== null || !isWorking(step),
    },
  ],
  R311: {
    when: (step) => /^done delivery/u.test(step.on) && has(step, '"written"') && isWorking(step.before),
    must: (step) => emitted(step, 'delivery.finished') !== null,
  },
  R312: { when: (step) => step.on === 'done peekOutbox' && has(step, '"empty"'), must: (step) => sees(step, 'The chip says Saved') },
});
