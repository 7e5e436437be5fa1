import { expect, type Page } from 'playwright/test';
import { median, percentile } from '../../bench/statistics.ts';

declare global {
  interface Window {
    /** From each key to the end of the frame that follows it, ms. */
    keyWaits: number[];
    /** When the keys were pressed whose frame has not ended yet. */
    pressedKeys: number[];
  }
}

/** Between the keys of one that is held down; nobody presses faster. ms. */
const heldKeyMs = 33;
/** A busy machine may disturb a whole round. A slow screen is slow in each. */
const rounds = 3;
const bareKeys = 20;
/** px. */
const rowHeight = 46;

interface Waits {
  readonly median: number;
  readonly p95: number;
}

/** How long keys wait for their frame, on a page that is open. */
export async function keyWaits(page: Page) {
  await page.evaluate(() => {
    window.keyWaits = [];
    window.pressedKeys = [];
    const channel = new MessageChannel();
    channel.port1.onmessage = () => window.keyWaits.push(...window.pressedKeys.splice(0).map((at) => performance.now() - at));
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        window.pressedKeys.push(timeStamp);
        requestAnimationFrame(() => channel.port2.postMessage(null));
      },
      { capture: true },
    );
  });

  const framesEnded = () =>
    page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const check = () => (window.pressedKeys.length === 0 ? resolve() : setTimeout(check, 1));
          check();
        }),
    );

  /** Presses keys as fast as one that is held down repeats, each once the frame of the one before has ended: none waits for another. */
  async function hold(keys: readonly string[]): Promise<Waits> {
    await framesEnded();
    await page.evaluate(() => window.keyWaits.splice(0));
    for (const key of keys) {
      await Promise.all([page.keyboard.press(key), new Promise((resolve) => setTimeout(resolve, heldKeyMs))]);
      await framesEnded();
    }
    const waits = await page.evaluate(() => window.keyWaits.splice(0));
    expect(waits).toHaveLength(keys.length);
    return { median: median(waits), p95: percentile(waits, 0.95) };
  }

  /**
   * The same keys in a control of its own, each of which scrolls the page by a row: what the browser and the machine need by themselves to draw
   * such a page again.
   */
  async function bare(): Promise<Waits> {
    const input = await page.evaluateHandle((row) => {
      const made = document.createElement('input');
      made.style.position = 'fixed';
      let by = -row;
      made.addEventListener('keydown', () => {
        const before = window.scrollY;
        window.scrollBy(0, by);
        if (window.scrollY === before) by = -by;
      });
      document.body.append(made);
      made.focus({ preventScroll: true });
      return made;
    }, rowHeight);
    const waits = await hold(Array.from({ length: bareKeys }, () => 'a'));
    await input.evaluate((made) => made.remove());
    return waits;
  }

  return {
    hold,
    /**
     * Prints how long the keys of each part take, and fails where half of them take more than their goal and three times what those of a bare
     * control take in the same round. So a slow or busy machine does not fail it, and a screen that became some times slower does. Goals are p95s of
     * an idle machine, ms.
     */
    async expectWithin(what: string, measured: () => Promise<readonly (Waits & { readonly name: string; readonly goalMs: number })[]>) {
      for (let round = 1; ; round += 1) {
        const before = await bare();
        const parts = await measured();
        const after = await bare();
        const floor = before.median > after.median ? before : after;
        const figures = parts.map(
          ({ name, median: half, p95, goalMs }) => `${name} ${half.toFixed(1)} / ${p95.toFixed(1)} ms (goal ${goalMs})`,
        );
        console.log(
          `${what}, median / p95 of a key: ${figures.join(', ')}; a bare control ${floor.median.toFixed(1)} / ${floor.p95.toFixed(1)} ms`,
        );
        const slow = parts.filter(({ median: half, goalMs }) => half > goalMs + 3 * floor.median);
        if (slow.length === 0) return;
        if (round === rounds) expect(slow, 'slower than three times a bare control and the goal, in every round').toEqual([]);
      }
    },
  };
}
