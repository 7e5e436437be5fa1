import { expect } from 'playwright/test';
import type { Field } from '#contract/fields/field.ts';
import { customCss } from '#contract/settings/custom-css.ts';
import { formSettings } from '#contract/settings/form-settings.ts';
import { homepageSeo } from '#contract/settings/homepage-seo.ts';
import { listingsSettings } from '#contract/settings/listings-settings.ts';
import { fieldsOf, type SettingsScreen } from '#contract/settings/screen.ts';
import { seo } from '#contract/settings/seo.ts';
import { socialLinks } from '#contract/settings/social-links.ts';
import { settingsPage } from './models/settings-page.ts';
import { test } from './support/fixtures.ts';

function fieldAt(screen: SettingsScreen, key: string): Field {
  const field = fieldsOf(screen).find((candidate) => candidate.key === key);
  if (!field) throw new Error(`${screen.title} has no field ${key}`);
  return field;
}
const facebook = fieldAt(socialLinks, 'fb_link');
const instagram = fieldAt(socialLinks, 'ig_link');

test('undo and redo go through fields, Revert and a save, by key and by button', async ({ signedInProfile, site, api }) => {
  const { page } = await signedInProfile();
  const form = settingsPage(page, socialLinks);
  await form.open(site.id);
  await expect(form.undo).toHaveAttribute('aria-disabled', 'true');

  await form.field(facebook).pressSequentially('https://one.example/');
  await form.field(instagram).pressSequentially('https://two.example/');
  await form.save.click();
  await form.expectSaved();
  await form.revert(instagram).waitFor({ state: 'hidden' });
  await form.field(instagram).fill('https://three.example/');
  await form.revert(instagram).click();
  await expect(form.field(instagram)).toHaveValue('https://two.example/');

  await page.keyboard.press('Control+z');
  await expect(form.field(instagram)).toHaveValue('https://three.example/');
  await page.keyboard.press('Control+z');
  await expect(form.field(instagram)).toHaveValue('https://two.example/');
  await page.keyboard.press('Control+z');
  await expect(form.field(instagram)).toHaveValue('');
  await expect(page.getByRole('status').getByText('Undone: Instagram URL.')).toBeAttached();
  await form.undo.click();
  await expect(form.field(facebook)).toHaveValue('');
  await expect(form.undo).toHaveAttribute('aria-disabled', 'true');
  await expect(form.changed(2)).toBeVisible();

  await page.keyboard.press('Control+Shift+z');
  await expect(form.field(facebook)).toHaveValue('https://one.example/');
  await page.keyboard.press('Control+y');
  await expect(form.field(instagram)).toHaveValue('https://two.example/');
  await expect(form.saveBar).toBeHidden();
  await form.undo.click();
  await form.save.click();
  await form.expectSaved();
  await expect(form.saveBar).toBeHidden();
  expect(await api.setting(site.id, 'social', 'ig_link')).toBe('');
});

test('undo restores discarded values, and one click at a time in the table', async ({ signedInProfile, site }) => {
  const { page } = await signedInProfile();
  const form = settingsPage(page, listingsSettings);
  const land = fieldAt(listingsSettings, 'listing_stats_land_bedrooms');
  const rural = fieldAt(listingsSettings, 'listing_stats_rural_cars');
  await form.open(site.id);
  await form.fill(land, false);
  await form.fill(rural, false);
  await form.saveBar.getByRole('button', { name: 'Discard' }).click();
  await form.expectValue(land, true);
  await form.undo.click();
  await expect(form.changed(2)).toBeVisible();
  await page.keyboard.press('Control+z');
  await form.expectValue(rural, true);
  await form.expectValue(land, false);
});

test('the code editor has no history of its own: undo is the form’s there too', async ({ signedInProfile, site }) => {
  const { page } = await signedInProfile();
  const form = settingsPage(page, customCss);
  const editor = form.field(fieldAt(customCss, 'custom_css'));
  await form.open(site.id);
  await editor.fill('.one { color: red; }');
  await form.save.click();
  await form.expectSaved();
  await editor.press('End');
  await page.keyboard.type(' .two {');
  await page.keyboard.press('Control+z');
  await expect(editor).toHaveText('.one { color: red; }');
  await expect(form.saveBar).toBeHidden();
  await page.keyboard.press('Control+z');
  await expect(editor).toHaveText('');
  await page.keyboard.press('Control+Shift+z');
  await expect(editor).toHaveText('.one { color: red; }');
});

test('the search result follows the typed values', async ({ signedInProfile, site }) => {
  const { page } = await signedInProfile();
  const form = settingsPage(page, homepageSeo);
  const result = page.getByRole('region', { name: 'Search result preview' });
  // Of a page that has nothing of its own, and no format: what the public site then shows.
  await settingsPage(page, seo).open(site.id);
  await expect(result).toContainText('A page of the website | ');
  await form.open(site.id);
  await form.fill(fieldAt(homepageSeo, 'homepage_seo_title'), 'Homes by the bay');
  await form.fill(fieldAt(homepageSeo, 'homepage_seo_description'), 'Buy, sell and rent.');
  await form.fill(fieldAt(homepageSeo, 'homepage_seo_canonical_url'), 'https://www.bay.example/home');
  await expect(result).toContainText('Homes by the bay');
  await expect(result).toContainText('www.bay.example › home');
  await expect(result).toContainText('Title 16 / 60');
  await form.fill(fieldAt(homepageSeo, 'homepage_seo_title'), 'Homes by the bay '.repeat(5));
  await expect(result).toContainText('(will be cut off)');
});

test('a secret is set, shown as set, replaced and removed; its own undo is left alone', async ({ signedInProfile, site, api }) => {
  const { page } = await signedInProfile();
  const form = settingsPage(page, formSettings);
  const secret = fieldAt(formSettings, 'recaptcha_secret_key');
  const isSet = async () => (await api.settings(site.id, formSettings.category)).get(secret.key)?.is_set ?? false;
  await form.open(site.id);
  await expect(form.secretState(secret)).toHaveText('Not set');
  await expect(form.field(secret)).toHaveAccessibleDescription(/only while you are online/);
  await form.field(secret).pressSequentially('hush');
  await page.keyboard.press('Control+z');
  await expect(form.undo).toHaveAttribute('aria-disabled', 'true');
  await form.field(secret).fill('hush');
  await form.save.click();
  await form.expectSaved();
  await expect(form.secretState(secret)).toHaveText('Set');
  await expect.poll(isSet).toBe(true);

  await page.getByRole('button', { name: `Replace ${secret.label}` }).click();
  await expect(form.field(secret)).toBeFocused();
  await form.field(secret).fill('other');
  await form.save.click();
  await expect(form.secretState(secret)).toHaveText('Set');
  await page.getByRole('button', { name: `Remove ${secret.label}` }).click();
  await form.save.click();
  await expect(form.secretState(secret)).toHaveText('Not set');
  await expect.poll(isSet).toBe(false);
});
