import { describe, expect, it } from 'vitest';
import { testPaths } from '../testing/test-paths.ts';
import { answered, noAnswer, refused } from '../testing/api-results.ts';
import { startMachine } from '../testing/start-machine.ts';
import { unreachableMessage } from '../problem-messages.ts';
import { forgotPasswordMachine } from './forgot-password.machine.ts';
import { resetProblems } from './password-reset.operations.ts';
import { forgotPasswordProperties, resetPasswordProperties } from './password-reset.properties.ts';
import { forgotPasswordPaths, resetPasswordPaths } from './password-reset.paths.ts';
import { resetPasswordMachine } from './reset-password.machine.ts';
import { forgotPasswordView, resetPasswordView } from './password-reset.view.ts';

testPaths(forgotPasswordPaths, forgotPasswordProperties);
testPaths(resetPasswordPaths, resetPasswordProperties);

describe('forgot password', () => {
  function start() {
    const run = startMachine(forgotPasswordMachine, { email: '' });
    return { ...run, view: () => forgotPasswordView(run.actor.getSnapshot()) };
  }

  it('checks the address on sending, not while typing', () => {
    const { actor, fakes, view } = start();
    actor.send({ type: 'submit.requested' });
    expect(view().problem).toBe('Email is required.');
    actor.send({ type: 'email.changed', email: 'mia' });
    expect(view().problem).toBeNull();
    actor.send({ type: 'submit.requested' });
    expect(view().problem).toBe('Enter a valid email address.');
    expect(fakes.started).toHaveLength(0);
  });

  it('sends the trimmed address and says to check the inbox', async () => {
    const { actor, answer, fakes, view } = start();
    actor.send({ type: 'email.changed', email: ' \u202amia@agency.test\u202c ' });
    actor.send({ type: 'submit.requested' });
    expect(fakes.last('requestReset').input).toEqual({ email: 'mia@agency.test' });
    await answer('requestReset', answered({ ok: true }));
    expect(view().status).toBe('sent');
  });

  it.each([
    [refused('too_many_requests', 'Too many tries.'), 'Too many tries.'],
    [refused('internal_error'), 'An error occurred.'],
    [noAnswer, unreachableMessage],
  ])('shows an error: %j', async (result, message) => {
    const { actor, answer, emitted, view } = start();
    actor.send({ type: 'email.changed', email: 'mia@agency.test' });
    actor.send({ type: 'submit.requested' });
    await answer('requestReset', result);
    expect(view()).toMatchObject({ status: 'error', message, email: 'mia@agency.test' });
    expect(emitted).toEqual([{ type: 'toast', toast: { type: 'error', title: 'Error', content: message } }]);
  });
});

describe('reset password', () => {
  function start() {
    const run = startMachine(resetPasswordMachine, { token: 'mailed', email: 'mia@agency.test' });
    const fill = (new_password: string, confirm_password: string): void => {
      run.actor.send({ type: 'field.changed', field: 'new_password', value: new_password });
      run.actor.send({ type: 'field.changed', field: 'confirm_password', value: confirm_password });
    };
    return { ...run, fill, view: () => resetPasswordView(run.actor.getSnapshot()) };
  }

  it.each([
    ['', '', { new_password: 'Password is required.', confirm_password: 'Password confirmation is required.' }],
    ['short', 'short', { new_password: 'Password must have at least 8 characters.' }],
    ['long enough', 'short', { confirm_password: 'Password confirmation must have at least 8 characters.' }],
    ['long enough', 'long enough?', { confirm_password: 'Password confirmation must equal the password.' }],
    ['long enough', 'long enough', {}],
  ])('checks %j and %j', (new_password, confirm_password, problems) => {
    expect(resetProblems({ email: 'mia@agency.test', new_password, confirm_password })).toEqual(problems);
  });

  it('sets the password, signs in with it, and removes it from the context', async () => {
    const { actor, answer, emitted, fakes, fill, view } = start();
    fill('long enough', 'long enough');
    actor.send({ type: 'submit.requested' });
    expect(fakes.last('resetPassword').input).toEqual({ token: 'mailed', email: 'mia@agency.test', new_password: 'long enough' });
    await answer('resetPassword', answered({ ok: true }));
    expect(view().status).toBe('saved');
    expect(emitted).toEqual([{ type: 'signIn.submitted', email: 'mia@agency.test', password: 'long enough', keep: false }]);
    expect(JSON.stringify(actor.getSnapshot().context)).not.toMatch(/long enough|mailed/u);
  });

  it('shows the message of the server, and those at the fields', async () => {
    const { actor, answer, fill, view } = start();
    fill('long enough', 'long enough');
    actor.send({ type: 'submit.requested' });
    await answer('resetPassword', refused('reset_token_invalid', 'This link is no longer valid.', { new_password: 'Too common.' }));
    expect(view()).toMatchObject({ status: 'error', message: 'This link is no longer valid.', problems: { new_password: 'Too common.' } });
  });

  it('shows what is wrong with a field once it was left, until it is corrected', () => {
    const { actor, fill, view } = start();
    fill('long enough', 'long');
    actor.send({ type: 'field.blurred', field: 'confirm_password' });
    expect(view().problems.confirm_password).toBeDefined();
    actor.send({ type: 'field.changed', field: 'confirm_password', value: 'long enough' });
    expect(view().problems).toEqual({});
  });
});
