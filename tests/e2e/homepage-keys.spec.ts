import { expect } from 'playwright/test';
import { limits } from '#contract/limits.ts';
import { median, percentile } from '../bench/statistics.ts';
import { demoWebsites } from '../support/accounts.ts';
import { homepage } from './models/homepage.ts';
import { test } from './support/fixtures.ts';

declare global {
  interface Window {
    /** What was announced, and when. */
    announced: { readonly text: string; readonly at: number }[];
    /** When each key was pressed. */
    keys: number[];
  }
}

// Fills the demo's homepage with blocks.
test.use({ ownServer: 'homepage-keys' });

/** From a key to its announcement, ms: beyond it a person waits for their keys. The goal of an idle machine, and printed with the figure. */
const goalMs = 100;
/** Other tests run beside this one: only what no busy machine explains fails it. */
const mostMs = 10 * goalMs;
/** Between the keys of one that is held down; nobody presses faster. ms. */
const heldKeyMs = 33;
const frameMs = 1000 / 60;

test('300 blocks: key to announced move, p95, printed', async ({ signedInProfile, api }) => {
  const websiteId = demoWebsites.versatile;
  for (let at = (await api.blocks(websiteId)).length; at < limits.blocksPerWebsite; at += 1)
    await api.call('POST', `/websites/${websiteId}/blocks/create`, { key: 'banner', label: `Banner ${at}` });
  const { page } = await signedInProfile();
  const home = homepage(page);
  await home.open(websiteId);
  const labels = [...(await home.labels())];
  expect(labels).toHaveLength(limits.blocksPerWebsite - 1);
  // The rows far below are not part of a drag until they are scrolled to. Their elements stay: a click on them is not lost.
  const last = await home.edits(labels.at(-1) ?? '').elementHandle();
  await last?.scrollIntoViewIfNeeded();
  // What comes near the window has been drawn by the third frame.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(resolve)))),
  );
  expect(await last?.evaluate((element) => element.isConnected)).toBe(true);
  await home.dragByMouse(labels.at(-1) ?? '', labels.at(-2) ?? '');
  labels.splice(-2, 2, labels.at(-1) ?? '', labels.at(-2) ?? '');
  await expect.poll(() => home.labels()).toEqual(labels);

  const from = 150;
  const label = labels[from] ?? '';

  await home.handle(label).focus();
  await page.evaluate(() => {
    window.announced = [];
    window.keys = [];
    addEventListener('keydown', ({ timeStamp }) => window.keys.push(timeStamp), { capture: true });
    const announced = () =>
      [...document.querySelectorAll('[role=status]')]
        .map(({ textContent }) => textContent)
        .find((text) => /lifted|moved|stays|dropped/u.test(text));
    let last = announced();
    new MutationObserver(() => {
      const text = announced();
      if (text !== undefined && text !== last) window.announced.push({ text, at: performance.now() });
      last = text;
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const expected = [`${label} lifted`];
  let place = from + 1;
  const press = async (key: 'ArrowDown' | 'ArrowUp', pauseMs: number) => {
    place += key === 'ArrowDown' ? 1 : -1;
    expected.push(`${label} moved to ${place} of ${labels.length}`);
    await Promise.all([page.keyboard.press(key), new Promise((resolve) => setTimeout(resolve, pauseMs))]);
  };
  const announced = () => page.evaluate(() => window.announced);
  const expectAnnounced = () => expect.poll(async () => (await announced()).map(({ text }) => text)).toEqual(expected);
  const frames = await page.evaluate(async () => {
    const moments: number[] = [];
    for (let at = 0; at < 60; at += 1) moments.push(await new Promise<number>((resolve) => requestAnimationFrame(resolve)));
    return moments.slice(1).map((moment, at) => moment - (moments[at] ?? moment));
  });
  const idleMs = Math.max(frameMs, median(frames));
  await page.keyboard.press('Space');
  for (let at = 0; at < 60; at += 1) await press('ArrowUp', heldKeyMs);
  for (let at = 0; at < 40; at += 1) await press('ArrowDown', heldKeyMs);
  await expectAnnounced();
  const keys = await page.evaluate(() => window.keys);
  const waits = (await announced()).map(({ at }, index) => at - (keys[index] ?? 0));
  const p95 = percentile(waits, 0.95);
  console.log(
    `300 blocks: key to announced move, p95: ${p95.toFixed(1)} ms, ${(p95 / frameMs).toFixed(1)} frames (goal ${goalMs} ms); an idle frame: ${idleMs.toFixed(1)} ms`,
  );
  expect(p95).toBeLessThan(mostMs);

  // All at once, as after a pause of the browser: none is lost, and their order stays.
  await Promise.all(Array.from({ length: 40 }, () => press('ArrowUp', 0)));
  await page.keyboard.press('Space');
  expected.push(`${label} dropped at ${place} of ${labels.length}`);
  await expectAnnounced();
  await expect(home.handle(label)).toBeFocused();
  await expect(home.row(label)).not.toHaveAttribute('data-lifted');
  await expect.poll(async () => (await home.labels())[place - 1]).toBe(label);
  await expect.poll(async () => (await api.blocks(websiteId))[place - 1]?.label).toBe(label);
});
