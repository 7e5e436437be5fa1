import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright';
import type { State } from '../support/screens/entry.ts';
import { settled } from '../support/screens/visit.ts';

export const widths = [375, 768, 1440] as const;

/** Sets theme and width, as high as the page, so that nothing of it is cut off. A dialog stands in a window as people have it. */
export async function setLook(page: Page, state: State, theme: 'light' | 'dark', width: number): Promise<void> {
  const settles = settled(state);
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  const least = width === 375 ? 812 : 900;
  await page.setViewportSize({ width, height: least });
  await settles(page);
  await previewsAreMeasured(page);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const isUnderDialog = (await page.locator('[role="dialog"], [role="alertdialog"]').count()) > 0;
  if (height <= least || isUnderDialog) return;
  await page.setViewportSize({ width, height });
  // What is as high as the window makes the page higher again, and its heading would stay half under the top bar.
  await page.evaluate(() => window.scrollTo(0, 0));
  await settles(page);
  await previewsAreMeasured(page);
}

/** A preview takes its new size half a second, or 30 frames, after the last change of it, and says nothing before. */
async function previewsAreMeasured(page: Page): Promise<void> {
  if ((await page.locator('[aria-label="Preview"]').count()) === 0) return;
  await page.evaluate(async () => {
    for (let frame = 0; frame < 45; frame += 1) await new Promise(requestAnimationFrame);
  });
}

/** Takes pictures until two are equal: on a busy machine a change of theme is repainted in parts. */
async function stillPicture(page: Page): Promise<Buffer> {
  let picture = await page.screenshot();
  for (let tries = 0; tries < 20; tries += 1) {
    const next = await page.screenshot();
    if (next.equals(picture)) return next;
    picture = next;
  }
  throw new Error('the page does not come to rest');
}

export async function takePicture(page: Page, file: string): Promise<void> {
  writeFileSync(file, await stillPicture(page));
}
