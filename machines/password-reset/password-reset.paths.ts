import { answered, noAnswer, refused } from '../testing/api-results.ts';
import { pathPlan } from '../testing/path-plan.ts';
import { forgotPasswordMachine } from './forgot-password.machine.ts';
import { resetPasswordMachine } from './reset-password.machine.ts';

const results = [answered({ ok: true }), refused('validation_failed', 'No.', { email: 'Unknown address.' }), noAnswer];

export const forgotPasswordPaths = pathPlan({
  machine: forgotPasswordMachine,
  inputs: [{ email: '' }],
  events: [
    { type: 'email.changed', email: 'mia@agency.test' },
    { type: 'email.changed', email: 'mia' },
    { type: 'submit.requested' },
    { type: 'again.requested' },
    ...results.map((output) => ({ type: 'xstate.done.actor.requestReset', output }) as const),
    { type: 'xstate.error.actor.requestReset', error: new Error('broken') },
  ],
  distinguish: ({ email, problem, message }) => [email, problem, message],
});

export const resetPasswordPaths = pathPlan({
  machine: resetPasswordMachine,
  inputs: [{ token: 'mailed', email: 'mia@agency.test' }],
  events: [
    { type: 'field.changed', field: 'new_password', value: 'long enough' },
    { type: 'field.changed', field: 'confirm_password', value: 'long enough' },
    { type: 'field.changed', field: 'confirm_password', value: 'other' },
    { type: 'field.blurred', field: 'confirm_password' },
    { type: 'submit.requested' },
    ...results.map((output) => ({ type: 'xstate.done.actor.resetPassword', output }) as const),
    { type: 'xstate.error.actor.resetPassword', error: new Error('broken') },
  ],
  distinguish: ({ values, message }) => [values.new_password, values.confirm_password, message],
});
