import type { EntryError } from '#contract/outbox-entry.ts';
import { expect, it } from 'vitest';
import { pendingMarkOf } from './pending-reason.ts';

const error = (more: Partial<EntryError>): EntryError => ({ code: 'internal_error', message: '', fields: {}, ...more });
const markOf = (tried: EntryError) => pendingMarkOf({ opId: 'op1', status: 'indeterminate', message: null, tried });

it('says why a change that was tried still waits', () => {
  expect(markOf(error({ status: 500, message: 'The database is resting.' })).reason).toEqual({
    kind: 'serverTrouble',
    status: 500,
    message: 'The database is resting.',
  });
  expect(markOf(error({ code: 'foreign', status: 413 })).reason).toEqual({ kind: 'blocked', status: 413 });
  expect(markOf(error({ code: 'unauthenticated', status: 401 })).reason).toEqual({ kind: 'signInNeeded' });
});

it('takes one call without an answer for no more than that', () => {
  expect(markOf(error({ code: 'no_answer' })).reason).toEqual({ kind: 'notAnswered' });
});

it('tells one that is on its way from one that waits', () => {
  expect(pendingMarkOf({ opId: 'op1', status: 'sending', message: null })).toEqual({ status: 'pending', message: null, isSending: true });
});

it('says nothing of a change that was never tried', () => {
  expect(pendingMarkOf({ opId: 'op1', status: 'pending', message: null })).toEqual({ status: 'pending', message: null });
});
