import type { Page } from 'playwright';
import { limits } from '#contract/limits.ts';
import { demo } from '../support/accounts.ts';
import { signedInApi } from '../support/api.ts';
import { homepage } from '../e2e/models/homepage.ts';
import { websiteId } from '../support/sights.ts';
import type { Figure } from './figures.ts';
import { type Bench, newContext } from './visit.ts';

/** How long the preview waits after a key before it asks, ms: an edit is settled then. */
const settledMs = 300;
const blocks = 200;

async function openHomepage(bench: Bench) {
  const context = await newContext(bench, { signedIn: true, serviceWorker: true });
  const page = await context.newPage();
  await homepage(page).open(websiteId);
  return { context, page };
}

/** From an edit that has settled to the frame with its page being the one that is seen. */
async function previewFigure(bench: Bench): Promise<Figure> {
  const { context, page } = await openHomepage(bench);
  const home = homepage(page);
  await home.edit('Cover');
  const title = page.getByRole('main').getByRole('textbox', { name: 'Title', exact: true }).first();
  const samples: number[] = [];
  for (let i = 0; i < 21; i += 1) {
    const took = page.evaluate(
      (settled) =>
        new Promise<number>((resolve) => {
          let typedAt = 0;
          addEventListener('keydown', () => (typedAt = performance.now()), { capture: true, once: true });
          const observer = new MutationObserver(() => {
            if (typedAt === 0) return;
            observer.disconnect();
            requestAnimationFrame(() => resolve(performance.now() - typedAt - settled));
          });
          observer.observe(document.body, { subtree: true, attributes: true, attributeFilter: ['data-hidden'] });
        }),
      settledMs,
    );
    await title.press('End');
    await title.press(i % 2 === 0 ? 'x' : 'Backspace');
    samples.push(await took);
  }
  await context.close();
  return { name: 'Preview: settled edit to the new page shown', unit: 'ms', samples: samples.slice(1), goal: 150, withP95: true };
}

const scriptMs = async (session: { send(method: 'Performance.getMetrics'): Promise<{ metrics: { name: string; value: number }[] }> }) =>
  ((await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000;

const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));

/** Script that one step of a pointer costs while a block is dragged through a long list; less what the reading itself costs. */
async function dragFigure(bench: Bench): Promise<Figure> {
  const api = await signedInApi(bench.origin, demo);
  const there = (await api.blocks(websiteId)).length;
  for (let i = there; i < Math.min(blocks, limits.blocksPerWebsite); i += 1)
    await api.call('POST', `/websites/${websiteId}/blocks/create`, { key: 'banner', label: `Banner ${i}` });
  const { context, page } = await openHomepage(bench);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  const handle = homepage(page).handle(`Banner ${there}`);
  await handle.scrollIntoViewIfNeeded();
  const box = await handle.boundingBox();
  if (!box) throw new Error('nothing to drag');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  const idle: number[] = [];
  for (let i = 0; i < 10; i += 1) {
    const before = await scriptMs(session);
    await nextFrame(page);
    idle.push((await scriptMs(session)) - before);
  }
  const floor = idle.toSorted((a, b) => a - b)[Math.floor(idle.length / 2)] ?? 0;
  await page.mouse.down();
  await page.mouse.move(x, y + 8);
  const samples: number[] = [];
  for (let i = 0; i < 60; i += 1) {
    const before = await scriptMs(session);
    // Down and up again, over some ten rows.
    await page.mouse.move(x, y + 8 + 220 * Math.sin(i / 10));
    await nextFrame(page);
    samples.push(Math.max(0, (await scriptMs(session)) - before - floor));
  }
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await context.close();
  return { name: `Dragging in a list of ${blocks} blocks: script a frame`, unit: 'ms', samples, goal: 8, withP95: true };
}

export async function homepages(bench: Bench): Promise<readonly Figure[]> {
  return [await previewFigure(bench), await dragFigure(bench)];
}
