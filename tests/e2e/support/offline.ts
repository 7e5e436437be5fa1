import type { Page } from 'playwright/test';

/** Resolves when the service worker serves the page: from then on it opens without a network. */
export async function offlineReady(page: Page): Promise<void> {
  // It fetches everything first, which takes a while on a slow machine.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 180_000 });
}
