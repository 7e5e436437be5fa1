import { answered, failed, propertiesOf, sees } from '../testing/properties.ts';
import type { blockMutationMachine } from './block-mutation.machine.ts';

export const blockMutationProperties = propertiesOf<typeof blockMutationMachine>({
  R541: [
    {
      when: (step) => answered(step, 'submitBlock', 'saved'),
      must: (step) => sees(step, 'for most kinds a toast') && step.sends.length === 1,
    },
    {
      when: (step) => answered(step, 'submitBlock', 'pending'),
      must: (step) => sees(step, 'why it is pending') && step.sends.length === 1,
    },
    {
      when: (step) => answered(step, 'submitBlock', 'conflict'),
      must: (step) => sees(step, 'the choice beside it') && step.sends.length === 1,
    },
  ],
  R542: {
    when: (step) => failed(step, 'submitBlock', 'saved', 'pending', 'conflict'),
    must: (step) => sees(step, 'a toast with the reason') && step.sends.length === 1,
  },
});
