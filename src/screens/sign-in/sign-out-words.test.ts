import { expect, it } from 'vitest';
import { signOutWords } from './sign-out-words.ts';

it.each([
  [{ changes: 1, drafts: 0 }, '1 change is not yet on the server'],
  [{ changes: 3, drafts: 2 }, '3 changes are not yet on the server'],
  [{ changes: 0, drafts: 1 }, '1 screen has unsaved changes'],
  [{ changes: 0, drafts: 2 }, '2 screens have unsaved changes'],
])('counts what is on this device, and names what is unsaved apart: %j', (unsent, title) => {
  expect(signOutWords(unsent).title).toBe(title);
});

it('says of what is unsaved that no save has taken it', () => {
  expect(signOutWords({ changes: 3, drafts: 0 }).text).not.toContain('unsaved');
  expect(signOutWords({ changes: 3, drafts: 2 }).text).toContain('2 screens have unsaved changes besides');
});
