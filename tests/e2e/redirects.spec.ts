import { expect, type Page } from 'playwright/test';
import * as v from 'valibot';
import { redirects } from '#contract/resources/redirects.ts';
import type { Api } from '../support/api.ts';
import { recordsPage } from './models/records-page.ts';
import { shell } from './models/shell.ts';
import { toasts } from './models/toasts.ts';
import { goOffline, loseConnection } from './support/console.ts';
import { test } from './support/fixtures.ts';

const redirectSchema = v.object({
  id: v.string(),
  redirects_from: v.string(),
  redirects_to: v.string(),
  rewrite: v.boolean(),
  redirect_to_rewrite: v.boolean(),
});
type Redirect = v.InferOutput<typeof redirectSchema>;

/** All of a website's redirects, as "/from > /to", in the order of their addresses. */
async function stored(api: Api, websiteId: string): Promise<readonly string[]> {
  return (await storedRedirects(api, websiteId)).map(({ redirects_from: from, redirects_to: to }) => `${from} > ${to}`);
}

async function storedRedirects(api: Api, websiteId: string): Promise<readonly Redirect[]> {
  const answer = await api.call('GET', `/websites/${websiteId}/redirects?per_page=100&sort=redirects_from`);
  return v.parse(v.object({ data: v.array(redirectSchema) }), await answer.json()).data;
}

/** Creates redirects: from each address to the same with "new" for "old". Returns their ids. */
async function seeded(api: Api, websiteId: string, ...addresses: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const from of addresses) {
    const body = { redirects_from: from, redirects_to: from.replace('old', 'new') };
    const answer = await api.call('POST', `/websites/${websiteId}/redirects`, body);
    ids.push(v.parse(v.object({ data: redirectSchema }), await answer.json()).data.id);
  }
  return ids;
}

const manyAddresses = (count: number) => Array.from({ length: count }, (_, at) => `/old-${String(at + 1).padStart(2, '0')}`);
const open = (page: Page, websiteId: string) => recordsPage(page, redirects, websiteId);

test('created, changed and deleted: on the server, in the list, and the focus moves to the next control', async ({
  signedInProfile,
  site,
  api,
}) => {
  const { page } = await signedInProfile();
  const list = open(page, site.id);
  await list.open();
  await expect(page.getByText('No redirects yet')).toBeVisible();
  await page.getByRole('link', { name: 'Create New' }).last().click();
  await expect(page).toHaveURL(list.address('/new'));
  await expect(page).toHaveTitle(/^Create New Redirect · .+ · Frontage$/u);
  await expect(list.field('From')).toBeFocused();
  await list.fill({ From: '/old-page', To: '/new-page' });
  await list.form.getByText('Rewrite', { exact: true }).click();
  await list.form.getByText('Redirect to Rewrite').click();
  await list.saved();
  await toasts(page).expect('Saved', 'The redirect has been created.');
  await expect(page).toHaveURL(list.address());
  await expect(page).toHaveTitle(/^Redirects · .+ · Frontage$/u);
  await expect(list.names).toHaveText(['/old-page']);
  await expect(list.link('/old-page')).toBeFocused();
  await expect(list.row('/old-page').getByRole('img', { name: 'Yes' })).toHaveCount(2);
  const [created] = await storedRedirects(api, site.id);
  expect(created).toMatchObject({ redirects_to: '/new-page', rewrite: true, redirect_to_rewrite: true });

  await list.choose('/old-page', 'Edit');
  await expect(page).toHaveURL(list.address(`/edit/${created?.id}`));
  await expect(list.field('To')).toHaveValue('/new-page');
  await list.fill({ To: 'https://other.example/' });
  await list.saved();
  await toasts(page).expect('Saved', 'The redirect has been changed.');
  await expect(list.row('/old-page')).toContainText('https://other.example/');
  await expect(list.link('/old-page')).toBeFocused();
  expect(await stored(api, site.id)).toEqual(['/old-page > https://other.example/']);

  await list.choose('/old-page', 'Delete…');
  await expect(list.question).toContainText('Are you sure you want to delete this redirect?');
  await expect(list.question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await list.question.getByRole('button', { name: 'Delete', exact: true }).click();
  await toasts(page).expect('Redirect deleted', '/old-page has been deleted.');
  await expect(page.getByText('No redirects yet')).toBeVisible();
  await expect(list.heading).toBeFocused();
  expect(await stored(api, site.id)).toEqual([]);
});

test('several are deleted after a question with their number; those that the server refuses stay, with the reason', async ({
  signedInProfile,
  site,
  api,
}) => {
  await seeded(api, site.id, '/old-1', '/old-2', '/old-3', '/old-4');
  const { page } = await signedInProfile();
  const list = open(page, site.id);
  await list.open();
  await expect(list.names).toHaveCount(4);
  for (const name of ['/old-1', '/old-2', '/old-3']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await page.getByRole('button', { name: /^Delete \d+…$/ }).click();
  await expect(list.question).toContainText('Are you sure you want to delete these 3 redirects? /old-1, /old-2 and /old-3.');
  const error = { code: 'forbidden', message: 'Not this one.' };
  const [first] = await storedRedirects(api, site.id);
  await page.route(`**/redirects/${first?.id}`, (route) => route.fulfill({ status: 403, json: { error } }), { times: 1 });
  await list.question.getByRole('button', { name: 'Delete 3' }).click();
  await expect(list.question.getByRole('alert')).toContainText('1 of 3 are still there. Not this one.');
  await list.question.getByRole('button', { name: 'Delete 3' }).click();
  await expect(list.names).toHaveText(['/old-4']);
  await expect(list.link('/old-4')).toBeFocused();
  expect(await stored(api, site.id)).toEqual(['/old-4 > /new-4']);
});

test('missing values, invalid addresses and the server’s refusals are shown at the fields, in the dialog', async ({
  signedInProfile,
  site,
  api,
}) => {
  await seeded(api, site.id, '/old-1');
  const { page } = await signedInProfile();
  const list = open(page, site.id);
  await list.open('/new');
  await list.save.click();
  const summary = list.form.getByRole('region', { name: 'What needs another look' });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveText(['From is required.', 'To is required.']);
  await summary.getByRole('link', { name: 'To is required.' }).click();
  await expect(list.field('To')).toBeFocused();
  await list.fill({ From: 'no address', To: '/x' });
  await list.save.click();
  await expect(list.form.getByText('Enter a full address (https://…) or a path such as /contact-us.').last()).toBeVisible();
  await list.fill({ From: '/old-1' });
  await list.save.click();
  await expect(summary.getByRole('link')).toHaveText(['From: There is a redirect from this address already.']);
  await expect(list.field('From')).toHaveAttribute('aria-invalid', 'true');
  await expect(list.field('To')).toHaveValue('/x');
  expect(await stored(api, site.id)).toEqual(['/old-1 > /new-1']);
  await list.fill({ From: '/old-2' });
  await list.saved();
  expect(await stored(api, site.id)).toEqual(['/old-1 > /new-1', '/old-2 > /x']);
});

test('a page and a search keep their address over a reload; a page without rows gives way to the one before it', async ({
  signedInProfile,
  site,
  api,
}) => {
  await seeded(api, site.id, ...manyAddresses(27));
  const { page } = await signedInProfile();
  const list = open(page, site.id);
  await list.open();
  await list.search.fill('old-26');
  await expect(page).toHaveURL(list.address('\\?q=old-26'));
  await page.reload();
  await expect(list.search).toHaveValue('old-26');
  await expect(list.names).toHaveText(['/old-26']);
  // A page that its records have left since the link was made.
  await list.open('?page=99');
  await expect(page).toHaveURL(list.address('\\?page=1'));
  await page.reload();
  await expect(list.names).toHaveText(['/old-26', '/old-27']);
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await page.getByRole('button', { name: 'Delete 2…' }).click();
  await list.question.getByRole('button', { name: 'Delete 2' }).click();
  await expect(list.pages.getByRole('status')).toHaveText('Showing 1 to 25 of 25');
  await expect(page).toHaveURL(list.address());
});

test('a dialog has an address: by a link, by Back, by a reload, by a link that was sent; and the list below stays as it is', async ({
  signedInProfile,
  site,
  api,
}) => {
  const [first] = await seeded(api, site.id, '/old-1', '/old-2');
  const { page } = await signedInProfile();
  const list = open(page, site.id);
  await list.open('?sort=-redirects_from');
  await list.link('/old-1').click();
  await expect(page).toHaveURL(list.address(`/edit/${first}\\?sort=-redirects_from`));
  await expect(list.field('From')).toHaveValue('/old-1');
  await page.reload();
  await expect(list.field('From')).toHaveValue('/old-1');
  await page.goBack();
  await expect(list.form).toBeHidden();
  await expect(list.names).toHaveText(['/old-2', '/old-1']);
  await expect(page).toHaveURL(list.address('\\?sort=-redirects_from'));
  // Where the focus is when a dialog opens, it returns when the dialog closes.
  await expect(list.link('/old-1')).toBeFocused();
  await page.goForward();
  await expect(list.field('From')).toHaveValue('/old-1');
  await page.keyboard.press('Escape');
  await expect(list.form).toBeHidden();
  await expect(page).toHaveURL(list.address('\\?sort=-redirects_from'));
  await expect(list.link('/old-1')).toBeFocused();
  // A link that somebody sent: closing it leads to the list, and not out of the console.
  await list.open(`/edit/${first}`);
  await expect(list.field('From')).toHaveValue('/old-1');
  await list.cancel.click();
  await expect(page).toHaveURL(list.address());
  await list.open('/edit/999999');
  await expect(list.form.getByText('There is no such redirect')).toBeVisible();
  await page.goto(`/website/${site.id}/admin/redirects/edit`);
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
});

test('unsaved typing is asked about on every way out, and comes back as a draft', async ({ signedInProfile, site, api }) => {
  await seeded(api, site.id, '/old-1');
  const { page } = await signedInProfile();
  const list = open(page, site.id);
  const question = page.getByRole('alertdialog', { name: 'Leave with unsaved changes?' });
  await list.open();
  await list.link('/old-1').click();
  await list.fill({ To: '/typed' });
  await page.goBack();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(list.field('To')).toHaveValue('/typed');
  await list.cancel.click();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(list.form).toBeHidden();
  expect(await stored(api, site.id)).toEqual(['/old-1 > /new-1']);
  await list.link('/old-1').click();
  await expect(list.form.getByText(/^Unsaved changes from .* restored$/)).toBeVisible();
  await expect(list.field('To')).toHaveValue('/typed');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Save and leave' }).click();
  await expect(list.form).toBeHidden();
  await expect(list.row('/old-1')).toContainText('/typed');
  expect(await stored(api, site.id)).toEqual(['/old-1 > /typed']);
});

test('Download Sitemap opens the sitemap in a window of its own; without a connection the button says so', async ({
  signedInProfile,
  site,
}) => {
  const profile = await signedInProfile();
  const { page } = profile;
  const list = open(page, site.id);
  await list.open();
  const button = page.getByRole('button', { name: 'Download Sitemap' });
  const opened = page.waitForEvent('popup');
  await button.click();
  const sitemap = await opened;
  await sitemap.waitForURL(/^blob:/);
  await expect.poll(() => sitemap.content()).toContain('urlset');
  await loseConnection(profile);
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toHaveAttribute('title', 'Download Sitemap needs a connection.');
});

test('a sitemap that the server refuses leaves no window behind, and says why', async ({ signedInProfile, site }) => {
  const { page, context } = await signedInProfile();
  await open(page, site.id).open();
  const error = { code: 'not_found', message: 'This website has no domain yet, and so no sitemap.' };
  await page.route('**/sitemap', (route) => route.fulfill({ status: 404, json: { error } }));
  await page.getByRole('button', { name: 'Download Sitemap' }).click();
  await toasts(page).expect('Error', error.message);
  await expect.poll(() => context.pages().length).toBe(1);
});

test('offline: created, changed, deleted, and all of it over a reload; then it drains in order', async ({ signedInProfile, site, api }) => {
  await seeded(api, site.id, '/old-1', '/old-2', '/old-3');
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page, context } = profile;
  const list = open(page, site.id);
  await list.open();
  await expect(list.names).toHaveCount(3);
  await goOffline(profile);
  await list.createNew.click();
  await list.fill({ From: '/mine', To: '/first' });
  await list.saved();
  await toasts(page).expect('Saved on this device', 'It will be sent when you are back online.');
  await expect(list.names).toHaveText(['/mine', '/old-1', '/old-2', '/old-3']);
  await expect(list.link('/mine')).toBeFocused();
  await expect(list.row('/mine')).toContainText('On this device: offline');
  await expect(list.pages.getByRole('status')).toHaveText('Showing 1 to 3 of 3, and 1 waiting');

  // The pending record, by its own address.
  await list.link('/mine').click();
  await expect(page).toHaveURL(list.address('/edit/local:[\\w-]+'));
  await list.fill({ To: '/second' });
  await list.saved();
  await list.link('/old-1').click();
  await list.fill({ To: '/changed' });
  await list.saved();
  await list.delete('/old-2');
  await expect(list.row('/old-2')).toContainText('To be deleted: offline');
  await expect(list.link('/old-3')).toBeFocused();
  await shell(page).expectStatus('Offline · On this device: 3');

  await page.reload();
  await expect(list.row('/mine')).toContainText('/second');
  await expect(list.row('/old-1')).toContainText('/changed');
  await expect(list.row('/old-2')).toContainText('To be deleted');
  await list.search.fill('mine');
  await expect(
    page.getByText(/^You are offline\. These are the redirects that this device has.*, searched and sorted here\.$/),
  ).toBeVisible();
  await expect(list.names).toHaveText(['/mine']);
  await page.getByRole('searchbox').fill('');

  await context.setOffline(false);
  await shell(page).expectStatus('Saved');
  await expect.poll(() => stored(api, site.id)).toEqual(['/mine > /second', '/old-1 > /changed', '/old-3 > /new-3']);
  await expect(list.names).toHaveText(['/mine', '/old-1', '/old-3']);
  await expect(page.getByText('On this device')).toHaveCount(0);
  await expect(list.pages.getByRole('status')).toHaveText('Showing 1 to 3 of 3');
});

test('the form of a record that was created offline continues with the server’s id', async ({ signedInProfile, site, api }) => {
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page, context } = profile;
  const list = open(page, site.id);
  await list.open();
  await expect(page.getByText('No redirects yet')).toBeVisible();
  await goOffline(profile);
  await list.createNew.click();
  await list.fill({ From: '/mine', To: '/first' });
  await list.saved();
  await list.link('/mine').click();
  await list.fill({ To: '/typed' });
  await context.setOffline(false);
  await expect(page).toHaveURL(list.address('/edit/\\d+'));
  await expect(list.field('To')).toHaveValue('/typed');
  await list.saved();
  expect(await stored(api, site.id)).toEqual(['/mine > /typed']);
});

test('a conflict with somebody else’s change is decided at its field', async ({ signedInProfile, site, api }) => {
  const [id] = await seeded(api, site.id, '/old-1');
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page, context } = profile;
  const list = open(page, site.id);
  await list.open();
  await expect(list.names).toHaveCount(1);
  await goOffline(profile);
  await list.link('/old-1').click();
  await list.fill({ To: '/mine' });
  await list.saved();
  await api.call('PATCH', `/redirects/${id}`, { redirects_to: '/theirs' });
  await context.setOffline(false);
  await expect(list.row('/old-1')).toContainText('Needs attention: changed elsewhere too');
  await list.link('/old-1').click();
  await list.form.getByRole('button', { name: 'Choose which to keep for To' }).click();
  const choice = list.form.getByRole('group', { name: /changed this too|Choose which to keep/ });
  await choice.getByText('/mine').click();
  await choice.getByRole('button', { name: 'Keep this' }).click();
  await expect(choice).toBeHidden();
  await list.cancel.click();
  await expect.poll(() => stored(api, site.id)).toEqual(['/old-1 > /mine']);
  await expect(page.getByText('Needs attention')).toBeHidden();
});

test('a redirect that leads to another one’s address says so in its row', async ({ signedInProfile, site, api }) => {
  await seeded(api, site.id, '/old-1');
  await api.call('POST', `/websites/${site.id}/redirects`, { redirects_from: '/older', redirects_to: '/old-1' });
  const { page } = await signedInProfile();
  const list = open(page, site.id);
  await list.open();
  await expect(list.row('/older')).toContainText('The second address is redirected too: lead straight to where that ends.');
});
