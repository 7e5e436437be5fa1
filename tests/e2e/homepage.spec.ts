import { expect, type Locator, type Page } from 'playwright/test';
import { footerBlockKey } from '#contract/blocks/footer-block.ts';
import type { Block } from '#contract/entities/block.ts';
import { homepage } from './models/homepage.ts';
import { shell } from './models/shell.ts';
import { goOffline, makeAvailableOffline } from './support/console.ts';
import { deviceRows } from './support/device.ts';
import { type Profile, type ProfileOptions, test, onOwnServer } from './support/fixtures.ts';

// These tests change the demo's own homepages.
onOwnServer('homepage');

const versatile = '1';
const byron = '2';
const minimal = '3';

/** Hides the preview, in tests that are not about it: rendering it after each change would take most of the time. */
const viewport = { width: 1000, height: 900 };

const listed = (blocks: readonly Block[]) => blocks.filter(({ key }) => key !== footerBlockKey).map(({ label }) => label);

/** The list shows the server's blocks, here and in a new profile. */
async function expectEverywhere(
  { page, api }: Profile,
  websiteId: string,
  fresh: (options: ProfileOptions) => Promise<Profile>,
): Promise<void> {
  const { labels } = homepage(page);
  await expect.poll(async () => listed(await api.blocks(websiteId))).toEqual(await labels());
  const other = homepage((await fresh({ viewport })).page);
  await other.open(websiteId);
  expect(await other.labels()).toEqual(await labels());
}

const announcement = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

test('locked blocks say so; a block is moved by mouse and by menu', async ({ signedInProfile }) => {
  const profile = await signedInProfile({ viewport });
  const { page } = profile;
  const home = homepage(page);
  await home.open(versatile);
  await expect(home.lock('Cover')).toHaveAccessibleDescription('This component can not be moved or hidden.');
  await home.lock('Cover').hover();
  const tooltip = page.getByRole('tooltip');
  await expect(tooltip).toHaveText('This component can not be moved or hidden.');
  const isOnTop = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const parts = [0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95];
    // The drag overlay ignores the pointer, so that the row below receives it.
    const layer = element.parentElement;
    return parts.every((x) => parts.every((y) => layer?.contains(document.elementFromPoint(left + width * x, top + height * y))));
  };
  await expect.poll(() => tooltip.evaluate(isOnTop)).toBe(true);
  await expect(home.eye('Cover')).toHaveCount(0);
  await expect(home.row('Footer')).toHaveCount(0);
  const [first, , , fourth = ''] = await home.labels();
  expect(first).toBe('Cover');

  await home.dragByMouse(fourth, (await home.labels())[1] ?? '');
  await home.toasts.expect('Saving page order', 'The website preview will update shortly');
  expect((await home.labels())[1]).toBe(fourth);

  await home.list.getByRole('button', { name: `More for ${fourth}`, exact: true }).focus();
  await page.keyboard.press('Enter');
  // It is the first that can be moved: the first item that can be chosen is highlighted.
  await expect(page.getByRole('menuitem', { name: 'Move down' })).toHaveAttribute('data-highlighted', '');
  await page.keyboard.press('Escape');
  await home.menu(fourth, 'Move down');
  await expect.poll(async () => (await home.labels())[2]).toBe(fourth);
  await expectEverywhere(profile, versatile, signedInProfile);
});

const widthOf = async (dialog: Locator) => (await dialog.boundingBox())?.width;

test('a block is added, found in the editor, deleted, and brought back by undo', async ({ signedInProfile }) => {
  const profile = await signedInProfile({ viewport });
  const { page, api } = profile;
  const home = homepage(page);
  await home.open(versatile);
  await home.addBlock.click();
  await expect(home.addDialog).toContainText('Select a block type to add to your homepage');
  await expect.poll(() => widthOf(home.addDialog)).toBe(400);
  await home.addDialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(home.addDialog.getByRole('radiogroup', { name: 'Select Block Type' })).toHaveAttribute('aria-invalid', 'true');
  await expect(home.addDialog.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/Create a custom name for your block/u);
  await home.addDialog.getByRole('button', { name: 'Cancel' }).click();

  await home.add('Banner', 'Spring campaign');
  await home.toasts.expect('Block Created Successfully');
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Spring is here');
  await home.save.click();
  await home.expectSaved();
  await home.deleteBlock.click();
  await expect.poll(() => widthOf(home.deleteDialog)).toBe(600);
  await home.confirmDelete();
  await home.toasts.expect('Block Successfully Deleted', 'The website preview will update shortly');
  await expect(home.heading).toBeVisible();
  await expect(home.row('Spring campaign')).toHaveCount(0);
  await expect.poll(async () => listed(await api.blocks(versatile))).not.toContain('Spring campaign');

  await home.undo.click();
  await expect(home.row('Spring campaign')).toHaveCount(1);
  await expect
    .poll(async () => {
      const made = (await api.blocks(versatile)).find(({ label }) => label === 'Spring campaign');
      return made?.settings?.find(({ key }) => key === 'banner_title' || key === 'title')?.value;
    })
    .toEqual(['Spring is here']);
  await expectEverywhere(profile, versatile, signedInProfile);
});

test('a block is duplicated, and copied to another website of the theme', async ({ signedInProfile, api }) => {
  const { page } = await signedInProfile({ viewport });
  const home = homepage(page);
  await home.open(byron);
  const answer = Promise.withResolvers<void>();
  await page.route('**/blocks/create', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await home.menu('Text Block', 'Duplicate');
  await expect(home.row('Text Block (copy)')).toHaveCount(1);
  // A dialog that was opened while the block was being created stays open afterwards.
  await home.more('Text Block').click();
  answer.resolve();
  await shell(page).expectStatus('Saved');
  await page.getByRole('menuitem', { name: 'Duplicate' }).press('Escape');
  const labels = await home.labels();
  expect(labels[labels.indexOf('Text Block') + 1]).toBe('Text Block (copy)');
  await expect.poll(async () => listed(await api.blocks(byron))).toEqual(labels);

  const target = (await api.websites()).find(({ id, theme_key }) => theme_key === 'byron' && id !== byron);
  if (!target) throw new Error('There is no other website of this theme.');
  const before = listed(await api.blocks(target.id)).length;
  await home.menu('Text Block', 'Copy to another website…');
  await page.getByRole('dialog').getByRole('combobox', { name: 'Search websites' }).fill(target.name);
  await page.getByRole('option', { name: target.name }).first().click();
  await home.toasts.expect('Block Created Successfully');
  await expect.poll(async () => listed(await api.blocks(target.id)).length).toBe(before + 1);
});

test('the minimal theme lets no block be added or deleted', async ({ signedInProfile }) => {
  const { page } = await signedInProfile({ viewport });
  const home = homepage(page);
  await home.open(minimal);
  await expect(home.addBlock).toHaveCount(0);
  await home.edit('About Us');
  await expect(home.save).toBeVisible();
  await expect(home.deleteBlock).toHaveCount(0);
  await home.back.click();
  await expect(home.row('About Us').getByRole('button', { name: 'Edit About Us' })).toBeFocused();
});

test('unsaved values are in the preview; a click there opens the block', async ({ signedInProfile }) => {
  const { page } = await signedInProfile();
  const home = homepage(page);
  await home.open(versatile);
  await home.edit('Content Block');
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Typed a moment ago');
  await expect(home.preview.getByRole('heading', { name: 'Typed a moment ago' })).toBeVisible();
  await page.getByRole('button', { name: 'Revert Title' }).click();
  await expect(home.preview.getByRole('heading', { name: 'Typed a moment ago' })).toHaveCount(0);
  await home.preview
    .locator('[data-block-id]')
    .filter({ has: page.locator('h1') })
    .first()
    .click({ position: { x: 20, y: 300 } });
  await expect(home.editor('Cover')).toBeVisible();
});

test('the preview scrolls to an opened block, whichever frame shows the page', async ({ signedInProfile }) => {
  const { page } = await signedInProfile();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) complaints.push(message.text());
  });
  const home = homepage(page);
  await home.open(versatile);
  const isInView = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top < innerHeight && bottom > 0;
  };
  const places = [
    ['Attributions', 'Members of, and recommended by'],
    ['Launch Pad', 'Manage'],
    ['Attributions', 'Members of, and recommended by'],
  ] as const;
  for (const [label, heading] of places) {
    await expect(home.previewPane).toHaveAttribute('data-state', 'ready');
    await home.edit(label);
    const place = home.preview.getByRole('heading', { name: heading });
    await expect.poll(() => place.evaluate(isInView)).toBe(true);
    await home.back.click();
    // Another page, in the other of the two frames.
    await home.eye('Blogs').click();
    await expect(home.previewPane).toHaveAttribute('data-state', 'updating');
  }
  expect(complaints).toEqual([]);
});

test('in a low window the devices of the preview are scrolled by keyboard', async ({ signedInProfile }) => {
  const { page } = await signedInProfile();
  await page.setViewportSize({ width: 1440, height: 500 });
  const home = homepage(page);
  await home.open(versatile);
  await expect(home.previewPane).toHaveAttribute('data-state', 'ready');
  await home.previewPane.getByRole('radio', { name: 'Phone' }).focus();
  await page.keyboard.press('Space');
  const devices = home.previewPane.getByRole('region', { name: 'Devices' });
  await expect(devices).toBeVisible();
  await expect(home.previewPane).toHaveAttribute('data-state', 'ready');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(devices).toBeFocused();
  await page.keyboard.press('End');
  await expect.poll(() => devices.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
});

test('created, edited, moved and hidden offline: sent when the connection is back, and the open editor stays usable', async ({
  signedInProfile,
}) => {
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page, context, api } = profile;
  const home = homepage(page);
  await home.open(versatile);
  await expect(home.previewPane).toHaveAttribute('data-state', 'ready');
  await goOffline(profile);
  await expect(home.previewPane).toContainText(/Preview from \d/u);

  await home.eye('Testimonials').click();
  await home.lift('Testimonials');
  await page.keyboard.press('ArrowUp');
  await expect(announcement(page, 'Testimonials moved to')).toBeAttached();
  await page.keyboard.press('Space');
  await expect(announcement(page, 'Testimonials dropped at')).toBeAttached();
  await home.add('Banner', 'Gone and back');
  await home.deleteBlock.click();
  await home.confirmDelete();
  await home.add('Content Block', 'Made in a tunnel');
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  await title.fill('Saved in a tunnel');
  await home.save.click();
  await home.expectPending();
  await title.fill('Typed on');
  const before = await api.blocks(versatile);
  expect(listed(before)).not.toContain('Made in a tunnel');

  await context.setOffline(false);
  await expect.poll(() => deviceRows(page, 'outbox')).toBe(0);
  await shell(page).expectStatus('Unsaved');
  // The block has the server's id now, and the typed text is still there.
  await expect(page).toHaveURL(/\/design\/homepage\/blocks\/\d+$/u);
  await expect(title).toHaveValue('Typed on');
  const made = (await api.blocks(versatile)).find(({ label }) => label === 'Made in a tunnel');
  expect(made?.settings?.find(({ key }) => key === 'title')?.value).toEqual(['Saved in a tunnel']);
  await home.save.click();
  await home.expectSaved();
  await expect
    .poll(
      async () =>
        (await api.blocks(versatile)).find(({ label }) => label === 'Made in a tunnel')?.settings?.find(({ key }) => key === 'title')
          ?.value,
    )
    .toEqual(['Typed on']);
  await home.back.click();
  const after = await api.blocks(versatile);
  expect(listed(after)).not.toContain('Gone and back');
  expect(after.find(({ label }) => label === 'Testimonials')?.enabled).toBe(false);
  await expectEverywhere(profile, versatile, signedInProfile);
});

test('a homepage that was made available offline opens offline, its preview with its pictures; signing out leaves none', async ({
  signedInProfile,
}) => {
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page, context } = profile;
  await page.goto(`/website/${minimal}/marketing/social`);
  await makeAvailableOffline(profile);
  await goOffline(profile);
  await page.goto(`/website/${minimal}/design/homepage`);
  await expect(homepage(page).rows.first()).toBeVisible();
  await expect(homepage(page).previewPane).toContainText(/Preview from \d/u);
  const pictures = homepage(page).preview.locator('img');
  const seen = () => pictures.evaluateAll((all) => all.filter((one) => one instanceof HTMLImageElement && one.naturalWidth > 0).length);
  await expect.poll(seen).toBeGreaterThan(0);
  await expect(homepage(page).preview.locator('img[style*="hidden"]')).toHaveCount(0);

  await context.setOffline(false);
  await shell(page).expectStatus('Saved');
  await shell(page).logout();
  await expect(page).toHaveURL(/\/login/u);
  await expect.poll(() => page.evaluate(() => caches.has('pictures'))).toBe(false);
});
