import { answered, asked, emitted, failed, propertiesOf, sees, type Step, viewOf } from '../testing/properties.ts';
import type { endSessionsMachine } from './end-sessions.machine.ts';
import { endSessionsView } from './end-sessions.view.ts';

type Stepped = Step<typeof endSessionsMachine>;

const view = viewOf((snapshot: Stepped['snapshot']) => endSessionsView(snapshot, null));

export const endSessionsProperties = propertiesOf<typeof endSessionsMachine>({
  R161: [
    { when: ({ on }) => on === 'connection.lost', must: (step) => view(step).reason !== null },
    { when: ({ on }) => on === 'connection.restored', must: (step) => view(step).reason === null },
    { when: (step) => asked(step, 'endSessions') !== null, must: ({ before }) => before !== null && view(before).reason === null },
  ],
  R162: [
    { when: (step) => asked(step, 'endSessions') !== null, must: ({ on }) => on === 'end.confirmed' },
    {
      when: ({ on, before }) => on === 'end.requested' && before !== null && view(before).reason === null,
      must: (step) => view(step).dialog !== null && asked(step, 'endSessions') === null,
    },
    {
      when: ({ on, before }) =>
        on === 'end.confirmed' && before !== null && view(before).dialog?.busy === false && view(before).reason === null,
      must: (step) => asked(step, 'endSessions') !== null && view(step).dialog?.busy === true,
    },
  ],
  R163: {
    when: ({ on, before }) => on === 'cancel.requested' && before !== null && view(before).dialog?.busy === false,
    must: (step) => view(step).dialog === null && sees(step, 'The buttons; offline') && step.asks.length === 0,
  },
  R164: {
    when: (step) => answered(step, 'endSessions', 'ended'),
    must: (step) => view(step).dialog === null && emitted(step, 'toast') !== null && emitted(step, 'sessions.ended') !== null,
  },
  R165: [
    { when: (step) => failed(step, 'endSessions', 'ended'), must: (step) => typeof view(step).dialog?.error === 'string' },
    {
      when: ({ on, before }) =>
        on === 'end.confirmed' && before !== null && typeof view(before).dialog?.error === 'string' && view(before).reason === null,
      must: (step) => asked(step, 'endSessions') !== null && step.snapshot.context.message === null,
    },
  ],
});
