import type { OutboxEntry, EntryError } from '#contract/outbox-entry.ts';
import { describePending } from '#machines/save-messages.ts';
import { describe, expect, it } from 'vitest';
import { canResolve, discardQuestion, fieldMessages, describeStatus } from './describe-entry.ts';

function row(status: OutboxEntry['status'], error: Partial<EntryError> = {}): OutboxEntry {
  return {
    seq: 1,
    opId: 'op',
    userId: 'u1',
    accountId: null,
    websiteId: 'w1',
    recordVersion: 1,
    appVersion: 'test',
    resource: 'settings',
    mutation: 'update',
    target: { entity: 'settings', id: 'w1/social' },
    dependsOn: [],
    body: { category: 'social', settings: [{ key: 'fb_link', value: ['mine'], category: 'social', type: null }] },
    base: {},
    fileIds: [],
    status,
    attempts: 1,
    mayHaveBeenApplied: false,
    troubles: 0,
    maybeOurs: {},
    maybeApplied: [],
    nextAttemptAt: null,
    lastError: { code: '', message: '', fields: {}, ...error },
    createdAt: 0,
  };
}

describe('a change that needs a person', () => {
  it('has the message of the server that refused it', () => {
    expect(describeStatus(row('rejected', { code: 'validation_failed', message: 'Too long.' }))).toBe('Too long.');
    expect(describeStatus(row('rejected', { code: 'forbidden' }))).toBe('You are not allowed to change this.');
  });
  it('never has an internal error message', () => {
    expect(describeStatus(row('rejected', { code: 'fault', message: 'TypeError' }))).toBe('This change could not be prepared for sending.');
  });
  it('has a choice only where there are two values', () => {
    const disputed = row('conflict', { code: 'conflict', theirs: { fb_link: ['x'] } });
    expect(canResolve(disputed)).toBe(true);
    expect(describeStatus(disputed)).toBe('Somebody else changed Facebook URL too. Choose which to keep.');
    const gone = row('conflict', { code: 'gone' });
    expect(canResolve(gone)).toBe(false);
    expect(describeStatus(gone)).toBe('What this would change has been deleted elsewhere.');
  });
});

describe('a change that waits for its next try', () => {
  it('says that there was no answer only where nothing was answered', () => {
    const noAnswer = row('indeterminate', { code: 'no_answer' });
    expect(describeStatus(noAnswer)).toMatch(/^The last try got no answer. Trying again. Whether/u);
    expect(describeStatus(row('pending', { code: 'offline' }))).toBe('On this device, not sent yet.');
    expect(describeStatus({ ...row('pending'), lastError: null })).toBe('On this device, not sent yet.');
  });
  it('says offline what the notification of its save said', () => {
    const told = describePending({ kind: 'offline' });
    expect(describeStatus({ ...row('pending'), lastError: null }, { isOffline: true })).toBe(told);
    expect(describeStatus(row('indeterminate', { code: 'no_answer' }), { isOffline: true })).toBe(
      `${told} Whether the server has the change is looked up first.`,
    );
    const trouble = row('pending', { code: 'internal_error', status: 500, message: 'The database is resting.' });
    expect(describeStatus(trouble, { isOffline: true })).toBe('The server has trouble (500: The database is resting). Trying again.');
  });
  it('says what the server said, also where it may have taken the change', () => {
    const busy = 'Your account has sent too many changes in a minute. Try again in 42 seconds.';
    expect(describeStatus(row('pending', { code: 'too_many_requests', status: 429, message: busy }))).toBe(
      `The server has trouble (429: ${busy.slice(0, -1)}). Trying again.`,
    );
    expect(describeStatus(row('indeterminate', { code: 'internal_error', status: 500, message: 'The database is resting.' }))).toBe(
      'The server has trouble (500: The database is resting). Trying again. Whether the server has the change is looked up first.',
    );
    expect(describeStatus(row('indeterminate', { code: 'foreign', status: 502 }))).toContain("(502: the answer can't be read)");
    for (const status of [403, 413])
      expect(describeStatus(row('indeterminate', { code: 'foreign', status }))).toContain(
        `The server has trouble (${status}: something in front of it refused the call). Trying again.`,
      );
    // A captive portal's page: no trouble of the server's.
    for (const status of [200, 302, 511])
      expect(describeStatus(row('indeterminate', { code: 'foreign', status }))).not.toContain('trouble');
  });
  it('says that a sign-in is needed', () => {
    expect(describeStatus(row('pending', { code: 'unauthenticated', status: 401 }))).toBe('Sign in to send it.');
  });
  it('names the fields that it waits for a choice of', () => {
    const ahead = row('conflict', { code: 'conflict', theirs: { fb_link: ['x'] } });
    expect(describeStatus(row('pending'), { behind: ahead })).toMatch(/^It waits until you have chosen for Facebook/u);
  });
});

it('what was said of fields is not said twice', () => {
  const full = row('rejected', { code: 'quota_exceeded', message: 'No room.', fields: { 'files[]': 'No room.', name: 'Too long.' } });
  expect(describeStatus(full)).toBe('No room.');
  expect(fieldMessages(full)).toEqual(['Too long.']);
});

it('asks before a discard, and does not say that nothing has reached the server where that is not known', () => {
  const question = (more: Partial<OutboxEntry>) =>
    discardQuestion({ kind: 'readable', entry: { ...row('pending'), ...more } }, 'Social Links');
  expect(question({})).toBe('“Social Links” has not reached the server. Discarded, it is gone for good.');
  expect(question({ mayHaveBeenApplied: true })).toContain('may be on the server already');
  expect(question({ status: 'sending' })).toContain('may be on the server already');
});
