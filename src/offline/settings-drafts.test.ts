import { expect, it } from 'vitest';
import { createSettingsDrafts } from './settings-drafts.ts';

/** A live view may report once more after the sign-out: its reader takes care of a rejection, and of nothing that is thrown at once. */
it('rejects the read of a draft where nobody is signed in any more', async () => {
  const drafts = createSettingsDrafts({
    store: {
      drafts: {
        get: () => Promise.resolve(null),
        put: () => Promise.resolve(true),
        remove: () => Promise.resolve(),
        list: () => Promise.resolve([]),
      },
      files: { idMap: () => Promise.resolve(new Map()) },
    },
    user: () => {
      throw new Error('nobody is signed in');
    },
    redraft: () => undefined,
  });
  let read: Promise<unknown> | null = null;
  expect(() => {
    read = drafts.readDraft({ websiteId: 'w1', screenId: 'social-links' });
  }).not.toThrow();
  await expect(read).rejects.toThrow('nobody is signed in');
});
