import { answered, asked, failed, propertiesOf, saw, sees } from '../testing/properties.ts';
import type { recordViewMachine } from './record-view.machine.ts';

const failure = 'Why, and Try again';

export const recordViewProperties = propertiesOf<typeof recordViewMachine>({
  R711: [
    {
      when: (step) => step.before === null || step.on === 'id.changed',
      must: (step) => asked(step, 'readRecord') !== null || step.snapshot.context.id === step.before?.snapshot.context.id,
    },
    {
      when: (step) => answered(step, 'readRecord', 'read'),
      must: (step) => sees(step, 'The record.') && asked(step, 'watchRecord') !== null,
    },
  ],
  R712: [
    {
      when: (step) => step.on === 'record.changed' && saw(step, 'The record.'),
      must: (step) => JSON.stringify(step.snapshot.context).includes('Later'),
    },
    {
      when: (step) => step.on === 'connection.restored' && saw(step, 'The record.'),
      must: (step) => asked(step, 'watchRecord') !== null && sees(step, 'The record.'),
    },
  ],
  R402: [
    { when: (step) => failed(step, 'readRecord', 'read') || step.on === 'error watchRecord', must: (step) => sees(step, failure) },
    {
      when: (step) => ['retry.requested', 'connection.restored'].includes(step.on) && saw(step, failure),
      must: (step) => asked(step, 'readRecord') !== null && sees(step, 'A skeleton'),
    },
  ],
});
