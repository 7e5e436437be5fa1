import { secretKeys } from '#contract/settings/summary.gen.ts';
import { describe, expect, it } from 'vitest';
import { redactEvent } from './redact.ts';

const isName = (text: string): boolean => ['header_phone', 'recaptcha_secret_key', 'secret'].includes(text);
const redacted = (event: { readonly type: string; readonly [key: string]: unknown }) => redactEvent(event, isName);

describe('what a recording shows of an event', () => {
  it('is the name of a field, and of its text the length', () => {
    expect(redacted({ type: 'field.changed', key: 'header_phone', value: '0123 456' })).toEqual({
      type: 'field.changed',
      key: 'header_phone',
      value: 'text of 8 characters',
    });
    expect(redacted({ type: 'field.changed', key: 'my own words', value: 12 })).toEqual({
      type: 'field.changed',
      key: 'text of 12 characters',
      value: 'number',
    });
  });

  it('is nothing at all of a secret', () => {
    expect(redacted({ type: 'field.changed', key: 'recaptcha_secret_key', value: 'abc' }).value).toBe('hidden');
    expect(redacted({ type: 'field.changed', field: 'password', value: 'abc' })).toEqual({
      type: 'field.changed',
      field: 'hidden',
      value: 'hidden',
    });
    expect(redacted({ type: 'signIn.submitted', email: 'mia@agency.test', password: 'abc', keep: true })).toEqual({
      type: 'signIn.submitted',
      email: 'text of 15 characters',
      password: 'hidden',
      keep: true,
    });
  });

  it.each(secretKeys)('is not even the length of %s, which the contract has for a secret', (key) => {
    expect(redacted({ type: 'field.changed', key, value: 'abc' }).value).toBe('hidden');
    expect(redacted({ type: 'form.opened', [key]: 'abc' })[key]).toBe('hidden');
  });

  it('is the outcome of a call, not its data', () => {
    const output = { kind: 'refused', status: 422, message: 'Mia is not allowed', fields: { 'my field': 'wrong' } };
    expect(redacted({ type: 'xstate.done.actor.save', output })).toEqual({
      type: 'xstate.done.actor.save',
      output: { kind: 'refused', status: 422, more: 2 },
    });
    expect(redacted({ type: 'xstate.done.actor.save', output: { 'my key': true, kind: 'my words', rows: [1, 2] } }).output).toEqual({
      more: 3,
    });
    expect(redacted({ type: 'xstate.error.actor.save', error: new TypeError('Mia is not a function') }).error).toEqual({
      name: 'TypeError',
      more: 1,
    });
  });

  it('is how long a list is, and names where they are names', () => {
    expect(redacted({ type: 'save.givenBack', keys: ['header_phone'] }).keys).toEqual(['header_phone']);
    expect(redacted({ type: 'save.givenBack', keys: ['header_phone', 'mine'] }).keys).toBe('list of 2');
    expect(redacted({ type: 'rows.seen', rows: ['a', 'b', 'c'] }).rows).toBe('list of 3');
  });

  it('is nothing of a file or a function', () => {
    expect(redacted({ type: 'file.chosen', file: new Map([['name', 'mia.jpg']]), done: () => 'mia' })).toEqual({
      type: 'file.chosen',
      file: {},
    });
  });
});
