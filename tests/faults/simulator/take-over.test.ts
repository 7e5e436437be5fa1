import { expect, it } from 'vitest';
import { Browser } from './browser.ts';
import { noFaults } from './fake-network.ts';
import { memoryDevice } from './memory-device.ts';
import { optionsOf } from './run.ts';
import { freeze } from './scheduler.ts';
import type { Tab } from './tab.ts';

/**
 * How soon another tab sends the entry that a frozen one holds, where requests take no time. ms; the round trip of the preflight read comes
 * on top.
 */
const goalMs = 4_000;

async function save({ store }: Tab, value: string): Promise<void> {
  const whose = { userId: 'u1', accountId: 'a1', websiteId: 'w1' };
  const settings = [{ key: 'fb_link', value: [value], category: 'social' as const, type: null }];
  await store.outbox.append({ ...whose, resource: 'settings', mutation: 'update', body: { category: 'social', settings }, base: {} });
}

/** A tab sends, and freezes before the answer. Returns the time until the server has the save. ms. */
async function takenOverAfter(seed: number, other: 'has a connection' | 'comes online then'): Promise<number> {
  const browser = new Browser(seed, optionsOf(seed), memoryDevice());
  const { network, scheduler, server } = browser;
  const leader = await browser.open();
  const follower = await browser.open();
  follower.unplugged = other === 'comes online then';
  await scheduler.advance(10_000);
  network.faultMix = { share: 1, faults: ['timeout before'] };
  await browser.run(save(leader, 'mine'));
  for (let looked = 0; looked < 100 && network.inFlight.size === 0 && !isSending(browser); looked += 1) await scheduler.advance(10);
  const sender = browser.holders.get('u1')?.process;
  if (!sender || !isSending(browser)) throw new Error('No tab sends.');
  freeze(sender);
  network.faultMix = noFaults;
  follower.unplugged = false;
  const since = scheduler.passed;
  while (server.setting('w1', 'social', 'fb_link') === null && scheduler.passed - since < 60_000) await scheduler.advance(50);
  const took = scheduler.passed - since;
  // The resumed tab finds that its epoch has passed: it sends nothing, and does not write the late answer.
  sender.state = 'running';
  await scheduler.advance(60_000);
  expect(browser.entriesOf('u1')).toEqual([]);
  expect(server.effects.filter(({ field }) => field.includes('fb_link'))).toHaveLength(1);
  expect(browser.violations).toEqual([]);
  for (const tab of browser.alive()) tab.crash();
  return took;
}

const isSending = (browser: Browser) => browser.entriesOf('u1').some(({ status }) => status === 'sending');

it.each(['has a connection', 'comes online then'] as const)('a frozen tab that drains is replaced soon by one that %s', async (other) => {
  const times: number[] = [];
  for (let seed = 1; seed <= 20; seed += 1) times.push(await takenOverAfter(seed, other));
  expect(Math.max(...times)).toBeLessThanOrEqual(goalMs);
});

it('no other tab sends when the device fails once during a sign-out', async () => {
  const browser = new Browser(1, optionsOf(1), memoryDevice());
  const { scheduler, server, disk } = browser;
  const [leaver, other] = [await browser.open(), await browser.open()];
  for (const tab of [leaver, other]) tab.unplugged = true;
  await scheduler.runUntilIdle();
  await browser.run(save(leaver, 'mine'));
  await browser.run(leaver.stopSending('u1', 'keep'));
  for (const tab of [leaver, other]) tab.unplugged = false;
  disk.failNext('broken');
  await scheduler.advance(5_000);
  expect(disk.takeFault('broken')).toBe(false);
  expect(server.setting('w1', 'social', 'fb_link')).toBeNull();
  leaver.goOn();
  await scheduler.advance(60_000);
  expect(server.setting('w1', 'social', 'fb_link')).toEqual(['mine']);
  for (const tab of browser.alive()) tab.crash();
});
