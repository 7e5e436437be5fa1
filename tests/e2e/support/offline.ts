import type { Page } from 'playwright/test';

/**
 * Resolves when the service worker serves the page: from then on it opens without a network. The console registers it some time after its
 * start; no test waits for that but the one that is about it (`registersServiceWorker`).
 */
export async function offlineReady(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.register('/sw.js'));
  // It fetches everything first, which takes a while on a slow machine.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 180_000 });
}

/** Resolves when the console has registered its service worker. */
export async function registersServiceWorker(page: Page): Promise<void> {
  await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration()) !== undefined);
}
