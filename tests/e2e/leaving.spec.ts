import { expect } from 'playwright/test';
import { feeds } from '#contract/settings/feeds.ts';
import { robots } from '#contract/settings/robots.ts';
import { fieldsOf } from '#contract/settings/screen.ts';
import { socialLinks } from '#contract/settings/social-links.ts';
import { settingsPage } from './models/settings-page.ts';
import { shell } from './models/shell.ts';
import { goOffline } from './support/console.ts';
import { test } from './support/fixtures.ts';

const facebook = fieldsOf(socialLinks).find(({ key }) => key === 'fb_link');
if (!facebook) throw new Error('Social links has no Facebook field');
const link = (name: string) => `https://${name}.example/`;

test('Save and leave saves first, and then follows the link, Back or the switch to another website', async ({
  signedInProfile,
  site,
  api,
}) => {
  const { page } = await signedInProfile();
  const form = settingsPage(page, socialLinks);
  await settingsPage(page, feeds).open(site.id);
  await form.follow(site.id);
  const question = page.getByRole('alertdialog', { name: 'Leave with unsaved changes?' });
  const saveAndLeave = question.getByRole('button', { name: 'Save and leave' });

  await form.field(facebook).fill(link('first'));
  await shell(page).navigation.getByRole('link', { name: 'Robots.txt' }).click();
  await saveAndLeave.press('Enter');
  await settingsPage(page, robots).expectOpen();
  expect(await api.setting(site.id, 'social', 'fb_link')).toBe(link('first'));

  await page.goBack();
  await form.expectOpen();
  await form.field(facebook).fill(link('second'));
  await page.goBack();
  await saveAndLeave.click();
  await settingsPage(page, feeds).expectOpen();
  expect(await api.setting(site.id, 'social', 'fb_link')).toBe(link('second'));

  await form.follow(site.id);
  await form.field(facebook).fill(link('third'));
  await shell(page).switcher.click();
  // The link stands below the list, and moves when the list arrives.
  await expect(page.getByRole('listbox', { name: 'Search websites' }).getByRole('option')).toHaveCount(25);
  await page.getByRole('link', { name: 'Back to website list' }).click();
  await saveAndLeave.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Websites' })).toBeVisible();
  expect(await api.setting(site.id, 'social', 'fb_link')).toBe(link('third'));
});

test('with nothing left to save, the question offers to leave and to stay alone', async ({ signedInProfile, site, api }) => {
  const { page } = await signedInProfile();
  const form = settingsPage(page, socialLinks);
  await form.open(site.id);
  const arrival = Promise.withResolvers<void>();
  await page.route('**/settings/update', async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await form.field(facebook).fill(link('slow'));
  await form.save.click();
  await shell(page).navigation.getByRole('link', { name: 'Robots.txt' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave now?' });
  await expect(question).toContainText('What you changed is being saved. It goes on if you leave.');
  await expect(question.getByRole('button')).toHaveText(['Leave now', 'Stay']);
  await expect(question.getByRole('button', { name: 'Leave now' })).toBeFocused();
  arrival.resolve();
  await expect(question).toContainText('Everything is saved now.');
  await page.keyboard.press('Enter');
  await settingsPage(page, robots).expectOpen();
  expect(await api.setting(site.id, 'social', 'fb_link')).toBe(link('slow'));
});

test('Save and leave works offline too: the save is stored on this device', async ({ signedInProfile, site }) => {
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page } = profile;
  const form = settingsPage(page, socialLinks);
  await settingsPage(page, feeds).open(site.id);
  await form.follow(site.id);
  await goOffline(profile);
  await form.field(facebook).fill(link('offline'));
  await shell(page).navigation.getByRole('link', { name: 'Feeds' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save and leave' }).click();
  await settingsPage(page, feeds).expectOpen();
  await form.expectPending();
  await shell(page).expectStatus('Offline · On this device: 1');
});
