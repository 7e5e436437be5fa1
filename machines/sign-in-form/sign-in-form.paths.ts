import { pathPlan } from '../testing/path-plan.ts';
import { signInFormMachine } from './sign-in-form.machine.ts';

export const signInFormPaths = pathPlan({
  machine: signInFormMachine,
  inputs: [
    { email: '', keep: false, fixedEmail: false },
    { email: 'mia@agency.test', keep: true, fixedEmail: true },
    { email: 'mia@agency.test', keep: false, fixedEmail: false },
  ],
  events: [
    { type: 'field.changed', field: 'email', value: 'mia@agency.test' },
    { type: 'field.changed', field: 'password', value: 'a password' },
    { type: 'field.blurred', field: 'email' },
    { type: 'keep.changed', keep: true },
    { type: 'submit.requested' },
    { type: 'password.cleared' },
  ],
  distinguish: ({ email, password, keep }) => [email, password, keep],
});
