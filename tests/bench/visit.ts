import { type Browser, type BrowserContext, type BrowserContextOptions, errors, type Page } from 'playwright';
import { submitSignIn } from '../e2e/support/sign-in.ts';
import { loadUntilReady, type Moment, type ReadyCondition, withStopwatch } from '../support/stopwatch.ts';

/** One revision that is measured. */
export interface Bench {
  readonly browser: Browser;
  readonly origin: string;
  /** The folder of the measured project, which has its build in `dist`. */
  readonly checkout: string;
  /** The storage of a signed-in browser profile. */
  readonly signedIn: BrowserContextOptions['storageState'];
}

export interface ContextOptions {
  readonly signedIn?: boolean;
  readonly first?: ReadyCondition;
  readonly serviceWorker?: boolean;
  /** For a script that the page's policy does not know. */
  readonly bypassCSP?: boolean;
}

/** A new browser profile with an empty cache. */
export async function newContext({ browser, origin, signedIn }: Bench, options: ContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1440, height: 900 },
    serviceWorkers: options.serviceWorker ? 'allow' : 'block',
    bypassCSP: options.bypassCSP ?? false,
    ...(options.signedIn && signedIn ? { storageState: signedIn } : {}),
  });
  await withStopwatch(context, options.first ?? null);
  return context;
}

export async function signedInProfile(bench: Pick<Bench, 'browser' | 'origin'>): Promise<BrowserContextOptions['storageState']> {
  const context = await bench.browser.newContext({ baseURL: bench.origin });
  const page = await context.newPage();
  await page.goto('/login');
  await submitSignIn(page);
  const state = await context.storageState({ indexedDB: true });
  await context.close();
  return state;
}

/** Opens an address in a new profile and measures until the first ready condition holds. */
export async function coldLoad(bench: Bench, path: string, first: ReadyCondition, signedIn = false): Promise<Moment> {
  const context = await newContext(bench, { first, signedIn });
  const page = await context.newPage();
  await page.goto(path, { waitUntil: 'commit' });
  const moment = await loadUntilReady(page);
  await context.close();
  return moment;
}

/** The page of the homepage asks for something again and again. ms. */
const settledMs = 3000;

/**
 * Until the page has asked for nothing for half a second, or some time has passed: what it does after its first frame would else disturb
 * the other revision.
 */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: settledMs }).catch((error: unknown) => {
    if (!(error instanceof errors.TimeoutError)) throw error;
  });
}

export async function throttle(page: Page, latencyMs: number, bytesPerSecond: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}
