import { type BrowserContext, expect, type Page } from 'playwright/test';
import { submitSignIn } from '../e2e/support/sign-in.ts';
import { shell } from '../e2e/models/shell.ts';
import { test } from '../e2e/support/fixtures.ts';
import { becomesIdle } from '../support/screens/visit.ts';
import { gzipBytes } from '../support/script-size.ts';
import { settingsPath, readyConditions } from '../support/ready-conditions.ts';
import { loadUntilReady, type ReadyCondition, withStopwatch } from '../support/stopwatch.ts';

/** kB of JavaScript, as gzip, that a browser with an empty cache requests until the screen can be used. */
const budgets = { signIn: 135, settings: 240 };

/** As many script files as a browser with an empty cache may request until the screen can be used. Each can be one more wait for the server. */
const fileLimits: readonly { readonly name: string; readonly path: string; readonly condition: ReadyCondition; readonly files: number }[] =
  [
    { name: 'websites', path: '/websites', condition: readyConditions.websites, files: 8 },
    { name: 'settings', path: settingsPath('marketing/social'), condition: readyConditions.socialLinks, files: 9 },
    { name: 'homepage', path: settingsPath('design/homepage'), condition: { selector: 'main li button:not(:disabled)' }, files: 18 },
    { name: 'redirects', path: settingsPath('admin/redirects'), condition: { selector: 'main table tbody a' }, files: 16 },
    { name: 'forms', path: settingsPath('forms'), condition: { selector: 'main table tbody a' }, files: 16 },
  ];

// The service worker fetches everything for later visits; the budget covers only what the screen itself needs.
test.use({ serviceWorkers: 'block' });

/** What the page State flows and its drawer are made of. The flight recorder is not: reports of problems need it. */
const ofStateFlows = /\/(?:_app\.state-flows[^/]*|state-flows|charts|paths)-[\w-]{7,8}\.js$/u;

/** Every script that the page has loaded, and that it has announced to load. */
const scriptsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const announced = [...document.querySelectorAll('link[rel~="modulepreload"], link[rel~="prefetch"], link[rel~="preload"]')];
    const addresses = [
      ...performance.getEntriesByType('resource').map(({ name }) => name),
      ...announced.map((link) => (link instanceof HTMLLinkElement ? link.href : '')),
    ];
    return [...new Set(addresses.map((address) => new URL(address, location.href).pathname).filter((path) => path.endsWith('.js')))];
  });

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
  await withStopwatch(context, readyConditions.signInTakenOver);
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
  expect(scripts.filter((script) => !atOnce.includes(script)).map((script) => script.replace(/-[\w-]{7,8}\.js$/u, ''))).toEqual([
    '/assets/api-request',
  ]);
  expect(scripts.filter((script) => /[/](search|palette)-[\w-]{7,8}\.js$/u.test(script))).toEqual([]);
  const kilobytes = gzipBytes(scripts) / 1000;
  console.log(`settings: ${kilobytes.toFixed(1)} kB of ${budgets.settings} in ${scripts.length} files`);
  expect(kilobytes).toBeLessThanOrEqual(budgets.settings);
});

test('screens load in few files', async ({ browser, context, page, app }) => {
  await page.goto('/login');
  await submitSignIn(page);
  const storageState = await context.storageState({ indexedDB: true });
  for (const { name, path, condition, files } of fileLimits) {
    const fresh = await browser.newContext({ baseURL: app.origin, storageState, serviceWorkers: 'block' });
    await withoutFetchingAhead(fresh);
    await withStopwatch(fresh, condition);
    const opened = await fresh.newPage();
    await opened.goto(path);
    const { scripts } = await loadUntilReady(opened);
    await fresh.close();
    console.log(`${name}: ${(gzipBytes(scripts) / 1000).toFixed(1)} kB in ${scripts.length} files`);
    expect.soft(scripts.length, name).toBeLessThanOrEqual(files);
  }
});

test('no other screen loads anything of State flows, not even later', async ({ context, page, app }) => {
  await page.goto('/login');
  await submitSignIn(page);
  await page.goto('/state-flows/session');
  await expect(page.getByRole('region', { name: 'Chart of session' })).toBeVisible();
  await page.getByRole('radio', { name: 'Paths' }).check();
  await expect(page.getByRole('list', { name: 'Paths' })).toBeVisible();
  const own = (await scriptsOf(page)).filter((path) => ofStateFlows.test(path));
  // The names are those of this build: otherwise none would be found elsewhere either.
  expect(own.map((path) => path.replace(/^\/assets\/(.+)-[\w-]{7,8}\.js$/u, '$1')).toSorted()).toEqual([
    '_app.state-flows._-_machineId_',
    'charts',
    'paths',
    'state-flows',
  ]);
  for (const path of ['/websites', settingsPath('marketing/social')]) {
    const other = await context.newPage();
    await other.goto(`${app.origin}${path}`);
    await becomesIdle(other);
    // What is fetched ahead after the first screen, the user's menu among it.
    await shell(other).userMenu.click();
    await expect(other.getByRole('menuitem', { name: 'State flows', exact: true })).toBeVisible();
    await other.waitForLoadState('networkidle');
    const scripts = await scriptsOf(other);
    const recorder = scripts.filter((script) => script.includes('/flight-recorder-'));
    console.log(
      `${path}: ${(gzipBytes(scripts) / 1000).toFixed(1)} kB until idle in ${scripts.length} files, of which the flight recorder has ${(gzipBytes(recorder) / 1000).toFixed(1)} kB, and State flows none of its ${(gzipBytes(own) / 1000).toFixed(1)} kB`,
    );
    expect(recorder).toHaveLength(1);
    expect(scripts.filter((script) => ofStateFlows.test(script))).toEqual([]);
    await other.close();
  }
});
