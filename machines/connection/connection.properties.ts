import { emitted, propertiesOf, type Step, viewOf } from '../testing/properties.ts';
import type { connectionMachine } from './connection.machine.ts';
import { connectionView } from './connection.view.ts';

type Stepped = Step<typeof connectionMachine>;

const view = viewOf(connectionView);
const was = ({ before }: Stepped) => (before === null ? null : view(before));
const hasNoNetwork = ({ before }: Stepped) => before?.snapshot.context.hasNoNetwork === true;
const isAnswer = ({ on, event }: Stepped) => /Probe$/u.test(on) && JSON.stringify(event).includes('"answered":true');
const isNoAnswer = ({ on, event }: Stepped) =>
  /^error .*Probe$/u.test(on) || on === 'after probeTimeout' || JSON.stringify(event).includes('"answered":false');

export const connectionProperties = propertiesOf<typeof connectionMachine>({
  R201: [
    { when: (step) => !was(step)?.online && view(step).online, must: (step) => isAnswer(step) || step.on === 'call.answered' },
    { when: isAnswer, must: (step) => view(step).online },
    {
      when: (step) => step.on === 'navigator.offline' && was(step)?.online === true,
      must: (step) => view(step).online && view(step).checking,
    },
  ],
  R202: [
    { when: isNoAnswer, must: (step) => view(step).status === 'offline' },
    { when: (step) => was(step)?.status === 'online' && view(step).status === 'offline', must: isNoAnswer },
  ],
  R203: [
    {
      when: (step) =>
        ['navigator.online', 'tab.shown', 'probe.requested', 'after backoff'].includes(step.on) && was(step)?.status === 'offline',
      must: (step) => view(step).checking,
    },
    { when: (step) => isNoAnswer(step) && was(step)?.status === 'offline', must: (step) => !view(step).checking },
  ],
  R204: {
    when: ({ on }) => on === 'call.failed',
    must: (step) => was(step)?.status !== 'offline' || view(step).disconnection?.kind === 'trouble' || hasNoNetwork(step),
  },
  R205: [
    {
      when: (step) => was(step)?.status === 'offline' && view(step).online,
      must: (step) => emitted(step, 'connection.restored') !== null,
    },
    {
      when: (step) => isAnswer(step) && step.before?.on === 'call.failed' && step.before.snapshot.context.restoredAt === null,
      must: (step) => emitted(step, 'connection.restored') !== null,
    },
  ],
  R206: [
    { when: ({ on }) => on === 'after warnAfter', must: (step) => view(step).warn },
    { when: (step) => view(step).online, must: (step) => !view(step).warn },
    {
      when: (step) => view(step).warn && !was(step)?.warn,
      must: (step) => step.on === 'after warnAfter' || step.snapshot.context.hasNoNetwork,
    },
  ],
});
