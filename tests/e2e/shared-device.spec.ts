import { chromium, expect } from 'playwright/test';
import { fieldsOf } from '#contract/settings/screen.ts';
import { socialLinks } from '#contract/settings/social-links.ts';
import { chromiumOptions } from '../support/browser.ts';
import { settingsPage } from './models/settings-page.ts';
import { recordToasts } from './models/toasts.ts';
import { saveElsewhere } from './support/console.ts';
import { idleDrafts, restingText } from './support/device.ts';
import { test } from './support/fixtures.ts';
import { signIn } from './support/sign-in.ts';

const [facebook, instagram] = fieldsOf(socialLinks);
if (!facebook || !instagram) throw new Error('Social links has too few fields');
const stored = 'https://stored.example/';
const typed = 'https://typed.example/';

test('a tab in which nobody is signed in does not change the data of another tab', async ({ freshProfile, site, api }) => {
  await saveElsewhere(api, site.id, 'social', facebook.key, stored);
  const context = await freshProfile();
  const page = await context.newPage();
  // Without "Keep me signed in" the sign-in belongs to this tab alone, and another tab starts without it.
  await signIn(page, { keep: false });
  const form = settingsPage(page, socialLinks);
  await form.open(site.id);
  await form.fill(instagram, typed);
  await idleDrafts(page, 1);

  const second = await context.newPage();
  // The data of the other user's sign-in is removed, which shows that the second tab has cleaned up.
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('frontage');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const cache = opening.result.transaction('resources', 'readwrite').objectStore('resources');
          cache.put({
            userId: 'gone',
            key: 'settings/w/social',
            websiteId: 'w',
            data: [],
            etag: null,
            fetchedAt: 0,
            revision: 1,
          }).onsuccess = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );
  expect(await restingText(page)).toContain('"gone"');
  await second.goto('/login');
  await expect.poll(() => restingText(page)).not.toContain('"gone"');
  await idleDrafts(page, 1);

  await form.expectValue(facebook, stored);
  await form.expectValue(instagram, typed);
  expect(await restingText(page)).toContain(typed);
});

test('opens and saves on an address without https', async ({ app, site, api }) => {
  const options = chromiumOptions();
  const browser = await chromium.launch({ ...options, args: [...options.args, '--host-resolver-rules=MAP frontage.example 127.0.0.1'] });
  try {
    const context = await browser.newContext({ baseURL: app.origin.replace(/\/\/[^:/]+/, '//frontage.example') });
    await recordToasts(context);
    const page = await context.newPage();
    await signIn(page);
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    const form = settingsPage(page, socialLinks);
    await form.open(site.id);
    await form.fill(facebook, typed);
    await form.save.click();
    await form.expectSaved();
    expect(await api.setting(site.id, 'social', facebook.key)).toBe(typed);
  } finally {
    await browser.close();
  }
});
