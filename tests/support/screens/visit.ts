import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';
import { offlineReady } from '../../e2e/support/offline.ts';
import { animationsEnded } from '../animations-ended.ts';
import type { ScreenEntry, State } from './table.ts';

export interface Look {
  readonly theme: 'light' | 'dark';
  readonly width: number;
}

/** Resolves when the page is idle: its data and fonts are loaded, and its animations have ended. */
export async function becomesIdle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => {
    const underWay =
      '[aria-busy="true"], [role="dialog"] [data-skeleton], main [role="status"][aria-label^="Loading"], main:not(#gallery) :is([data-skeleton], [data-plain-code], [aria-label="Preview"]:is([data-state="loading"], [data-state="updating"]))';
    return document.querySelectorAll(underWay).length === 0;
  });
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
  await page.evaluate(animationsEnded);
}

/** Profiles by their ingredients: creating one takes seconds, and screens that store nothing in it can share it. */
const sharedProfiles = new WeakMap<Browser, Map<string, BrowserContext>>();

async function sharedProfile(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const profiles = sharedProfiles.get(browser) ?? new Map<string, BrowserContext>();
  sharedProfiles.set(browser, profiles);
  const key = JSON.stringify(options);
  const context = profiles.get(key) ?? (await browser.newContext(options));
  profiles.set(key, context);
  return context;
}

/**
 * Opens a screen in a state. Filled and offline screens change nothing, so they share a profile; the others get a new one. A screen that is
 * visited offline is opened with a connection first: `whileOnline` can use it there, so that it need not be opened again.
 */
export async function visit(
  browser: Browser,
  origin: string,
  storageState: BrowserContextOptions['storageState'],
  screen: ScreenEntry,
  state: State,
  look: Look,
  whileOnline: (page: Page) => Promise<void> = async () => {},
): Promise<{ readonly page: Page; readonly close: () => Promise<void> }> {
  const options: BrowserContextOptions = {
    baseURL: origin,
    colorScheme: look.theme,
    reducedMotion: 'reduce',
    viewport: { width: look.width, height: 900 },
    serviceWorkers: state === 'offline' ? 'allow' : 'block',
    ...(screen.signedIn && storageState ? { storageState } : {}),
  };
  const shares = state === 'filled' || state === 'offline';
  const context = await (shares ? sharedProfile(browser, options) : browser.newContext(options));
  const page = await context.newPage();
  if (state === 'empty') await screen.empty?.before(page);
  if (state === 'error') await screen.error?.before?.(page);
  await page.goto(screen.path);
  await becomesIdle(page);
  if (state === 'error') await screen.error?.act(page);
  if (state !== 'offline') return { page, close: () => (shares ? page : context).close() };
  await whileOnline(page);
  await offlineReady(page);
  await context.setOffline(true);
  await page.reload();
  await becomesIdle(page);
  // The console shows a lost connection only when it lasts, and only inside the shell.
  if ((await page.getByRole('banner').count()) > 0)
    await page
      .getByText(/^Offline/)
      .first()
      .waitFor();
  return {
    page,
    async close() {
      await page.close();
      await context.setOffline(false);
    },
  };
}
