import { type BrowserContext, expect } from 'playwright/test';
import { submitSignIn } from '../e2e/support/sign-in.ts';
import { test } from '../e2e/support/fixtures.ts';
import { gzipBytes } from '../support/script-size.ts';
import { settingsPath, readyConditions } from '../support/ready-conditions.ts';
import { loadUntilReady, type ReadyCondition, withStopwatch } from '../support/stopwatch.ts';

/** kB of JavaScript, as gzip, that a browser with an empty cache requests until the screen can be used. */
const budgets = { signIn: 140, settings: 240 };

// The service worker fetches everything for later visits; the budget covers only what the screen itself needs.
test.use({ serviceWorkers: 'block' });

/** On a slow machine the page becomes idle, and prefetches code, before the screen is ready: here it never becomes idle. */
async function withoutFetchingAhead(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const start = window.setTimeout;
    const startSoon = (work: () => void, ms = 0) => (ms < 1000 ? start(work, ms) : 0);
    Object.assign(window, { setTimeout: startSoon });
  });
}

test('the sign-in screen keeps to its budget', async ({ context, page }) => {
  await withoutFetchingAhead(context);
  await withStopwatch(context, readyConditions.signIn);
  await page.goto('/login');
  const { scripts } = await loadUntilReady(page);
  expect(scripts.length).toBeGreaterThan(0);
  const kilobytes = gzipBytes(scripts) / 1000;
  console.log(`sign-in: ${kilobytes.toFixed(1)} kB of ${budgets.signIn} in ${scripts.length} files`);
  expect(kilobytes).toBeLessThanOrEqual(budgets.signIn);
});

test('a settings screen without a code editor keeps to its budget', async ({ browser, context, page, app }) => {
  await page.goto('/login');
  await submitSignIn(page);
  const storageState = await context.storageState({ indexedDB: true });
  const fresh = await browser.newContext({ baseURL: app.origin, storageState, serviceWorkers: 'block' });
  const condition: ReadyCondition = readyConditions.socialLinks;
  await withoutFetchingAhead(fresh);
  await withStopwatch(fresh, condition);
  const opened = await fresh.newPage();
  await opened.goto(settingsPath('marketing/social'));
  const { scripts } = await loadUntilReady(opened);
  const atOnce = await opened
    .locator('link[rel="modulepreload"], script[type="module"]')
    .evaluateAll((elements) => elements.map((element) => element.getAttribute('href') ?? element.getAttribute('src')));
  await fresh.close();
  expect(scripts.length).toBeGreaterThan(0);
  // Each script that the page itself does not request costs one more round trip: only the code that calls the API may, once there is a
  // call.
  expect(scripts.filter((script) => !atOnce.includes(script)).map((script) => script.replace(/-[\w-]{8}\.js$/u, ''))).toEqual([
    '/assets/api-request',
  ]);
  expect(scripts.filter((script) => /[/](search|palette)-[\w-]{8}\.js$/u.test(script))).toEqual([]);
  const kilobytes = gzipBytes(scripts) / 1000;
  console.log(`settings: ${kilobytes.toFixed(1)} kB of ${budgets.settings} in ${scripts.length} files`);
  expect(kilobytes).toBeLessThanOrEqual(budgets.settings);
});
