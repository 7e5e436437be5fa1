import { expect } from 'playwright/test';
import { footer } from '#contract/settings/footer.ts';
import { formSettings } from '#contract/settings/form-settings.ts';
import { menuLocations } from '#contract/settings/menu-locations.ts';
import { fieldsOf } from '#contract/settings/screen.ts';
import { goOffline } from './support/console.ts';
import { test } from './support/fixtures.ts';

const [headerMenu] = fieldsOf(menuLocations);
if (!headerMenu) throw new Error('Menu Locations has no field');

test('menus and forms are chosen by name, and offline from the cached lists', async ({ signedInProfile, api }) => {
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page } = profile;
  const [website] = (await api.websites()).toSorted((a, b) => Number(a.id) - Number(b.id));
  if (!website) throw new Error('the demo account has no website');
  const menus = await api.choices(website.id, 'menus');
  const [menu] = menus;
  if (!menu) throw new Error('the first demo website has no menu');
  await page.goto(`/website/${website.id}/${menuLocations.path}`);
  const choice = page.getByRole('combobox', { name: headerMenu.label });
  await choice.click();
  await expect(page.getByRole('option')).toHaveText(menus.map(({ label }) => label));
  await page.keyboard.press('Escape');

  await goOffline(profile);
  await page.reload();
  await choice.click();
  await expect(page.getByRole('option', { name: menu.label, exact: true })).toBeVisible();
});

test('"Make available offline" brings forms to screens that were never opened', async ({ signedInProfile, site }) => {
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page, context } = profile;
  await page.goto(`/website/${site.id}/${footer.path}`);
  await page.getByRole('button', { name: /^Sync status/ }).click();
  await page.getByRole('button', { name: 'Make available offline' }).click();
  await expect(page.getByText('Available offline', { exact: true })).toBeVisible();
  await page.getByRole('dialog', { name: 'Sync centre' }).getByRole('button', { name: 'Close' }).click();
  await goOffline(profile);
  await page.goto(`/website/${site.id}/${formSettings.path}`);
  await expect(page.getByRole('combobox').first()).toHaveText('No form');
  await context.setOffline(false);
});
