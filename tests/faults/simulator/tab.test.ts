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

it('a frozen tab ends what it has begun of the store’s work, and begins nothing of it', async () => {
  const browser = new Browser(2, optionsOf(2), memoryDevice());
  const [tab, other] = [await browser.open(), await browser.open()];
  for (const one of [tab, other]) one.unplugged = true;
  const seen: number[] = [];
  tab.store.watch.summary('u1', ({ pending }) => seen.push(pending));
  await browser.scheduler.runUntilIdle();
  browser.freezeAfter(tab, 0);
  const writes = [{ key: 'fb_link', category: 'social' as const, type: null, value: ['theirs'] }];
  void other.submitSettings({ websiteId: 'w1', screenId: 'social-links', writes, base: {} }, new AbortController().signal);
  await browser.scheduler.runUntilIdle();
  expect([browser.entriesOf('u1').length, seen]).toEqual([1, [0]]);
  tab.process.state = 'running';
  await browser.scheduler.advance(1_000);
  expect(seen.at(-1)).toBe(1);
  tab.letGo();
  other.letGo();
});
