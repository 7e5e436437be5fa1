import { asked, failed, propertiesOf, sees } from '../testing/properties.ts';
import type { runningRowsMachine } from './running-rows.machine.ts';

export const runningRowsProperties = propertiesOf<typeof runningRowsMachine>({
  R731: [
    { when: ({ on }) => on === 'row.started', must: (step) => sees(step, 'Running…') && '1' in step.snapshot.context.running },
    { when: ({ on }) => on === 'after betweenRefreshes', must: (step) => asked(step, 'refresh') !== null },
    {
      when: ({ on, event }) => on === 'rows.seen' && JSON.stringify(event).includes('2026'),
      must: ({ snapshot }) => Object.keys(snapshot.context.running).length === 0,
    },
    {
      when: (step) => failed(step, 'refresh') && Object.keys(step.snapshot.context.running).length > 0,
      must: (step) => sees(step, 'Running…'),
    },
  ],
  R732: {
    when: ({ on }) => on === 'after longestAction',
    must: ({ sees: texts, snapshot }) => !texts.includes('Running…') && Object.keys(snapshot.context.running).length === 0,
  },
});
