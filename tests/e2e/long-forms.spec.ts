import { expect } from 'playwright/test';
import type { Field } from '#contract/fields/field.ts';
import { companyBranding } from '#contract/settings/company-branding.ts';
import { customTerminology } from '#contract/settings/custom-terminology.ts';
import { footer } from '#contract/settings/footer.ts';
import { header } from '#contract/settings/header.ts';
import { listingsSearchSettings } from '#contract/settings/listings-search-settings.ts';
import { fieldsOf } from '#contract/settings/screen.ts';
import { socialLinks } from '#contract/settings/social-links.ts';
import { demoWebsites } from '../support/accounts.ts';
import { holdScript } from '../support/held-script.ts';
import { settingsPage } from './models/settings-page.ts';
import { test } from './support/fixtures.ts';

const phone = fieldsOf(header).find(({ key }) => key === 'header_phone');
if (!phone) throw new Error('the header has no phone');

test('a website without menus: the header says why its menu is empty, and everything else is saved', async ({
  signedInProfile,
  site,
  api,
}) => {
  const { page } = await signedInProfile();
  const form = settingsPage(page, header);
  await form.open(site.id);
  await expect(page.getByText('This website has no menus yet, so there is nothing to choose.')).toBeVisible();
  await form.field(phone).fill('02 9000 0000');
  await form.save.click();
  await form.expectSaved();
  expect(await api.setting(site.id, 'style', 'header_phone')).toBe('02 9000 0000');
});

test('colours are rows: the form of the header is short', async ({ signedInProfile }) => {
  const { page } = await signedInProfile();
  const form = settingsPage(page, header);
  for (const theme of ['byron', 'versatile', 'minimal'] as const) {
    await form.open(demoWebsites[theme]);
    const height = await page
      .locator('form')
      .first()
      .evaluate((element) => Math.round(element.getBoundingClientRect().height));
    console.log(`the header's form with the theme ${theme} is ${height} px tall at 1440 px; it was 3,861 px`);
    expect(height).toBeLessThan(2800);
  }
});

test('a long form stays where it is when its outline comes', async ({ signedInProfile }) => {
  for (const width of [375, 1440]) {
    const { page } = await signedInProfile({ viewport: { width, height: 812 }, serviceWorkers: 'block' });
    // The outline is in it, and nothing else of this form.
    const { release } = await holdScript(page, 'fields');
    const form = settingsPage(page, customTerminology);
    await form.open(demoWebsites.versatile);
    const first = page.getByRole('region', { name: 'Listing Status', exact: true });
    await expect(first).toBeVisible();
    const top = (await first.boundingBox())?.y;
    const outline = page.getByRole('navigation', { name: `Sections of ${customTerminology.title}` });
    await expect(outline).toHaveCount(0);
    release();
    await expect(outline).toBeVisible();
    expect((await first.boundingBox())?.y).toBe(top);
  }
});

test('on a phone Save says why it saves nothing, and the summary of errors covers no field that it, or Tab, leads to', async ({
  signedInProfile,
  site,
}) => {
  // So narrow that the words of the bar take several lines.
  const { page } = await signedInProfile({ viewport: { width: 360, height: 640 } });
  const form = settingsPage(page, socialLinks);
  const fields = fieldsOf(socialLinks);
  await form.open(site.id);
  // What says why a button can't be used loads after the screen. Playwright waits for a button that can be.
  const reason = page.getByText('Nothing has changed.').last();
  await expect(async () => {
    await form.save.click({ force: true });
    await expect(reason).toBeVisible({ timeout: 500 });
  }).toPass();
  for (const field of fields) await form.field(field).fill('not a link');
  await expect(reason).toBeHidden();
  await form.save.click();
  await expect(form.errorSummary.getByRole('link')).toHaveCount(fields.length);
  /** Whether a finger on the middle of the field would meet it. */
  const isMet = (field: Field) =>
    form.field(field).evaluate((control) => {
      const { left, top, width, height } = control.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2) === control;
    });
  // Ends at the first one.
  for (const field of fields.toReversed()) {
    await form.errorSummary.getByRole('link', { name: new RegExp(field.label) }).click();
    await expect(form.field(field)).toBeFocused();
    await expect.poll(() => isMet(field), field.label).toBe(true);
  }
  for (const field of fields.slice(1)) {
    // Over the Revert between them.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(form.field(field)).toBeFocused();
    await expect.poll(() => isMet(field), field.label).toBe(true);
  }
});

test('on a phone, and beside a preview, the name of a colour is not broken into letters', async ({ signedInProfile }) => {
  const { page } = await signedInProfile({ viewport: { width: 375, height: 812 } });
  const form = settingsPage(page, companyBranding);
  await form.open(demoWebsites.versatile);
  const name = page.getByText('Primary colour', { exact: true }).first();
  const row = page.locator('[data-field=primary_color]');
  await expect(name).toBeVisible();
  for (const width of [375, 1024, 1180]) {
    await page.setViewportSize({ width, height: 812 });
    expect((await name.boundingBox())?.height, `${width} px`).toBeLessThan(30);
    expect((await name.boundingBox())?.x, `${width} px, beside its swatch`).toBeGreaterThan(((await row.boundingBox())?.x ?? 0) + 20);
  }
});

test('a long form has an outline that follows the scroll, and can be narrowed to what is set', async ({ signedInProfile }) => {
  const { page } = await signedInProfile();
  const form = settingsPage(page, footer);
  await form.open(demoWebsites.versatile);
  const outline = page.getByRole('navigation', { name: 'Sections of Footer Settings' });
  const current = outline.locator('[aria-current]');
  await expect(current).toHaveText('Logo');
  await outline.getByRole('link', { name: 'Quick links' }).click();
  await expect(page.getByRole('region', { name: 'Quick links' })).toBeFocused();
  await expect(current).toHaveText('Quick links');
  await page.mouse.wheel(0, -10_000);
  await expect(current).toHaveText('Logo');

  const fields = page.getByRole('main').locator('[data-field]');
  const all = await fields.count();
  const only = outline.getByRole('switch', { name: /^Only what is set/ });
  await only.check();
  await expect.poll(() => fields.count()).toBeLessThan(all);
  await page.getByRole('textbox', { name: 'Tagline' }).fill('');
  await expect(page.getByRole('textbox', { name: 'Tagline' })).toBeVisible();
  await only.uncheck();
  await expect(fields).toHaveCount(all);
});

test('the basic and the advanced filters of the search have a heading and a table each', async ({ signedInProfile }) => {
  const { page } = await signedInProfile();
  await settingsPage(page, listingsSearchSettings).open(demoWebsites.versatile);
  for (const name of ['Basic', 'Advanced']) {
    await expect(page.getByRole('heading', { name: `${name} Filters`, exact: true })).toBeVisible();
    const table = page.getByRole('table', { name: `${name} Filters` });
    await expect(table.getByRole('switch')).toHaveCount(19);
    await expect(table.getByRole('switch', { name: `Suburbs in ${name}`, exact: true })).toBeVisible();
  }
});
