import { answered, asked, propertiesOf, type Step } from '../testing/properties.ts';
import type { deliveryMachine } from './delivery.machine.ts';

type Stepped = Step<typeof deliveryMachine>;

const text = (value: unknown): string => JSON.stringify(value) ?? '';
const has = ({ event }: Stepped, part: string): boolean => text(event).includes(part);
/** What the outbox gets of the delivery, once it is over. */
const result = ({ snapshot }: Stepped): string => (snapshot.status === 'done' ? (snapshot.output?.result ?? '') : '');

export const deliveryProperties = propertiesOf<typeof deliveryMachine>({
  R321: {
    when: (step) => answered(step, 'claimEntry', 'claimed') && has(step, '"waited":false'),
    must: (step) => asked(step, 'sendEntry') !== null,
  },
  R322: [
    {
      when: (step) => answered(step, 'claimEntry', 'claimed') && has(step, '"waited":true'),
      must: (step) => asked(step, 'readRecord') !== null && asked(step, 'sendEntry') === null,
    },
    {
      when: (step) => answered(step, 'sendEntry', 'refused') && step.before?.on === 'done claimEntry',
      must: (step) => asked(step, 'readRecord') !== null,
    },
  ],
  R323: {
    when: (step) => answered(step, 'readRecord', 'answered') && (has(step, '"mine"') || has(step, '"theirs"')),
    must: (step) => asked(step, 'sendEntry') === null && asked(step, 'applyResult') !== null,
  },
  R324: {
    when: (step) => answered(step, 'claimEntry', 'fenced') || step.event.output === 'fenced',
    must: (step) => step.asks.length === 0 && result(step) === 'fenced',
  },
  R325: [
    {
      when: (step) => step.on === 'error sendEntry' || answered(step, 'sendEntry', 'answered', 'noAnswer'),
      must: (step) => asked(step, 'applyResult') !== null,
    },
    { when: (step) => step.event.output === 'written', must: (step) => result(step) === 'written' },
  ],
  R326: { when: (step) => answered(step, 'claimEntry', 'gone'), must: (step) => step.asks.length === 0 && result(step) === 'gone' },
  R327: {
    when: ({ on }) => on === 'error claimEntry' || on === 'error applyResult',
    must: (step) => step.asks.length === 0 && result(step) === 'failed',
  },
});
