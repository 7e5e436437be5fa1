import { expect } from 'playwright/test';
import * as v from 'valibot';
import { uploadFile } from '#contract/calls/files.ts';
import { jpg, pdf, png } from '#server/testing/uploads.ts';
import type { Api } from '../support/api.ts';
import { answerEmpty, fillStorage } from '../support/screens/provoke.ts';
import { filesPage } from './models/files-page.ts';
import { toasts } from './models/toasts.ts';
import { goOffline } from './support/console.ts';
import { test } from './support/fixtures.ts';
import { refuseReading } from './support/refuse-reading.ts';

/** Uploads without the console; returns the ids, in order. */
async function stored(
  api: Api,
  origin: string,
  websiteId: string,
  ...files: readonly (readonly [name: string, bytes: Uint8Array<ArrayBuffer>])[]
) {
  const ids: string[] = [];
  for (const [name, bytes] of files) {
    const form = new FormData();
    form.set('files[]', new File([bytes], name));
    const headers = { authorization: `Bearer ${api.token}` };
    const answer = await fetch(`${origin}/api/websites/${websiteId}/files`, { method: 'POST', body: form, headers });
    const [file] = v.parse(v.object({ data: uploadFile.answer }), await answer.json()).data;
    if (file) ids.push(file.id);
  }
  return ids;
}
const use = (api: Api, websiteId: string, id: string | null, key = 'desktop_logo') =>
  api.call('POST', `/websites/${websiteId}/settings/update`, {
    data: { settings: [{ key, value: id === null ? null : [id], category: 'style', type: 'image' }] },
  });

test('a file in a row: its size, its type, when it came, and a link to where it is used', async ({ signedInProfile, site, api, app }) => {
  const [logo] = await stored(api, app.origin, site.id, ['logo.png', png()], ['terms.pdf', pdf()]);
  await use(api, site.id, logo ?? '');
  const { page } = await signedInProfile();
  const list = filesPage(page, site.id);
  await list.open();
  await expect(list.names).toHaveText(['terms.pdf', 'logo.png']);
  const row = list.row('logo.png');
  await expect(row.getByRole('rowheader')).toContainText('PNG · 3 × 2');
  await expect(row.getByRole('cell')).toHaveText([
    /^\d+(?:\.\d)? (?:bytes|kB)$/,
    /^\d{1,2} [A-Z][a-z]{2} \d{4}$/,
    'Company Branding: Primary logo',
    '',
  ]);
  await expect(row.locator('img')).toHaveJSProperty('complete', true);
  await expect(list.row('terms.pdf')).toContainText('Not used');
  await expect(page.getByText(/^Your account: .+ of 2 GB, [\d,]+ of 20,000 files$/)).toBeVisible();
  await row.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/website/${site.id}/design/styles$`));
  await page.goBack();
  await expect(list.names).toHaveCount(2);
});

test('searched and sorted by the server, and the address says how', async ({ signedInProfile, site, api, app }) => {
  await stored(api, app.origin, site.id, ['a house.jpg', jpg()], ['b logo.png', png()], ['c terms.pdf', pdf()]);
  const { page } = await signedInProfile();
  const list = filesPage(page, site.id);
  await list.open();
  await expect(list.column('ADDED')).toHaveAttribute('aria-sort', 'descending');
  await list.sortBy('NAME');
  await expect(page).toHaveURL(/\?sort=name$/);
  await expect(list.names).toHaveText(['a house.jpg', 'b logo.png', 'c terms.pdf']);
  await list.sortBy('SIZE');
  await expect(page).toHaveURL(/\?sort=bytes$/);
  await list.search.fill('logo');
  await expect(list.names).toHaveText(['b logo.png']);
  await expect(page).toHaveURL(/\?sort=bytes&q=logo$/);
  await page.reload();
  await expect(list.names).toHaveText(['b logo.png']);
  await list.search.fill('no such file');
  await expect(page.getByText('No file matches “no such file”')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(list.names).toHaveCount(3);
  // A link to a page whose files have been deleted.
  await page.goto(`/website/${site.id}/files?page=7`);
  await expect(list.names).toHaveCount(3);
  await expect(page).toHaveURL(/\/files$/);
});

test('deleted after a question that names it; the next row takes the focus', async ({ signedInProfile, site, api, app }) => {
  await stored(api, app.origin, site.id, ['one.png', png()], ['two.png', png()]);
  const { page } = await signedInProfile();
  const list = filesPage(page, site.id);
  await list.open();
  await list.deleteOf('two.png').click();
  await expect(list.dialog).toContainText('“two.png” will be deleted for good');
  await expect(list.dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(list.dialog).toBeHidden();
  await expect(list.deleteOf('two.png')).toBeFocused();
  await page.keyboard.press('Enter');
  await list.dialog.getByRole('button', { name: 'Delete File' }).click();
  await toasts(page).expect('File deleted', '“two.png” has been deleted.');
  await expect(list.names).toHaveText(['one.png']);
  await expect(list.deleteOf('one.png')).toBeFocused();
  await list.deleteOf('one.png').click();
  await list.dialog.getByRole('button', { name: 'Delete File' }).click();
  await expect(page.getByText('No files yet')).toBeVisible();
  await expect(list.heading).toBeFocused();
});

test('a file in use says so at the button; one that came into use meanwhile is refused in the dialog', async ({
  signedInProfile,
  site,
  api,
  app,
}) => {
  const [used, later] = await stored(api, app.origin, site.id, ['used.png', png()], ['later.png', png()]);
  await use(api, site.id, used ?? '');
  const { page } = await signedInProfile();
  const list = filesPage(page, site.id);
  await list.open();
  await expect(list.deleteOf('used.png')).toHaveAttribute('aria-disabled', 'true');
  await expect(list.deleteOf('used.png')).toHaveAttribute('title', 'In use: Company Branding: Primary logo. Take it out there first.');
  await use(api, site.id, later ?? '');
  await list.deleteOf('later.png').click();
  await list.dialog.getByRole('button', { name: 'Delete File' }).click();
  await expect(list.dialog.getByRole('alert')).toContainText(
    'The file was not deleted. “later.png” is in use: Company Branding: Primary logo. Take it out there, then delete it.',
  );
  await list.dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(list.deleteOf('later.png')).toHaveAttribute('aria-disabled', 'true');
  await expect(list.deleteOf('later.png')).toBeFocused();
});

test('an account without room says so', async ({ signedInProfile, site }) => {
  const { page } = await signedInProfile();
  await fillStorage(page);
  await filesPage(page, site.id).open();
  await expect(page.getByText('Your account: 2 GB of 2 GB, 312 of 20,000 files')).toBeVisible();
  await expect(page.getByText('Your account has no room for more files.')).toBeVisible();
});

test('none yet, failed with Try again, and a server without these calls', async ({ signedInProfile, site, api, app }) => {
  await stored(api, app.origin, site.id, ['one.png', png()]);
  const { page } = await signedInProfile();
  const list = filesPage(page, site.id);
  await answerEmpty(page, '**/api/websites/*/files?*');
  await list.open();
  await expect(page.getByText('No files yet')).toBeVisible();
  await page.unroute('**/api/websites/*/files?*');
  const error = (code: string) => ({ code, message: 'x', display_message: 'The list broke.' });
  const refuse = (status: number, code: string) => refuseReading(page, '**/api/websites/*/files?*', error(code), status);
  await page.route('**/api/account/usage', (route) => route.fulfill({ status: 501, json: { error: error('not_implemented') } }));
  const reading = await refuse(500, 'internal_error');
  await page.reload();
  const failed = page.getByRole('alert').filter({ hasText: 'The files could not be loaded' });
  await expect(failed).toContainText('The list broke.');
  await reading.stop();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(list.names).toHaveText(['one.png']);
  await refuse(501, 'not_implemented');
  await page.reload();
  await expect(failed).toContainText('This server does not offer a list of files.');
  await expect(page.getByText(/^Your account:/)).toBeHidden();
});

test('offline: the cached list is shown and searched; deleting needs a connection', async ({ signedInProfile, site, api, app }) => {
  await stored(api, app.origin, site.id, ['one.png', png()], ['two.png', png()]);
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page, context } = profile;
  const list = filesPage(page, site.id);
  await list.open();
  await expect(list.names).toHaveCount(2);
  await goOffline(profile);
  await expect(page.getByText('You are offline. Deleting a file needs a connection.')).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^You are offline\. These are the files that this device saw last, as of/)).toBeVisible();
  await list.search.fill('one');
  await expect(list.names).toHaveText(['one.png']);
  await expect(list.deleteOf('one.png')).toHaveAttribute('title', 'Deleting a file needs a connection.');
  await expect(list.deleteOf('one.png')).toHaveAttribute('aria-disabled', 'true');
  await context.setOffline(false);
  await expect(page.getByText(/^You are offline/)).toBeHidden();
  await expect(list.deleteOf('one.png')).not.toHaveAttribute('aria-disabled');
});

test('a file of many places names two of them, and all where it is asked', async ({ signedInProfile, site, api, app }) => {
  const [logo = ''] = await stored(api, app.origin, site.id, ['logo.png', png()]);
  for (const key of ['desktop_logo', 'secondary_logo', 'mobile_logo']) await use(api, site.id, logo, key);
  const { page } = await signedInProfile();
  const list = filesPage(page, site.id);
  await list.open();
  const row = list.row('logo.png');
  await expect(row.getByRole('link')).toHaveCount(2);
  const more = row.getByRole('button', { name: 'and 1 more places that use logo.png' });
  await more.click();
  await expect(row.getByRole('link')).toHaveCount(3);
  await expect(row.getByRole('button', { name: 'Show fewer places that use logo.png', expanded: true })).toBeFocused();
});

test('a file that somebody else deleted meanwhile disappears here too, after one request', async ({ signedInProfile, site, api, app }) => {
  const [gone] = await stored(api, app.origin, site.id, ['gone.png', png()], ['other.png', png()]);
  const { page } = await signedInProfile();
  const list = filesPage(page, site.id);
  await list.open();
  await list.deleteOf('gone.png').click();
  await api.call('DELETE', `/websites/${site.id}/files/${gone}`);
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'DELETE' && sent.push(request.url()));
  await list.dialog.getByRole('button', { name: 'Delete File' }).dblclick();
  await expect(list.dialog).toBeHidden();
  await expect(list.names).toHaveText(['other.png']);
  expect(sent).toHaveLength(1);
});

test('nothing is wider than the page, on a phone, a tablet and a desktop', async ({ signedInProfile, site, api, app }) => {
  const long = `${Array.from({ length: 5 }, () => 'a-very-long-name').join('-')}.png`;
  await stored(api, app.origin, site.id, [long, png()]);
  const { page } = await signedInProfile();
  const list = filesPage(page, site.id);
  await list.open();
  for (const width of [375, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(list.deleteOf(long), `${width} px`).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), `${width} px`).toBe(0);
  }
});
