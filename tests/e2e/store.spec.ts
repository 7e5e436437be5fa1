import { expect, type Page } from 'playwright/test';
import { fieldsOf } from '#contract/settings/screen.ts';
import { socialLinks } from '#contract/settings/social-links.ts';
import { settingsPage } from './models/settings-page.ts';
import { shell } from './models/shell.ts';
import { syncCenter } from './models/sync-center.ts';
import { loseConnection } from './support/console.ts';
import { test } from './support/fixtures.ts';
import { signIn } from './support/sign-in.ts';

const [facebook] = fieldsOf(socialLinks);
if (!facebook) throw new Error('Social links has no field');
const mine = 'https://mine.example/';

/** As a browser that runs out of space does it, or a person in its tools. */
const deleteStore = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase('frontage');
        request.onsuccess = () => resolve();
        request.onerror = () => reject(request.error);
      }),
  );

test('without IndexedDB the console works with a connection, and claims to keep nothing', async ({ freshProfile, site, api }) => {
  const context = await freshProfile();
  await context.addInitScript(() => {
    Object.defineProperty(globalThis, 'indexedDB', {
      configurable: true,
      get() {
        throw new DOMException('Site data is blocked.', 'SecurityError');
      },
    });
  });
  const page = await context.newPage();
  await signIn(page);
  const form = settingsPage(page, socialLinks);
  await form.open(site.id);
  await expect(page.getByText(/^This browser keeps nothing of this console on this device/)).toBeVisible();
  await form.fill(facebook, mine);
  await form.save.click();
  await form.expectSaved();
  expect(await api.setting(site.id, 'social', facebook.key)).toBe(mine);

  await context.setOffline(true);
  await shell(page).expectStatus('Offline');
  await form.fill(facebook, `${mine}2`);
  await form.save.click();
  await form.toasts.expect(
    'Warning: In this tab only',
    'It will be sent when you are back online. It is lost if the tab is closed before.',
  );
  await shell(page).expectStatus('Offline · In this tab: 1');
  await expect(page.getByText(/^On this device/)).toHaveCount(0);
  await context.setOffline(false);
  await shell(page).expectStatus('Saved');
  expect(await api.setting(site.id, 'social', facebook.key)).toBe(`${mine}2`);
});

/** What waits is noted there, a moment after it is saved. */
const noted = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage }));

test('a store that is deleted under an open form is opened anew, and what is typed is saved', async ({ signedInProfile, site, api }) => {
  const { page } = await signedInProfile();
  const form = settingsPage(page, socialLinks);
  await form.open(site.id);
  await form.fill(facebook, mine);
  await deleteStore(page);
  await form.save.click();
  await form.expectSaved();
  await expect(page.getByText(/newer version/)).toHaveCount(0);
  expect(await api.setting(site.id, 'social', facebook.key)).toBe(mine);
});

test('a store that the browser removes under an open form: said at once, and its values are unsaved again', async ({
  signedInProfile,
  site,
  api,
}) => {
  const profile = await signedInProfile();
  const { page, context } = profile;
  const form = settingsPage(page, socialLinks);
  await form.open(site.id);
  await loseConnection(profile);
  await form.fill(facebook, mine);
  await form.save.click();
  await form.expectPending();
  // What the store has lost before that is not claimed.
  await expect.poll(() => noted(page)).toContain('Social links');
  const browser = await context.newCDPSession(page);
  await browser.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes: 'indexeddb' });
  await shell(page).expectStatus('Offline · Unsaved');
  await expect(page.getByText(/^On this device/)).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByText('1 change that waited on this device was removed by the browser: Social links: Facebook URL.')).toBeVisible();
  await form.save.click();
  await form.expectSaved();
  expect(await api.setting(site.id, 'social', facebook.key)).toBe(mine);
});

test('what waited in a store that the browser removed is reported at the next start', async ({ signedInProfile, site }) => {
  const profile = await signedInProfile();
  const { page, context } = profile;
  const form = settingsPage(page, socialLinks);
  await form.open(site.id);
  await loseConnection(profile);
  await form.fill(facebook, mine);
  await form.save.click();
  await form.expectPending();
  await expect.poll(() => noted(page)).toContain('Social links');
  expect(await noted(page)).not.toContain(mine);
  await page.close();

  await context.setOffline(false);
  const other = await context.newPage();
  await other.route('**/nothing', (route) => route.fulfill({ body: '<!doctype html>', contentType: 'text/html' }));
  await other.goto('/nothing');
  await deleteStore(other);
  await other.goto(settingsPage(other, socialLinks).path(site.id));
  const bar = other.getByText('1 change that waited on this device was removed by the browser: Social links: Facebook URL.');
  await expect(bar).toBeVisible();
  const center = syncCenter(other);
  await center.open();
  await expect(center.log.getByText('Removed by the browser: Social links: Facebook URL')).toBeVisible();
  await center.close();
  await other.getByRole('button', { name: 'Dismiss' }).click();
  await expect(bar).toBeHidden();
  await other.reload();
  await settingsPage(other, socialLinks).expectOpen();
  await expect(bar).toBeHidden();
});
