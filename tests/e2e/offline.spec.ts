import { expect } from 'playwright/test';
import { customTerminology } from '#contract/settings/custom-terminology.ts';
import { feeds } from '#contract/settings/feeds.ts';
import { projectSettings } from '#contract/settings/project-settings.ts';
import { robots } from '#contract/settings/robots.ts';
import { fieldsOf } from '#contract/settings/screen.ts';
import { socialLinks } from '#contract/settings/social-links.ts';
import { trackingCodes } from '#contract/settings/tracking-codes.ts';
import { settingsPage } from './models/settings-page.ts';
import { shell } from './models/shell.ts';
import { syncCenter } from './models/sync-center.ts';
import { toasts } from './models/toasts.ts';
import { goOffline, keepOffline } from './support/console.ts';
import { deviceRows } from './support/device.ts';
import { test } from './support/fixtures.ts';
import { registersServiceWorker } from './support/offline.ts';
import { enterCaptivePortal, loseNextAnswer, savesOf } from './support/network.ts';
import { savesCounted } from './support/versions.ts';

const [facebook] = fieldsOf(socialLinks);
if (!facebook) throw new Error('Social links has no field');
const mine = 'https://mine.example/';

test('saved offline, tab closed, reopened offline, connection back: on the server, once', async ({ signedInProfile, site, api }) => {
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page, context } = profile;
  await settingsPage(page, socialLinks).open(site.id);
  await registersServiceWorker(page);
  await goOffline(profile);
  await keepOffline(profile, socialLinks, site.id, mine);
  await page.close();

  const reopened = await context.newPage();
  const form = settingsPage(reopened, socialLinks);
  await form.open(site.id);
  await form.expectValue(facebook, mine);
  await expect(form.saveBar).toBeHidden();
  await expect(reopened.getByText('On this device: offline', { exact: true })).toBeVisible();
  await shell(reopened).expectStatus('Offline · On this device: 1');
  expect(await api.setting(site.id, 'social', facebook.key)).toBeNull();

  const saves = savesOf(context);
  await context.setOffline(false);
  await form.toasts.expect('All changes sent', '1 change is now on the server.');
  expect(await api.setting(site.id, 'social', facebook.key)).toBe(mine);
  expect(await savesCounted(api, site.id, 'social')).toBe(1);
  expect(saves.all).toHaveLength(1);
  await expect(reopened.getByText(/^On this device/)).toBeHidden();
});

test('several saves of one screen offline arrive as one', async ({ signedInProfile, site, api }) => {
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page, context } = profile;
  const form = settingsPage(page, socialLinks);
  await form.open(site.id);
  await goOffline(profile);
  const said = await shell(page).recordStatus();
  for (const [i, field] of fieldsOf(socialLinks).slice(0, 3).entries()) {
    await form.fill(field, `${mine}${i}`);
    await form.save.click();
    await expect(form.saveBar).toBeHidden();
  }
  await shell(page).expectStatus('Offline · On this device: 1');
  // The text is lost neither between the draft and the outbox, nor between the outbox and the screen.
  expect(new Set(await said())).toEqual(new Set(['Offline · Unsaved', 'Offline · Saving…', 'Offline · On this device: 1']));
  await context.setOffline(false);
  await shell(page).expectStatus('Saved');
  expect(await savesCounted(api, site.id, 'social')).toBe(1);
  for (const [i, field] of fieldsOf(socialLinks).slice(0, 3).entries()) {
    expect(await api.setting(site.id, 'social', field.key)).toBe(`${mine}${i}`);
  }
});

test('a screen that was never opened says so offline, and opens when the connection is back', async ({ signedInProfile, site }) => {
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page, context } = profile;
  await settingsPage(page, socialLinks).open(site.id);
  await goOffline(profile);
  await shell(page).navigation.getByRole('link', { name: 'Feeds' }).click();
  await expect(page.getByText('Not on this device yet')).toBeVisible();
  await context.setOffline(false);
  await settingsPage(page, feeds).expectOpen();
});

test('a save whose answer is lost is applied once', async ({ signedInProfile, site, api }) => {
  const { page, context } = await signedInProfile();
  const form = settingsPage(page, socialLinks);
  await form.open(site.id);
  const { reached } = await loseNextAnswer(page);
  const saves = savesOf(context);
  await form.fill(facebook, mine);
  await form.save.click();
  expect(await reached).toBe(200);
  await form.toasts.expect('All changes sent');
  await shell(page).expectStatus('Saved');
  expect(await api.setting(site.id, 'social', facebook.key)).toBe(mine);
  expect(await savesCounted(api, site.id, 'social')).toBe(1);
  expect(saves.keys().size).toBe(1);
});

test('a tab that is closed while its save is on the way: the next one finishes it', async ({ signedInProfile, site, api }) => {
  const { page, context } = await signedInProfile();
  const form = settingsPage(page, socialLinks);
  await form.open(site.id);
  const started = new Promise<void>((resolve) => {
    void page.route('**/settings/update', () => resolve());
  });
  await form.fill(facebook, mine);
  await form.save.click();
  await started;
  // Whether the request reaches the server when the page closes depends on the browser: it must be applied once in both cases.
  await page.close();

  const reopened = await context.newPage();
  await settingsPage(reopened, socialLinks).open(site.id);
  await settingsPage(reopened, socialLinks).expectValue(facebook, mine);
  await expect.poll(() => api.setting(site.id, 'social', facebook.key)).toBe(mine);
  await shell(reopened).expectStatus('Saved');
  expect(await savesCounted(api, site.id, 'social')).toBe(1);
});

test('the server is killed in the middle of a save and comes back', async ({ signedInProfile, site, api, app }) => {
  const { page, context } = await signedInProfile();
  const form = settingsPage(page, socialLinks);
  await form.open(site.id);
  const killed = new Promise<void>((resolve, reject) => {
    void page.route(
      '**/settings/update',
      async (route) => {
        void route.continue();
        await app.kill().then(resolve, reject);
      },
      { times: 1 },
    );
  });
  const saves = savesOf(context);
  await form.fill(facebook, mine);
  await form.save.click();
  try {
    await killed;
    await shell(page).expectStatus('Offline · On this device: 1');
  } finally {
    await app.start();
  }
  await shell(page).expectStatus('Saved');
  await form.expectValue(facebook, mine);
  expect(await api.setting(site.id, 'social', facebook.key)).toBe(mine);
  expect(await savesCounted(api, site.id, 'social')).toBe(1);
  expect(saves.keys().size).toBe(1);
});

test('a captive portal is no connection: nothing is lost, nobody is signed out', async ({ signedInProfile, site, api }) => {
  const { page, context } = await signedInProfile();
  const form = settingsPage(page, socialLinks);
  await form.open(site.id);
  const leave = await enterCaptivePortal(context);
  await form.fill(facebook, mine);
  await form.save.click();
  await form.expectPending();
  await shell(page).expectStatus('Offline · On this device: 1');
  await page.reload();
  await form.expectOpen();
  await form.expectValue(facebook, mine);
  await leave();
  await shell(page).expectStatus('Saved');
  expect(await api.setting(site.id, 'social', facebook.key)).toBe(mine);
  expect(await savesCounted(api, site.id, 'social')).toBe(1);
});

test('a full disk: the form stays as typed and says so', async ({ signedInProfile, site, api }) => {
  const { page } = await signedInProfile();
  await page.addInitScript(() => {
    for (const name of ['add', 'put'] as const) {
      const real = IDBObjectStore.prototype[name];
      IDBObjectStore.prototype[name] = function write(this: IDBObjectStore, ...values: Parameters<typeof real>) {
        if (this.name === 'outbox' && sessionStorage.getItem('full')) throw new DOMException('No space is left.', 'QuotaExceededError');
        return real.apply(this, values);
      };
    }
  });
  const form = settingsPage(page, socialLinks);
  await form.open(site.id);
  await page.evaluate(() => sessionStorage.setItem('full', 'yes'));
  await form.fill(facebook, mine);
  await form.save.click();
  await form.toasts.expect(
    'Error',
    'This device is out of space, so the change could not be kept. Nothing you typed is lost: free some space, then save again.',
  );
  await form.expectValue(facebook, mine);
  await expect(form.changed(1)).toBeVisible();
  expect(await deviceRows(page, 'outbox')).toBe(0);
  expect(await api.setting(site.id, 'social', facebook.key)).toBeNull();

  await page.evaluate(() => sessionStorage.removeItem('full'));
  await form.save.click();
  await form.expectSaved();
  expect(await api.setting(site.id, 'social', facebook.key)).toBe(mine);
});

test('two tabs with five pending saves send each of them once', async ({ signedInProfile, site, api }) => {
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page, context } = profile;
  await settingsPage(page, socialLinks).open(site.id);
  await syncCenter(page).open();
  await syncCenter(page).drawer.getByRole('button', { name: 'Make available offline' }).click();
  await toasts(page).expect('Available offline');
  await syncCenter(page).close();
  await goOffline(profile);
  const saved = [socialLinks, trackingCodes, customTerminology, projectSettings, robots];
  const values = new Map([
    [socialLinks, mine],
    [trackingCodes, 'GTM-KEPT1'],
  ]);
  for (const screen of saved) await keepOffline(profile, screen, site.id, values.get(screen) ?? `Kept on ${screen.title}`);
  const second = await context.newPage();
  await settingsPage(second, socialLinks).open(site.id);
  await shell(second).expectStatus('Offline · On this device: 5');
  await shell(page).expectStatus('Offline · On this device: 5');

  const saves = savesOf(context);
  await context.setOffline(false);
  await shell(page).expectStatus('Saved');
  await shell(second).expectStatus('Saved');
  expect(saves.all).toHaveLength(5);
  expect(saves.keys().size).toBe(5);
  for (const screen of saved) expect(await savesCounted(api, site.id, screen.category), screen.title).toBe(1);
  expect(await api.setting(site.id, 'robots', 'robots_txt')).toBe('Kept on Robots.txt');
});
