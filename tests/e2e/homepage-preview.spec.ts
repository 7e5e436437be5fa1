import { expect } from 'playwright/test';
import { demoWebsites } from '../support/accounts.ts';
import { homepage } from './models/homepage.ts';
import { shell } from './models/shell.ts';
import { test, onOwnServer } from './support/fixtures.ts';

// Adds a block to the demo's homepage.
onOwnServer('homepage-preview');

test('on a design screen the navigation folds away, and the preview has the height of its column', async ({ signedInProfile }) => {
  const { page } = await signedInProfile();
  const { navigation, unfoldNavigation } = shell(page);
  const home = homepage(page);
  await page.goto(`/website/${demoWebsites.versatile}/marketing/social`);
  await expect(navigation).toBeVisible();
  await navigation.getByRole('link', { name: 'Homepage Styles' }).click();
  await expect(home.rows.first()).toBeVisible();
  await expect(navigation).toHaveCount(0);
  await expect(home.previewPane).toHaveAttribute('data-state', 'ready');
  const pane = await home.previewPane.boundingBox();
  expect(pane).toMatchObject({ width: expect.any(Number), height: expect.any(Number) });
  expect((pane?.y ?? 0) + (pane?.height ?? 0)).toBeGreaterThan(900 - 24);
  expect(pane?.width).toBeGreaterThan(960);
  const frame = () => page.locator('iframe[title^="Preview"]:not([aria-hidden])').first().boundingBox();
  await expect.poll(async () => Math.round(((await frame())?.y ?? 0) + ((await frame())?.height ?? 0))).toBeGreaterThan(900 - 24);
  // All three side by side: the phone's page can be read.
  await home.previewPane.getByRole('radio', { name: 'All three' }).check();
  await expect.poll(async () => (await page.getByTitle('Preview, phone').first().boundingBox())?.width).toBeGreaterThan(280);
  const [desktop, phone] = await Promise.all(
    ['desktop', 'phone'].map((device) => page.getByTitle(`Preview, ${device}`).first().boundingBox()),
  );
  expect(desktop?.y).toBe(phone?.y);

  await unfoldNavigation();
  await navigation.getByRole('link', { name: 'Header', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Header' })).toBeVisible();
  await expect(navigation).toHaveCount(0);
  // The part of the page that is edited is outlined.
  await expect(home.preview.locator('header[data-frontage-outlined]')).toBeVisible();
});

test('a new block that starts hidden says so, is faded in the preview, and is shown from there', async ({ signedInProfile }) => {
  const { page, api } = await signedInProfile();
  const websiteId = demoWebsites.versatile;
  const home = homepage(page);
  await home.open(websiteId);
  await home.add('Quick Links', 'Where to next');
  const made = async () => (await api.blocks(websiteId)).find(({ label }) => label === 'Where to next');
  await expect.poll(async () => (await made())?.enabled).toBe(false);
  await expect(page.getByText('This block is hidden', { exact: true })).toBeVisible();
  const ghost = home.preview.locator('[data-frontage-ghost]');
  await expect(ghost).toHaveAttribute('data-block-id', (await made())?.id ?? '');
  await expect(ghost).toBeInViewport();
  await expect(home.preview.getByText('Hidden: visitors do not see this block')).toBeVisible();

  await page.getByRole('button', { name: 'Show it' }).click();
  await expect(page.getByRole('checkbox', { name: 'Enabled' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Enabled' })).toBeFocused();
  await expect(page.getByText('This block is hidden', { exact: true })).toHaveCount(0);
  await expect(ghost).toHaveCount(0);
  await expect(home.preview.locator('[data-frontage-outlined]')).toHaveAttribute('data-block-id', (await made())?.id ?? '');
  await expect.poll(async () => (await made())?.enabled).toBe(true);

  await home.back.click();
  await home.eye('Where to next').click();
  await expect(home.preview.locator(`[data-block-id="${(await made())?.id}"]`)).toHaveCount(0);
});
