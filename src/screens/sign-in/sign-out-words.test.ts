import { expect, it } from 'vitest';
import { signOutWords } from './sign-out-words.ts';

it.each([
  [{ changes: 1, attention: 0, drafts: 0 }, '1 change is not yet on the server'],
  [{ changes: 3, attention: 0, drafts: 2 }, '3 changes are not yet on the server'],
  [{ changes: 0, attention: 0, drafts: 1 }, '1 screen has unsaved changes'],
  [{ changes: 0, attention: 0, drafts: 2 }, '2 screens have unsaved changes'],
])('counts what is on this device, and names what is unsaved apart: %j', (unsent, title) => {
  expect(signOutWords(unsent).title).toBe(title);
});

it('says of what is unsaved that no save has taken it', () => {
  expect(signOutWords({ changes: 3, attention: 0, drafts: 0 }).text).not.toContain('unsaved');
  expect(signOutWords({ changes: 3, attention: 0, drafts: 2 }).text).toContain('2 screens have unsaved changes besides');
});

it('promises that staying sends only what is not for a person to decide', () => {
  const text = (changes: number, attention: number) => signOutWords({ changes, attention, drafts: 0 }).text;
  expect(text(2, 0)).toContain('Stay to let them be sent.');
  expect(text(1, 1)).toContain('It needs your attention: stay to decide');
  expect(text(1, 1)).not.toContain('be sent');
  expect(text(3, 2)).toContain('2 of them need your attention: stay to decide in the sync centre. The other one is sent');
});
