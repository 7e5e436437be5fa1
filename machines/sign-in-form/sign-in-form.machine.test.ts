import { describe, expect, it } from 'vitest';
import { testPaths } from '../testing/test-paths.ts';
import { startMachine } from '../testing/start-machine.ts';
import { signInFormMachine, signInFormView } from './sign-in-form.machine.ts';
import { signInFormPaths } from './sign-in-form.paths.ts';
import { signInFormProperties } from './sign-in-form.properties.ts';

testPaths(signInFormPaths, signInFormProperties);

function start(input = { email: '', keep: false, fixedEmail: false }) {
  const run = startMachine(signInFormMachine, input);
  return { ...run, view: () => signInFormView(run.actor.getSnapshot()) };
}

describe('the sign-in form', () => {
  it('asks for an address and a password', () => {
    const { actor, emitted, view } = start();
    actor.send({ type: 'submit.requested' });
    expect(view()).toMatchObject({ invalid: true, problems: { email: 'Email is required.', password: 'Password is required.' } });
    actor.send({ type: 'field.changed', field: 'email', value: 'mia' });
    expect(view()).toMatchObject({
      invalid: false,
      problems: { email: 'Enter a valid email address.', password: 'Password is required.' },
    });
    actor.send({ type: 'field.changed', field: 'email', value: 'mia@agency.test' });
    expect(view().problems).toEqual({ password: 'Password is required.' });
    expect(emitted).toEqual([]);
  });

  it('takes an address of which nothing can be seen for none', () => {
    const { actor, view } = start();
    actor.send({ type: 'field.changed', field: 'email', value: '\u200b\u3164' });
    actor.send({ type: 'submit.requested' });
    expect(view().problems['email']).toBe('Email is required.');
  });

  it('emits what the session takes', () => {
    const { actor, emitted } = start();
    actor.send({ type: 'field.changed', field: 'email', value: ' \u200bmailto:mia@agency.test\ufeff' });
    actor.send({ type: 'field.changed', field: 'password', value: ' spaces count ' });
    actor.send({ type: 'keep.changed', keep: true });
    actor.send({ type: 'submit.requested' });
    expect(emitted).toEqual([{ type: 'signIn.submitted', email: 'mia@agency.test', password: ' spaces count ', keep: true }]);
  });

  it('shows on blur what is wrong, not what is still empty', () => {
    const { actor, view } = start();
    actor.send({ type: 'field.blurred', field: 'email' });
    expect(view().problems).toEqual({});
    actor.send({ type: 'field.changed', field: 'email', value: 'mia' });
    actor.send({ type: 'field.blurred', field: 'email' });
    expect(view().problems).toEqual({ email: 'Enter a valid email address.' });
  });

  it('keeps the address of an expired session, and clears the password on request', () => {
    const { actor, view } = start({ email: 'mia@agency.test', keep: true, fixedEmail: true });
    actor.send({ type: 'field.changed', field: 'email', value: 'ole@agency.test' });
    actor.send({ type: 'field.changed', field: 'password', value: 'x' });
    expect(view()).toMatchObject({ email: 'mia@agency.test', password: 'x' });
    actor.send({ type: 'password.cleared' });
    expect(view().password).toBe('');
  });
});
