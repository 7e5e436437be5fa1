import { expect } from 'playwright/test';
import { limits } from '#contract/limits.ts';
import { homepage } from './models/homepage.ts';
import { test } from './support/fixtures.ts';
import { keyWaits } from './support/key-waits.ts';

declare global {
  interface Window {
    /** What was announced. */
    announced: string[];
  }
}

// The other themes do not let blocks be added.
test.use({ siteTheme: 'versatile' });

/** Requests under way at once. */
const atOnce = 6;

test('300 blocks: key to frame, moving; each key counts', { tag: '@measured' }, async ({ signedInProfile, site, api }) => {
  const websiteId = site.id;
  const missing = Array.from({ length: limits.blocksPerWebsite - (await api.blocks(websiteId)).length }, (_, at) => `Banner ${at}`);
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let label = missing.pop(); label !== undefined; label = missing.pop())
        await api.call('POST', `/websites/${websiteId}/blocks/create`, { key: 'banner', label });
    }),
  );
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

  const { hold, expectWithin } = await keyWaits(page);
  await page.evaluate(() => {
    window.announced = [];
    const announced = () =>
      [...document.querySelectorAll('[role=status]')]
        .map(({ textContent }) => textContent)
        .find((text) => /lifted|moved|stays|dropped|cancelled/u.test(text));
    let last = announced();
    new MutationObserver(() => {
      const text = announced();
      if (text !== undefined && text !== last) window.announced.push(text);
      last = text;
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const expectAnnounced = (...texts: readonly string[]) =>
    expect.poll(() => page.evaluate((count) => window.announced.slice(-count), texts.length)).toEqual(texts);
  const moved = (by: number, count: number) =>
    Array.from({ length: count }, (_, at) => `${label} moved to ${from + 1 + by * (at + 1)} of ${labels.length}`);
  await expectWithin('A homepage of 300 blocks', async () => {
    await home.handle(label).press('Space');
    const up = await hold(Array.from({ length: 40 }, () => 'ArrowUp'));
    await expectAnnounced(`${label} lifted`, ...moved(-1, 40));
    await page.keyboard.press('Escape');
    return [{ name: 'moving', goalMs: 100, ...up }];
  });

  // All at once, as after a pause of the browser: none is lost, and their order stays.
  await home.handle(label).press('Space');
  await Promise.all(Array.from({ length: 40 }, () => page.keyboard.press('ArrowDown')));
  await page.keyboard.press('Space');
  const place = from + 1 + 40;
  await expectAnnounced(`${label} lifted`, ...moved(1, 40), `${label} dropped at ${place} of ${labels.length}`);
  await expect(home.handle(label)).toBeFocused();
  await expect(home.row(label)).not.toHaveAttribute('data-lifted');
  await expect.poll(async () => (await home.labels())[place - 1]).toBe(label);
  await expect.poll(async () => (await api.blocks(websiteId))[place - 1]?.label).toBe(label);
});
