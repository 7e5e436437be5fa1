import type { OutboxEntry, EntryError } from '#contract/outbox-entry.ts';
import { pendingEntry } from '#machines/testing/pending-entry.ts';
import { describePending } from '#machines/save-messages.ts';
import { describe, expect, it } from 'vitest';
import { canResolve, discardQuestion, fieldMessages, screenPathOf, describeStatus } from './describe-entry.ts';

function entryOf(status: OutboxEntry['status'], error: Partial<EntryError> = {}): OutboxEntry {
  return { ...pendingEntry, status, lastError: { code: '', message: '', fields: {}, ...error } };
}

describe('an entry that needs a person', () => {
  it('shows the message of the server that refused it', () => {
    expect(describeStatus(entryOf('rejected', { code: 'validation_failed', message: 'Too long.' }))).toBe('Too long.');
    expect(describeStatus(entryOf('rejected', { code: 'forbidden' }))).toBe('You are not allowed to change this.');
  });
  it('never shows an internal error message', () => {
    expect(describeStatus(entryOf('rejected', { code: 'fault', message: 'TypeError' }))).toBe(
      'This change could not be prepared for sending.',
    );
  });
  it('can be resolved only where there are two values', () => {
    const disputed = entryOf('conflict', { code: 'conflict', theirs: { fb_link: ['x'] } });
    expect(canResolve(disputed)).toBe(true);
    expect(describeStatus(disputed)).toBe('Somebody else changed Facebook URL too. Choose which to keep.');
    const own = { fb_link: { by: 'Mia Agent', isOwn: true } };
    expect(describeStatus(disputed, { changed: own })).toBe('You changed Facebook URL in another browser too. Choose which to keep.');
    const maria = { fb_link: { by: 'Maria Keller', isOwn: false } };
    expect(describeStatus(disputed, { changed: maria })).toBe('Maria Keller changed Facebook URL too. Choose which to keep.');
    const gone = entryOf('conflict', { code: 'gone' });
    expect(canResolve(gone)).toBe(false);
    expect(describeStatus(gone)).toBe('What this would change has been deleted elsewhere.');
    expect(screenPathOf(gone)).toBe(null);
    expect(screenPathOf(entryOf('conflict'))).toBe('marketing/social');
  });
});

describe('a pending entry', () => {
  it('says that there was no answer only where there was none', () => {
    const noAnswer = entryOf('indeterminate', { code: 'no_answer' });
    expect(describeStatus(noAnswer)).toMatch(/^The last try got no answer. Trying again. Whether/u);
    expect(describeStatus(entryOf('pending', { code: 'offline' }))).toBe('Not sent yet.');
    expect(describeStatus({ ...entryOf('pending'), lastError: null })).toBe('Not sent yet.');
  });
  it('has the same text offline as the toast of its save', () => {
    const message = describePending({ kind: 'offline' });
    expect(describeStatus({ ...entryOf('pending'), lastError: null }, { disconnection: { kind: 'noNetwork' } })).toBe(message);
    expect(describeStatus(entryOf('indeterminate', { code: 'no_answer' }), { disconnection: { kind: 'noNetwork' } })).toBe(
      `${message} Whether the server has the change is looked up first.`,
    );
    const trouble = entryOf('pending', { code: 'internal_error', status: 500, message: 'The database is resting.' });
    expect(describeStatus(trouble)).toBe('The server has trouble (500: The database is resting). Trying again.');
    expect(describeStatus(trouble, { disconnection: { kind: 'noNetwork' } }), 'what was before says nothing of now').toBe(message);
  });
  it('says what the probe meets, where that is the trouble of the server', () => {
    const never = { ...entryOf('pending'), lastError: null };
    const met = { kind: 'trouble', status: 502, message: '', isForeign: true } as const;
    expect(describeStatus(never, { disconnection: met })).toBe("The server has trouble (502: the answer can't be read). Trying again.");
    const offline = entryOf('pending', { code: 'offline' });
    expect(describeStatus(offline, { disconnection: { ...met, status: 500, message: 'Resting.', isForeign: false } })).toBe(
      'The server has trouble (500: Resting). Trying again.',
    );
    const same = entryOf('pending', { code: 'internal_error', status: 502, message: 'Resting.' });
    expect(describeStatus(same, { disconnection: met })).toBe('The server has trouble (502: Resting). Trying again.');
  });
  it('shows the answer of the server, also where the entry is indeterminate', () => {
    const busy = 'Your account has sent too many changes in a minute. Try again in 42 seconds.';
    expect(describeStatus(entryOf('pending', { code: 'too_many_requests', status: 429, message: busy }))).toBe(
      `The server has trouble (429: ${busy.slice(0, -1)}). Trying again.`,
    );
    expect(describeStatus(entryOf('indeterminate', { code: 'internal_error', status: 500, message: 'The database is resting.' }))).toBe(
      'The server has trouble (500: The database is resting). Trying again. Whether the server has the change is looked up first.',
    );
    expect(describeStatus(entryOf('indeterminate', { code: 'foreign', status: 502 }))).toContain("(502: the answer can't be read)");
    for (const status of [403, 413])
      expect(describeStatus(entryOf('indeterminate', { code: 'foreign', status }))).toContain(
        `The server has trouble (${status}: something in front of it refused the call). Trying again.`,
      );
    // The page of a captive portal is not the server's trouble.
    for (const status of [200, 302, 511])
      expect(describeStatus(entryOf('indeterminate', { code: 'foreign', status }))).not.toContain('trouble');
  });
  it('says that a sign-in is needed', () => {
    expect(describeStatus(entryOf('pending', { code: 'unauthenticated', status: 401 }))).toBe('Sign in to send it.');
  });
  it('names the fields of the conflict that must be resolved first', () => {
    const ahead = entryOf('conflict', { code: 'conflict', theirs: { fb_link: ['x'] } });
    expect(describeStatus(entryOf('pending'), { blockedBy: ahead })).toMatch(/^It waits until you have chosen for Facebook/u);
  });
});

it('does not repeat in the field messages what the status says', () => {
  const full = entryOf('rejected', { code: 'quota_exceeded', message: 'No room.', fields: { 'files[]': 'No room.', name: 'Too long.' } });
  expect(describeStatus(full)).toBe('No room.');
  expect(fieldMessages(full)).toEqual(['Too long.']);
});

it('asks before a discard, and does not claim that the server has nothing where that is not known', () => {
  const question = (more: Partial<OutboxEntry>) =>
    discardQuestion({ kind: 'readable', entry: { ...entryOf('pending'), ...more } }, 'Social links');
  expect(question({})).toBe('“Social links” has not reached the server. Discarded, it is gone for good.');
  expect(question({ mayHaveBeenApplied: true })).toContain('may be on the server already');
  expect(question({ status: 'sending' })).toContain('may be on the server already');
  const asked = entryOf('rejected', { code: 'maybe_created' });
  expect(describeStatus(asked)).toMatch(/^This may have been created already/u);
  expect(question({ ...asked, mayHaveBeenApplied: true })).toBe(
    '“Social links” is not sent again. Changes of it that wait here are not sent either: make them once more in its list.',
  );
});
