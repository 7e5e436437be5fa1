import type { BrowserContext, Page } from 'playwright';
import { limits } from '#contract/limits.ts';
import { demo } from '../support/accounts.ts';
import { signedInApi } from '../support/api.ts';
import { homepage } from '../e2e/models/homepage.ts';
import { websiteId } from '../support/ready-conditions.ts';
import type { Measure, Samples } from './measure.ts';
import { median } from './statistics.ts';
import { type Bench, newContext } from './visit.ts';

/** How long the preview waits after the last key before it requests the page. ms. */
const pauseMs = 300;
const blocks = 200;

async function openHomepage(bench: Bench) {
  const context = await newContext(bench, { signedIn: true, serviceWorker: true });
  const page = await context.newPage();
  await homepage(page).open(websiteId);
  return { context, page };
}

/** From the end of that wait to the frame that shows the new page. */
async function* previews(bench: Bench): AsyncGenerator<Samples<'preview'>, void> {
  const { page } = await openHomepage(bench);
  const home = homepage(page);
  await home.edit('Cover');
  const title = page.getByRole('main').getByRole('textbox', { name: 'Title', exact: true }).first();
  // Its first page is not one that was typed.
  await home.preview.getByRole('heading', { level: 1 }).first().waitFor();
  for (let i = 0; ; i += 1) {
    const took = page.evaluate(
      (pause) =>
        new Promise<number>((resolve) => {
          let typedAt = 0;
          addEventListener('keydown', () => (typedAt = performance.now()), { capture: true, once: true });
          const observer = new MutationObserver(() => {
            if (typedAt === 0) return;
            observer.disconnect();
            requestAnimationFrame(() => resolve(performance.now() - typedAt - pause));
          });
          observer.observe(document.body, { subtree: true, attributes: true, attributeFilter: ['data-hidden'] });
        }),
      pauseMs,
    );
    await title.press('End');
    await title.press(i % 2 === 0 ? 'x' : 'Backspace');
    yield { preview: [await took] };
  }
}

interface Costs {
  /** Time of script until now. */
  readonly ms: number;
  readonly frames: number;
}

/** Counts the frames that the page draws, and reads the browser's own measure of its script time. */
async function startCosts(context: BrowserContext, page: Page): Promise<() => Promise<Costs>> {
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  const counter = await page.evaluateHandle(() => {
    const counted = { frames: 0 };
    const count = () => {
      counted.frames += 1;
      requestAnimationFrame(count);
    };
    count();
    return counted;
  });
  return async () => {
    const [{ metrics }, frames] = await Promise.all([
      session.send('Performance.getMetrics'),
      counter.evaluate((counted) => counted.frames),
    ]);
    return { ms: (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000, frames };
  };
}

/** Samples of script time for each frame while an action is repeated; each sample covers some ten frames. */
async function scriptPerFrame(costs: () => Promise<Costs>, samples: number, doing: (step: number) => Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  let before = await costs();
  for (let step = 0; taken.length < samples; step += 1) {
    await Promise.all([doing(step), new Promise((resolve) => setTimeout(resolve, 1000 / 60))]);
    if (step % 10 < 9) continue;
    const after = await costs();
    taken.push((after.ms - before.ms) / Math.max(1, after.frames - before.frames));
    before = after;
  }
  return taken;
}

/**
 * Script time for each frame while a block is dragged through a long list, with a pointer that moves 60 times a second; the cost of an idle
 * frame is subtracted.
 */
async function* drags(bench: Bench): AsyncGenerator<Samples<'drag'>, void> {
  const api = await signedInApi(bench.origin, demo);
  const there = (await api.blocks(websiteId)).length;
  for (let i = there; i < Math.min(blocks, limits.blocksPerWebsite); i += 1)
    await api.call('POST', `/websites/${websiteId}/blocks/create`, { key: 'banner', label: `Banner ${i}` });
  const label = `Banner ${there}`;
  for (;;) {
    const { context, page } = await openHomepage(bench);
    const { handle } = homepage(page);
    await handle(label).evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const box = await handle(label).boundingBox();
    if (!box) throw new Error('nothing to drag');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    const costs = await startCosts(context, page);
    const atRest = median(await scriptPerFrame(costs, 5, () => Promise.resolve()));
    await page.mouse.down();
    await page.mouse.move(x, y + 8);
    await page
      .getByRole('status')
      .filter({ hasText: `${label} lifted` })
      .waitFor({ state: 'attached' });
    // Up and down over some fifteen rows, and at both ends into the area where the page scrolls.
    const dragged = await scriptPerFrame(costs, 20, (step) => page.mouse.move(x, y + 8 + 340 * Math.sin(step / 30)));
    await context.close();
    yield { drag: dragged.map((ms) => Math.max(0, ms - atRest)) };
  }
}

export const homepages: readonly Measure[] = [
  {
    figures: { preview: { name: 'Preview: end of typing to the new page shown', unit: 'ms', goal: 150, withP95: true } },
    rounds: 20,
    take: previews,
  },
  {
    figures: { drag: { name: `Dragging in a list of ${blocks} blocks: script a frame`, unit: 'ms', goal: 8, withP95: true } },
    rounds: 2,
    take: drags,
  },
];
