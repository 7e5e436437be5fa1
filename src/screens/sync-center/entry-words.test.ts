import type { QueueRow, RowError } from '#contract/queue.ts';
import { describe, expect, it } from 'vitest';
import { canResolve, statusWords } from './entry-words.ts';

function row(status: QueueRow['status'], error: Partial<RowError> = {}): QueueRow {
  return {
    seq: 1,
    opId: 'op',
    userId: 'u1',
    accountId: null,
    websiteId: 'w1',
    recordVersion: 1,
    appVersion: 'test',
    command: 'settings.save',
    target: { entity: 'settings', id: 'w1/social' },
    dependsOn: [],
    body: null,
    base: {},
    fileIds: [],
    status,
    attempts: 1,
    nextAttemptAt: null,
    lastError: { code: '', message: '', fields: {}, ...error },
    createdAt: 0,
  };
}

describe('a change that needs a person', () => {
  it('is told in the words of the server that refused it', () => {
    expect(statusWords(row('parked', { code: 'validation_failed', message: 'Too long.' }))).toBe('Too long.');
    expect(statusWords(row('parked', { code: 'forbidden' }))).toBe('You are not allowed to change this.');
  });
  it('is never told in the words of a program', () => {
    expect(statusWords(row('parked', { code: 'fault', message: 'TypeError' }))).toBe('This change could not be prepared for sending.');
  });
  it('has a choice only where there are two values', () => {
    expect(canResolve(row('conflict', { code: 'conflict', theirs: { fb_link: ['x'] } }))).toBe(true);
    const gone = row('conflict', { code: 'gone' });
    expect(canResolve(gone)).toBe(false);
    expect(statusWords(gone)).toBe('What this would change has been deleted elsewhere.');
  });
});
