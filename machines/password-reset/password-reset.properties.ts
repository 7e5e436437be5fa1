import { answered, asked, emitted, failed, propertiesOf, saw, sees } from '../testing/properties.ts';
import type { forgotPasswordMachine } from './forgot-password.machine.ts';
import { forgotPasswordView, resetPasswordView } from './password-reset.view.ts';
import type { resetPasswordMachine } from './reset-password.machine.ts';

export const forgotPasswordProperties = propertiesOf<typeof forgotPasswordMachine>({
  R141: [
    { when: ({ on }) => on === 'email.changed', must: ({ snapshot }) => forgotPasswordView(snapshot).problem === null },
    {
      when: ({ on, before }) => on === 'submit.requested' && before !== null && !forgotPasswordView(before.snapshot).email.includes('@'),
      must: (step) => forgotPasswordView(step.snapshot).problem !== null && asked(step, 'requestReset') === null,
    },
  ],
  R142: [
    {
      when: (step) => sees(step, 'Check your inbox') && !saw(step, 'Check your inbox'),
      must: (step) => answered(step, 'requestReset', 'answered'),
    },
    { when: (step) => answered(step, 'requestReset', 'answered'), must: (step) => sees(step, 'Check your inbox') },
  ],
  R143: [
    {
      when: (step) => failed(step, 'requestReset', 'answered'),
      must: (step) => sees(step, 'the reason') && forgotPasswordView(step.snapshot).message !== null && emitted(step, 'toast') !== null,
    },
    {
      when: (step) => step.on === 'submit.requested' && saw(step, 'the reason'),
      must: (step) => asked(step, 'requestReset') !== null && forgotPasswordView(step.snapshot).message === null,
    },
  ],
  R144: { when: ({ on }) => on === 'again.requested', must: (step) => sees(step, 'The email field') },
});

export const resetPasswordProperties = propertiesOf<typeof resetPasswordMachine>({
  R151: [
    { when: (step) => asked(step, 'resetPassword') !== null, must: ({ before }) => before !== null && isLong(before.snapshot) },
    {
      when: ({ on, before }) => on === 'submit.requested' && before !== null && !isLong(before.snapshot),
      must: ({ snapshot }) => Object.keys(resetPasswordView(snapshot).problems).length > 0,
    },
  ],
  R152: {
    when: ({ on, before }) => on === 'submit.requested' && before !== null && isLong(before.snapshot),
    must: (step) => JSON.stringify(asked(step, 'resetPassword')).includes('"mailed"'),
  },
  R153: {
    when: (step) => answered(step, 'resetPassword', 'answered'),
    must: (step) => {
      const { values } = resetPasswordView(step.snapshot);
      return emitted(step, 'signIn.submitted')?.['password'] === 'long enough' && values.new_password + values.confirm_password === '';
    },
  },
  R154: [
    {
      when: (step) => failed(step, 'resetPassword', 'answered'),
      must: (step) => sees(step, 'The form with the message') && resetPasswordView(step.snapshot).message !== null,
    },
    { when: ({ on }) => on === 'field.changed', must: (step) => sees(step, 'New password') },
  ],
});

function isLong({ context }: Parameters<typeof resetPasswordView>[0]): boolean {
  const { new_password: password, confirm_password: confirmation } = context.values;
  return password.length >= 8 && password === confirmation;
}
