import { expect } from 'playwright/test';
import { framedScreens } from '#contract/frames/screens.ts';
import { framedPage } from './models/framed-page.ts';
import { shell } from './models/shell.ts';
import { loseConnection } from './support/console.ts';
import { test } from './support/fixtures.ts';
import { offlineReady } from './support/offline.ts';

const websiteId = '1';

test('every framed screen shows its page, at an address without the key', async ({ signedInProfile }) => {
  const { page } = await signedInProfile();
  await page.goto(`/website/${websiteId}/marketing/social`);
  const { navigation } = shell(page);
  await navigation.waitFor();
  for (const { path, title } of framedScreens) {
    const framed = framedPage(page, websiteId, title);
    const link = navigation.locator(`a[href="/website/${websiteId}/${path}"]`);
    await ((await link.count()) > 0 ? link.click() : framed.open(path));
    await expect(framed.heading).toBeVisible();
    await expect(framed.frame).toBeVisible();
    await expect(framed.frame).toHaveAttribute('referrerpolicy', 'no-referrer');
    await expect(framed.inside.getByRole('listitem').first()).toBeVisible();
  }
  expect(page.frames().map((frame) => frame.url())).toEqual(page.frames().map(() => expect.not.stringContaining('user_key')));
});

test('the key is in no history, cache, storage or message of the browser', async ({ signedInProfile }) => {
  const { page, context, api } = await signedInProfile({ serviceWorkers: 'allow' });
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const framed = framedPage(page, websiteId, 'Blog Posts');
  await framed.open('content/posts');
  await offlineReady(page);
  // Now with the service worker in between.
  await page.reload();
  await framed.inside.getByRole('link', { name: 'Renting with pets' }).click();
  await expect(framed.inside.getByRole('heading', { name: 'Renting with pets' })).toBeVisible();
  await framed.reload.click();
  await expect(framed.inside.getByRole('link', { name: 'Renting with pets' })).toBeVisible();
  const devtools = await context.newCDPSession(page);
  const kept = await page.evaluate(async () => {
    const cached = (await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map((request) => request.url));
    const databases = (await indexedDB.databases()).map(
      ({ name = '' }) =>
        new Promise<string>((resolve, reject) => {
          const opening = indexedDB.open(name);
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const stores = [...opening.result.objectStoreNames];
            const read = opening.result.transaction(stores);
            const rows: unknown[] = [];
            for (const store of stores) {
              const all = read.objectStore(store).getAll();
              all.onsuccess = () => rows.push(all.result);
            }
            read.oncomplete = () => resolve(JSON.stringify(rows));
          };
        }),
    );
    return [
      ...(await Promise.all(cached)).flat(),
      ...(await Promise.all(databases)),
      document.cookie,
      JSON.stringify(window.history.state),
    ];
  });
  const visited = await devtools.send('Page.getNavigationHistory');
  expect(kept.length).toBeGreaterThan(20);
  const everything = [...kept, ...said, JSON.stringify(visited), JSON.stringify(await context.cookies())];
  expect(everything.filter((text) => text.includes(api.token) || text.includes('user_key'))).toEqual([]);
});

test('says that it takes long, and why there is no page; each new try has a frame of its own', async ({ signedInProfile }) => {
  const { page } = await signedInProfile();
  await page.clock.install();
  const held = Promise.withResolvers<void>();
  let status = 200;
  await page.route('**/cms/**', async (route) => {
    if (route.request().method() !== 'HEAD') return route.continue();
    if (status === 502) return route.fulfill({ status });
    await held.promise;
    return route.fulfill({ status });
  });
  const framed = framedPage(page, websiteId, 'Pages');
  await framed.open('content/pages');
  await expect(page.getByRole('status').filter({ hasText: 'Loading Pages…' })).toBeAttached();
  await expect(framed.frame).toBeHidden();
  await page.clock.fastForward(5_000);
  await expect(page.getByText('This takes longer than usual.')).toBeVisible();
  status = 502;
  await page.getByRole('button', { name: 'Start again' }).click();
  const failed = page.getByRole('alert').filter({ hasText: 'Pages could not be loaded' });
  await expect(failed).toContainText('The server of this page answered 502.');
  await expect(framed.frame).toHaveCount(0);
  status = 200;
  held.resolve();
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(framed.inside.getByRole('link', { name: 'About us' })).toBeVisible();
  const length = await page.evaluate(() => history.length);
  await framed.reload.click();
  await expect(framed.inside.getByRole('link', { name: 'About us' })).toBeVisible();
  expect(await page.evaluate(() => history.length)).toBe(length);
});

test('needs a connection: a page that is there stays, and none is loaded without one', async ({ signedInProfile }) => {
  const profile = await signedInProfile();
  const { page, context } = profile;
  const framed = framedPage(page, websiteId, 'Blog Posts');
  await framed.open('content/posts');
  await expect(framed.inside.getByRole('link', { name: 'Renting with pets' })).toBeVisible();
  await loseConnection(profile);
  await expect(page.getByText('You are offline. This page needs a connection.')).toBeVisible();
  await expect(framed.inside.getByRole('link', { name: 'Renting with pets' })).toBeVisible();
  await expect(framed.reload).toHaveAttribute('aria-disabled', 'true');
  await shell(page).navigation.getByRole('link', { name: 'Staff Members' }).click();
  await expect(page.getByText('Staff Members cannot be shown without a connection')).toBeVisible();
  await context.setOffline(false);
  await expect(framedPage(page, websiteId, 'Staff Members').inside.getByRole('link', { name: 'Amelia Hart' })).toBeVisible();
});

test('another website’s pages are shown under its own address; signing out ends the session of the frames', async ({ signedInProfile }) => {
  const { page, context } = await signedInProfile();
  const framed = framedPage(page, '2', 'Blog Posts');
  await framed.open('content/posts');
  await expect(framed.inside.getByRole('listitem').first()).toBeVisible();
  expect(page.frames().at(-1)?.url()).toContain('/cms/2/wp-admin/edit.php');
  const session = async () => (await context.cookies()).filter(({ name }) => name === 'frontage_cms');
  expect(await session()).toMatchObject([{ httpOnly: true, path: '/cms', expires: -1 }]);
  await shell(page).logout();
  await expect(page).toHaveURL(/\/login/);
  expect(await session()).toEqual([]);
});
