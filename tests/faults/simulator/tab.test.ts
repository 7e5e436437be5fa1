import { expect, it } from 'vitest';
import { Browser } from './browser.ts';
import { memoryDevice } from './memory-device.ts';
import { optionsOf } from './run.ts';

/** Node keeps listeners of joined signals: each schedule with such a tab would stay in memory until that is full. */
it('a tab that died in the middle of a save waits for nothing once its schedule is over', async () => {
  const browser = new Browser(1, optionsOf(1), memoryDevice());
  const tab = await browser.open();
  browser.network.faultMix = { share: 1, faults: ['timeout before'] };
  const writes = [{ key: 'fb_link', category: 'social' as const, type: null, value: ['mine'] }];
  const submitted = tab.submitSettings({ websiteId: 'w1', screenId: 'social-links', writes, base: {} }, new AbortController().signal);
  await browser.scheduler.runUntilIdle();
  expect(browser.entriesOf('u1')).toMatchObject([{ status: 'sending' }]);
  tab.crash();
  tab.letGo();
  expect(await submitted).toMatchObject({ kind: 'pending' });
});
