import { expect, it } from 'vitest';
import { drainedToast } from './keep-sync-in-step.ts';

it('says that all is sent only when nothing needs attention', () => {
  expect(drainedToast(1, 0)).toMatchObject({ type: 'success', title: 'All changes sent', content: '1 change is now on the server.' });
  expect(drainedToast(2, 1)).toMatchObject({
    type: 'warning',
    title: 'Changes sent',
    content: '2 changes are now on the server. 1 other needs your attention.',
  });
});
