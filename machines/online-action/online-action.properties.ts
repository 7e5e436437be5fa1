import { answered, asked, emitted, failed, propertiesOf, type Step, viewOf } from '../testing/properties.ts';
import type { onlineActionMachine } from './online-action.machine.ts';
import { onlineActionView } from './online-action.view.ts';

type Stepped = Step<typeof onlineActionMachine>;

const view = viewOf((snapshot: Stepped['snapshot']) => onlineActionView(snapshot, null));

export const onlineActionProperties = propertiesOf<typeof onlineActionMachine>({
  R001: [
    {
      when: ({ on, before }) => on === 'connection.lost' && before !== null && view(before).canRun,
      must: (step) => view(step).status === 'offline' && view(step).reason !== null,
    },
    {
      when: ({ on, before }) => on === 'connection.restored' && before !== null && view(before).status === 'offline',
      must: (step) => view(step).canRun,
    },
  ],
  R002: [
    {
      when: ({ on, before }) => on === 'action.requested' && before !== null && view(before).canRun,
      must: (step) => asked(step, 'runAction') !== null && view(step).status === 'submitting',
    },
    { when: (step) => asked(step, 'runAction') !== null, must: ({ before }) => before !== null && view(before).canRun },
  ],
  R003: [
    {
      when: (step) => answered(step, 'runAction', 'answered'),
      must: (step) => JSON.stringify(emitted(step, 'toast')).includes('Cache cleared') && view(step).status !== 'submitting',
    },
    {
      when: (step) => failed(step, 'runAction', 'answered'),
      must: (step) =>
        JSON.stringify(emitted(step, 'toast')).includes('Unable to clear cache') &&
        (view(step).canRun ? view(step).message !== null : view(step).status === 'offline'),
    },
  ],
  R004: {
    when: ({ on }) => on === 'action.cancelled',
    must: (step) => emitted(step, 'toast') === null && ['ready', 'offline'].includes(view(step).status),
  },
});
