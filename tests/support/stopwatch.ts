import type { BrowserContext, Page } from 'playwright';

/** What must stand on the page before a measurement ends. */
export interface ReadyCondition {
  /** Text of the page's main heading. */
  readonly heading?: string;
  /** An element that is visible and not disabled. */
  readonly selector: string;
}

/** A moment, in ms since the navigation began, and the scripts that were requested until then. */
export interface Moment {
  readonly at: number;
  readonly scripts: readonly string[];
}

interface Stopwatch {
  readonly when: (condition: ReadyCondition) => Promise<Moment>;
  /** Resolves when a notification with this text has been added. */
  readonly whenNotified: (text: string) => Promise<Moment>;
  /** When the browser created the last click, submit or input event, before any handler ran. */
  readonly lastInputAt: () => number;
  readonly keyToFrame: () => readonly number[];
}

declare global {
  interface Window {
    stopwatch: Stopwatch;
    firstReady: Promise<Moment>;
  }
}

/** Runs in the page before its scripts. A moment counts after the frame that shows it, not when the DOM has it. */
function install(first: ReadyCondition | null): void {
  const afterFrame = (then: () => void) =>
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = then;
      channel.port2.postMessage(null);
    });
  /** The scripts that were requested when the condition held; later prefetches do not count. */
  const scriptsUntilNow = () => {
    const entries = performance.getEntriesByType('resource').filter(({ name }) => /\.js(\?|$)/.test(name));
    return [...new Set(entries.map(({ name }) => new URL(name).pathname))];
  };
  const stands = ({ heading, selector }: ReadyCondition) => {
    if (heading !== undefined && !document.querySelector('h1')?.textContent.includes(heading)) return false;
    return [...document.querySelectorAll(selector)].some((element) => element.getClientRects().length > 0 && !element.matches(':disabled'));
  };
  /** Puts what was measured into the browser's trace, where one is recorded. */
  const measured = (what: string, start: number, end: number) => performance.measure(`stopwatch ${what}`, { start, end });
  const observe = (what: string, start: () => number, isThere: (records: readonly MutationRecord[]) => boolean) =>
    new Promise<Moment>((resolve) => {
      const done = () => {
        performance.mark('stopwatch in the page');
        const scripts = scriptsUntilNow();
        afterFrame(() => {
          const at = performance.now();
          measured(what, start(), at);
          resolve({ at, scripts });
        });
      };
      if (isThere([])) {
        done();
        return;
      }
      const observer = new MutationObserver((records) => {
        if (!isThere(records)) return;
        observer.disconnect();
        done();
      });
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    });

  let inputAt = 0;
  const lastInputAt = () => inputAt;
  const keys: number[] = [];
  for (const type of ['click', 'submit', 'input'])
    addEventListener(
      type,
      (event) => {
        inputAt = event.timeStamp;
      },
      { capture: true },
    );
  addEventListener(
    'keydown',
    () => {
      const began = performance.now();
      afterFrame(() => {
        const at = performance.now();
        measured('key', began, at);
        keys.push(at - began);
      });
    },
    { capture: true },
  );

  window.stopwatch = {
    when: (condition) => observe('opening', lastInputAt, () => stands(condition)),
    whenNotified: (text) =>
      observe('notification', lastInputAt, (records) =>
        records.some(({ target, addedNodes }) => {
          const element = target instanceof Element ? target : target.parentElement;
          return (
            Boolean(element?.closest('[aria-label="Notifications"]')) &&
            [...addedNodes, target].some((node) => node !== element?.closest('section') && node.textContent?.includes(text))
          );
        }),
      ),
    lastInputAt,
    keyToFrame: () => keys,
  };
  if (first)
    window.firstReady = observe(
      'load',
      () => 0,
      () => stands(first),
    );
}

/** Every page that the context opens from now on has a stopwatch; `first` is the ready condition of its load. */
export async function withStopwatch(context: BrowserContext, first: ReadyCondition | null = null): Promise<void> {
  await context.addInitScript(install, first);
}

/** From the start of the navigation until the first ready condition holds. */
export function loadUntilReady(page: Page): Promise<Moment> {
  return page.evaluate(() => window.firstReady);
}

/** From the browser's click until the condition holds. */
export async function clickUntilReady(page: Page, click: () => Promise<void>, condition: ReadyCondition): Promise<number> {
  const seen = page.evaluate((wanted) => window.stopwatch.when(wanted), condition);
  await click();
  const { at } = await seen;
  return at - (await page.evaluate(() => window.stopwatch.lastInputAt()));
}

export async function clickUntilNotified(page: Page, click: () => Promise<void>, text: string): Promise<number> {
  const seen = page.evaluate((wanted) => window.stopwatch.whenNotified(wanted), text);
  await click();
  const { at } = await seen;
  return at - (await page.evaluate(() => window.stopwatch.lastInputAt()));
}
