import { expect, it } from 'vitest';
import { describeSignOut } from './describe-sign-out.ts';

it.each([
  [{ changes: 1, attention: 0, drafts: 0 }, '1 change is not yet on the server'],
  [{ changes: 3, attention: 0, drafts: 2 }, '3 changes are not yet on the server'],
  [{ changes: 0, attention: 0, drafts: 1 }, '1 screen has unsaved changes'],
  [{ changes: 0, attention: 0, drafts: 2 }, '2 screens have unsaved changes'],
])('counts the pending changes, and names unsaved ones separately: %j', (unsent, title) => {
  expect(describeSignOut(unsent, null).title).toBe(title);
});

it('says that unsaved changes are in no save', () => {
  expect(describeSignOut({ changes: 3, attention: 0, drafts: 0 }, null).text).not.toContain('unsaved');
  expect(describeSignOut({ changes: 3, attention: 0, drafts: 2 }, null).text).toContain('2 screens have unsaved changes besides');
});

it('promises only for entries that need no person that staying sends them', () => {
  const text = (changes: number, attention: number) => describeSignOut({ changes, attention, drafts: 0 }, null).text;
  expect(text(2, 0)).toContain('Stay to let them be sent.');
  expect(text(1, 1)).toContain('It needs your attention: stay to decide');
  expect(text(1, 1)).not.toContain('be sent');
  expect(text(3, 2)).toContain('2 of them need your attention: stay to decide in the sync centre. The other one is sent');
});

it('uses the singular for one change, and mentions a missing connection', () => {
  const one = { changes: 1, attention: 0, drafts: 0 };
  expect(describeSignOut(one, { kind: 'noNetwork' }).text).toBe(
    'Stay to let it be sent when you are back online. Signed out, it can wait on this device for your next sign-in here, or be discarded for good.',
  );
  expect(describeSignOut({ ...one, drafts: 1 }, null).text).toContain('Signed out, they can wait');
  expect(describeSignOut({ changes: 2, attention: 1, drafts: 0 }, { kind: 'noNetwork' }).text).toContain(
    'The other one is sent when you are back online.',
  );
});
