import { emitted, propertiesOf, saw, sees, type Step } from '../testing/properties.ts';
import type { signInFormMachine } from './sign-in-form.machine.ts';

const isFilled = (step: Step<typeof signInFormMachine> | null) =>
  step?.snapshot.context.email.includes('@') === true && step.snapshot.context.password !== '';

export const signInFormProperties = propertiesOf<typeof signInFormMachine>({
  R131: {
    when: ({ on, before }) => on === 'submit.requested' && !isFilled(before),
    must: (step) => emitted(step, 'signIn.submitted') === null && sees(step, 'The messages at the fields'),
  },
  R132: {
    when: (step) => step.on === 'field.changed' && saw(step, 'The messages at the fields'),
    must: ({ event, snapshot }) => !('field' in event) || !(String(event.field) in snapshot.context.problems),
  },
  R133: {
    when: ({ on, before }) => on === 'submit.requested' && isFilled(before),
    must: (step) => {
      const { email, password, keep } = step.snapshot.context;
      const sent = emitted(step, 'signIn.submitted');
      return sent?.['email'] === email && sent['password'] === password && sent['keep'] === keep;
    },
  },
  R134: { when: ({ on }) => on === 'password.cleared', must: ({ snapshot }) => snapshot.context.password === '' },
});
