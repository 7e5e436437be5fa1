import type { EntryError } from '#contract/outbox-entry.ts';
import { expect, it } from 'vitest';
import { pendingMarkOf } from './pending-reason.ts';

const error = (more: Partial<EntryError>): EntryError => ({ code: 'internal_error', message: '', fields: {}, ...more });
const markOf = (tried: EntryError) => pendingMarkOf({ opId: 'op1', status: 'indeterminate', message: null, tried });

it('gives the reason why a change that was tried is still pending', () => {
  expect(markOf(error({ status: 500, message: 'The database is resting.' })).reason).toEqual({
    kind: 'serverTrouble',
    status: 500,
    message: 'The database is resting.',
  });
  expect(markOf(error({ code: 'foreign', status: 413 })).reason).toEqual({ kind: 'blocked', status: 413 });
  expect(markOf(error({ code: 'unauthenticated', status: 401 })).reason).toEqual({ kind: 'signInNeeded' });
});

it('does not take one call without an answer for a lost connection', () => {
  expect(markOf(error({ code: 'no_answer' })).reason).toEqual({ kind: 'notAnswered' });
});

it('distinguishes a change that is being sent from a pending one', () => {
  expect(pendingMarkOf({ opId: 'op1', status: 'sending', message: null })).toEqual({ status: 'pending', message: null, isSending: true });
});

it('gives no reason for a change that was never tried', () => {
  expect(pendingMarkOf({ opId: 'op1', status: 'pending', message: null })).toEqual({ status: 'pending', message: null });
});
