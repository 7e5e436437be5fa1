import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';
import { offlineReady } from '../../e2e/support/offline.ts';
import { animationsEnded } from '../animations-ended.ts';
import { websiteId } from '../ready-conditions.ts';
import type { ScreenEntry, State } from './entry.ts';

export interface Look {
  readonly theme: 'light' | 'dark';
  readonly width: number;
}

/** Resolves when the page is idle: its data and fonts are loaded, and its animations have ended. */
export async function becomesIdle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => {
    const preview = '[aria-label="Preview"]:is([data-state="loading"], [data-state="updating"])';
    const inMain = ['[data-skeleton]', '[data-plain-code]', preview].map((part) => `main:not(#gallery, :has([data-state="slow"])) ${part}`);
    // It renders what its form holds, once that is there.
    const unmade = '[aria-label="Preview"][data-state="empty"]';
    const inDialog = ['[data-skeleton]', preview, unmade].map((part) => `[role="dialog"] ${part}`);
    const underWay = ['[aria-busy="true"]', 'main [role="status"][aria-label^="Loading"]', ...inMain, ...inDialog].join();
    return document.querySelectorAll(underWay).length === 0;
  });
  await becomesStill(page);
}

/** Resolves when the fonts of the page are loaded, and its animations have ended. */
async function becomesStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
  await page.evaluate(animationsEnded);
}

/** What a page in this state is waited for: one that is loading is never idle. */
export const settled = (state: State) => (state === 'loading' ? becomesStill : becomesIdle);

/** Profiles by their ingredients: creating one takes seconds, and screens that store nothing in it can share it. */
const sharedProfiles = new WeakMap<Browser, Map<string, BrowserContext>>();

async function sharedProfile(
  browser: Browser,
  options: BrowserContextOptions,
  prepare: (context: BrowserContext) => Promise<void>,
  use: string,
) {
  const profiles = sharedProfiles.get(browser) ?? new Map<string, BrowserContext>();
  sharedProfiles.set(browser, profiles);
  const key = JSON.stringify([use, options]);
  const known = profiles.get(key);
  if (known) return known;
  const context = await browser.newContext(options);
  profiles.set(key, context);
  await prepare(context);
  return context;
}

/** The device knows the console and the website, and none of its lists. */
async function installConsole(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto(`/website/${websiteId}/marketing/social`);
  await becomesIdle(page);
  await offlineReady(page);
  await page.close();
}

/** The console shows a lost connection only when it lasts, and only inside the shell. */
async function showsOffline(page: Page): Promise<void> {
  // Not by its role, which a dialog hides.
  if ((await page.locator('header:not(main header)').count()) === 0) return;
  await page
    .getByText(/^Offline/)
    .first()
    .waitFor();
}

/**
 * Opens a screen in a state. Filled and offline screens change nothing, so they share a profile; the others get a new one, and those on which
 * something is chosen or filled in first, of which a draft would stay. A screen that is visited offline is opened with a connection first:
 * `whileOnline` can use it there, so that it need not be opened again. Those that are not on the device share a profile that never sees them
 * online.
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
  const isOffline = state === 'offline' || state === 'not-on-device';
  const endsOffline = state === 'error' && (screen.error?.endsOffline ?? false);
  const options: BrowserContextOptions = {
    baseURL: origin,
    colorScheme: look.theme,
    reducedMotion: 'reduce',
    viewport: { width: look.width, height: 900 },
    serviceWorkers: isOffline || endsOffline ? 'allow' : 'block',
    ...(screen.signedIn && storageState ? { storageState } : {}),
  };
  const shares = (state === 'filled' && !screen.open) || isOffline;
  const neverSeen = state === 'not-on-device';
  const context = await (shares
    ? sharedProfile(browser, options, neverSeen ? installConsole : async () => {}, neverSeen ? 'never seen' : 'seen')
    : browser.newContext(options));
  // A visit that failed may have left the shared profile without a connection.
  await context.setOffline(neverSeen);
  const page = await context.newPage();
  const close = async () => {
    await page.close();
    if (!shares) await context.close();
  };
  if (neverSeen) {
    await page.goto(screen.path);
    await becomesIdle(page);
    await showsOffline(page);
    return { page, close };
  }
  if (state === 'loading') await screen.loading?.before(page);
  if (state === 'empty') await screen.empty?.before(page);
  if (state === 'error') await screen.error?.before?.(page);
  await page.goto(screen.path);
  if (state === 'loading') {
    await page.locator('main, [role="dialog"]').locator('[data-skeleton]').first().waitFor();
    await becomesStill(page);
    return { page, close };
  }
  await becomesIdle(page);
  await screen.open?.(page);
  if (screen.open) await becomesIdle(page);
  if (endsOffline) await offlineReady(page);
  if (state === 'error') await screen.error?.act(page);
  if (state !== 'offline') return { page, close };
  await whileOnline(page);
  await offlineReady(page);
  await context.setOffline(true);
  await page.reload();
  await becomesIdle(page);
  await showsOffline(page);
  return { page, close };
}
