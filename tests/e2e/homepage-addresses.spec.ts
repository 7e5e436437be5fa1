import { expect, type Page } from 'playwright/test';
import { homepage } from './models/homepage.ts';
import { shell } from './models/shell.ts';
import { goOffline } from './support/console.ts';
import { deviceRows } from './support/device.ts';
import { type Profile, test, onOwnServer } from './support/fixtures.ts';

// These tests add blocks to the demo's own homepages.
onOwnServer('homepage-addresses');

const versatile = '1';
const minimal = '3';

/** Hides the preview beside the list, in tests that are not about it. */
const viewport = { width: 1000, height: 900 };

const listUrl = /\/design\/homepage$/u;
const addUrl = /\/design\/homepage\/add$/u;
const blockUrl = (id: string | RegExp) => new RegExp(`/design/homepage/blocks/${typeof id === 'string' ? id : id.source}$`, 'u');

async function idOf({ api }: Pick<Profile, 'api'>, websiteId: string, label: string): Promise<string> {
  const block = (await api.blocks(websiteId)).find((candidate) => candidate.label === label);
  if (!block) throw new Error(`There is no block ${label}.`);
  return block.id;
}

const editButton = (page: Page, label: string) =>
  homepage(page)
    .row(label)
    .getByRole('button', { name: `Edit ${label}`, exact: true });

/** Identifies the preview's frames: the page in them, and how far it is scrolled. */
async function watchPreview(page: Page) {
  let loads = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/preview-frame')) loads += 1;
  });
  await expect(homepage(page).previewPane).toHaveAttribute('data-state', 'ready');
  const body = homepage(page).preview.locator('body');
  await body.evaluate(() => scrollTo(0, 500));
  const scrolled = () => body.evaluate(() => scrollY);
  await expect.poll(scrolled).toBe(500);
  return { loads: () => loads, scrolled };
}

test('Back, Forward and a reload lead to list, editor and dialog, and the preview stays', async ({ signedInProfile }) => {
  const profile = await signedInProfile();
  const { page } = profile;
  const home = homepage(page);
  const id = await idOf(profile, versatile, 'Blogs');
  await home.open(versatile);
  const preview = await watchPreview(page);

  await home.addBlock.click();
  await expect(page).toHaveURL(addUrl);
  await expect(page).toHaveTitle(/^Add Block · Homepage · .+ · Frontage$/u);
  await expect(home.addDialog.getByRole('radio').first()).toBeFocused();
  await page.goBack();
  await expect(home.addDialog).toBeHidden();
  await expect(page).toHaveTitle(/^Homepage · .+ · Frontage$/u);
  await expect(home.addBlock).toBeFocused();
  await page.goForward();
  await expect(home.addDialog).toBeVisible();
  await home.addDialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(listUrl);
  await expect(home.addBlock).toBeFocused();
  expect(await preview.scrolled(), 'a dialog does not move the preview').toBe(500);

  await home.edit('Blogs');
  await expect(page).toHaveURL(blockUrl(id));
  await expect(page).toHaveTitle(/^Blogs · Homepage · .+ · Frontage$/u);
  await expect(home.editor('Blogs')).toBeFocused();
  await page.goBack();
  await expect(home.heading).toBeVisible();
  await expect(editButton(page, 'Blogs')).toBeFocused();
  await page.goForward();
  await expect(home.editor('Blogs')).toBeFocused();
  await home.back.click();
  await expect(page).toHaveURL(listUrl);
  await expect(editButton(page, 'Blogs')).toBeFocused();
  expect(preview.loads(), 'the frames of the preview have stayed').toBe(0);

  // The editor's own Back went back: the editor is ahead.
  await page.goForward();
  await page.reload();
  await expect(home.editor('Blogs')).toBeVisible();
  await expect(page).toHaveURL(blockUrl(id));
  await page.goBack();
  await expect(home.rows.first()).toBeVisible();
  await home.addBlock.click();
  await page.reload();
  await expect(home.addDialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(listUrl);
  await expect(home.addBlock).toBeFocused();
});

test('a link leads to an editor and to the dialog, also one from before; the new block takes the place of the dialog', async ({
  signedInProfile,
}) => {
  const profile = await signedInProfile({ viewport });
  const { page } = profile;
  const home = homepage(page);
  const id = await idOf(profile, versatile, 'Staff');
  await page.goto(`/website/${versatile}/design/homepage/blocks/${id}`);
  await expect(home.editor('Staff')).toBeVisible();
  await page.goto(`/website/${versatile}/design/homepage/${id}`);
  await expect(home.editor('Staff')).toBeVisible();
  await expect(page).toHaveURL(blockUrl(id));
  await page.goto(`/website/${versatile}/design/homepage/blocks`);
  await expect(home.rows.first()).toBeVisible();
  await expect(page).toHaveURL(listUrl);

  await page.goto(`/website/${versatile}/design/homepage/add`);
  await expect(home.addDialog).toBeVisible();
  await home.addDialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(listUrl);
  await expect(home.addBlock).toBeFocused();
  await home.add('Banner', 'Autumn');
  await expect(page).toHaveURL(blockUrl(/\d+/u));
  await expect(home.editor('Autumn')).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(listUrl);
  await expect(home.addDialog).toBeHidden();
  await expect(home.row('Autumn')).toHaveCount(1);
});

test('a block that was added elsewhere opens by its link; an unknown one says so, with the way back', async ({ signedInProfile }) => {
  const profile = await signedInProfile({ viewport });
  const { page, api } = profile;
  const home = homepage(page);
  await home.open(versatile);
  await api.call('POST', `/websites/${versatile}/blocks/create`, { key: 'banner', label: 'Made elsewhere' });
  const id = await idOf(profile, versatile, 'Made elsewhere');
  await page.goto(`/website/${versatile}/design/homepage/blocks/${id}`);
  await expect(home.editor('Made elsewhere')).toBeVisible();

  await page.goto(`/website/${versatile}/design/homepage/blocks/999999`);
  await expect(page.getByRole('heading', { level: 1, name: 'Block not found' })).toBeVisible();
  await expect(page).toHaveTitle(/^Block not found · Homepage · .+ · Frontage$/u);
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await expect(home.heading).toBeFocused();
  await expect(page).toHaveURL(listUrl);

  await page.goto(`/website/${minimal}/design/homepage/add`);
  await home.toasts.expect('No block can be added', 'Blocks can not be added to this theme.');
  await expect(page).toHaveURL(listUrl);
});

test('Back, and a click in the preview, ask before they leave unsaved values', async ({ signedInProfile }) => {
  const profile = await signedInProfile();
  const { page } = profile;
  const home = homepage(page);
  const id = await idOf(profile, versatile, 'Content Block');
  await home.open(versatile);
  await home.edit('Content Block');
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  await title.fill('Typed and not saved');
  const question = page.getByRole('alertdialog', { name: 'Leave with unsaved changes?' });
  await page.goBack();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(page).toHaveURL(blockUrl(id));
  await expect(title).toHaveValue('Typed and not saved');
  // Until the preview shows the typed text, another frame may replace the one that is clicked.
  await expect(home.preview.getByRole('heading', { name: 'Typed and not saved' })).toBeVisible();
  const cover = home.preview.locator('[data-block-id]').first();
  await cover.click({ position: { x: 20, y: 300 } });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(home.editor('Cover')).toBeVisible();
});

test('offline a new block has an address of its own, which gives way to the server’s', async ({ signedInProfile }) => {
  const profile = await signedInProfile({ serviceWorkers: 'allow', viewport });
  const { page, context } = profile;
  const home = homepage(page);
  const id = await idOf(profile, versatile, 'Testimonials');
  await home.open(versatile);
  await goOffline(profile);
  await home.edit('Testimonials');
  await expect(page).toHaveURL(blockUrl(id));
  await page.reload();
  await expect(home.editor('Testimonials')).toBeVisible();
  await page.goBack();
  await expect(home.rows.first()).toBeVisible();
  await page.goForward();
  await expect(home.editor('Testimonials')).toBeVisible();
  await page.goto(`/website/${versatile}/design/homepage/blocks/999999`);
  await expect(page.getByRole('heading', { level: 1, name: 'Block not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to the list' }).click();

  await home.addBlock.click();
  await page.reload();
  await expect(home.addDialog).toBeVisible();
  await home.addDialog.getByRole('button', { name: 'Cancel' }).click();
  await home.add('Banner', 'Made offline');
  await expect(page).toHaveURL(blockUrl(/local:[\w-]+/u));
  const link = page.url();
  await page.reload();
  await expect(home.editor('Made offline')).toBeVisible();
  await expect(page).toHaveURL(link);
  await page.goBack();
  await expect(home.row('Made offline')).toHaveCount(1);
  await page.goForward();
  await expect(home.editor('Made offline')).toBeVisible();

  await context.setOffline(false);
  await expect.poll(() => deviceRows(page, 'outbox')).toBe(0);
  await shell(page).expectStatus('Saved');
  const made = await idOf(profile, versatile, 'Made offline');
  await expect(page).toHaveURL(blockUrl(made));
  await page.goto(link);
  await expect(home.editor('Made offline')).toBeVisible();
  await expect(page).toHaveURL(blockUrl(made));
});

test('a homepage whose blocks can’t be loaded says so, and its preview too', async ({ signedInProfile }) => {
  const { page } = await signedInProfile();
  const error = { code: 'unavailable', message: 'x', display_message: 'The database is resting.' };
  await page.route('**/api/websites/*/blocks', (route) => route.fulfill({ status: 503, json: { error } }));
  await page.goto(`/website/${versatile}/design/homepage`);
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText('The blocks of this homepage could not be loaded.')).toBeVisible();
});

test('an Add Block dialog whose code did not load leaves its address, and opens with the next click', async ({ signedInProfile }) => {
  const { page } = await signedInProfile({ viewport, serviceWorkers: 'block' });
  const home = homepage(page);
  await home.open(versatile);
  const code = '**/assets/add-block-dialog-*.js';
  let asked = 0;
  await page.route(code, (route) => {
    asked += 1;
    return route.abort();
  });
  await page.getByRole('button', { name: 'Add Block', exact: true }).click();
  await expect.poll(() => asked).toBeGreaterThan(0);
  await expect(page).toHaveURL(listUrl);
  // By the pointer, by the focus and by the click: and never again without a person.
  expect(asked).toBeLessThan(6);
  await page.unroute(code);
  // The console may load itself anew once in between, since its own version could be the reason.
  await expect(async () => {
    await page.getByRole('button', { name: 'Add Block', exact: true }).click();
    await expect(home.addDialog).toBeVisible({ timeout: 3000 });
  }).toPass();
});
