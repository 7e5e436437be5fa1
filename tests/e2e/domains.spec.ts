import { expect, type Page } from 'playwright/test';
import * as v from 'valibot';
import { domains } from '#contract/resources/domains.ts';
import type { Api } from '../support/api.ts';
import { recordsPage } from './models/records-page.ts';
import { shell } from './models/shell.ts';
import { toasts } from './models/toasts.ts';
import { goOffline } from './support/console.ts';
import { test } from './support/fixtures.ts';

const domainSchema = v.object({
  id: v.string(),
  domain: v.string(),
  is_primary: v.boolean(),
  redirect_to_path: v.nullable(v.string()),
  is_microsite: v.boolean(),
});
type Domain = v.InferOutput<typeof domainSchema>;

async function stored(api: Api, websiteId: string): Promise<readonly Domain[]> {
  const answer = await api.call('GET', `/websites/${websiteId}/domains?sort=domain`);
  return v.parse(v.object({ data: v.array(domainSchema) }), await answer.json()).data;
}

/** The website alone with these domains, the first of which is primary. */
async function seeded(api: Api, websiteId: string, ...names: readonly string[]): Promise<void> {
  for (const { id } of await stored(api, websiteId)) await api.call('DELETE', `/websites/${websiteId}/domains/${id}`);
  for (const [at, domain] of names.entries()) await api.call('POST', `/websites/${websiteId}/domains`, { domain, is_primary: at === 0 });
}

const open = (page: Page, websiteId: string) => recordsPage(page, domains, websiteId);
const previewOf = (page: Page) => shell(page).banner.getByRole('link', { name: 'Preview Website' });
const ticks = (page: Page, websiteId: string, name: string) => open(page, websiteId).row(name).getByRole('img', { name: 'Yes' });

test('created, changed and deleted; Preview Website follows the primary domain', async ({ signedInProfile, site, api }) => {
  await seeded(api, site.id, 'first-crud.example');
  const { page } = await signedInProfile();
  const list = open(page, site.id);
  await page.goto(`/website/${site.id}/marketing/social`);
  await shell(page).navigation.getByRole('link', { name: 'Domains' }).click();
  await expect(page).toHaveURL(list.address());
  await expect(list.table.getByRole('columnheader')).toContainText(['Domain', 'Primary', 'Redirects to path', 'Acts as microsite']);
  await expect(previewOf(page)).toHaveAttribute('href', 'https://first-crud.example/');
  await expect(ticks(page, site.id, 'first-crud.example')).toHaveCount(1);

  await list.createNew.click();
  await expect(page).toHaveURL(list.address('/new'));
  await expect(list.form.getByRole('heading', { name: 'Add a Domain' })).toBeVisible();
  await expect(list.field('Domain')).toBeFocused();
  await list.fill({ Domain: 'https://Bücher-CRUD.example/', 'Redirects to path': '/sell' });
  await list.form.getByText('Primary', { exact: true }).click();
  await list.form.getByText('Acts as microsite', { exact: true }).click();
  await list.saved();
  await toasts(page).expect('Saved', 'The domain has been created.');
  await expect(list.names).toHaveText(['bücher-crud.example', 'first-crud.example']);
  await expect(ticks(page, site.id, 'bücher-crud.example')).toHaveCount(2);
  await expect(ticks(page, site.id, 'first-crud.example')).toHaveCount(0);
  await expect(previewOf(page)).toHaveAttribute('href', 'https://bücher-crud.example/');

  await list.choose('bücher-crud.example', 'Edit');
  await expect(list.form.getByRole('heading', { name: 'Edit Domain' })).toBeVisible();
  await expect(list.field('Domain')).toHaveValue('bücher-crud.example');
  await list.fill({ 'Redirects to path': '/buy' });
  await list.saved();
  await toasts(page).expect('Saved', 'The domain has been changed.');
  await expect(list.row('bücher-crud.example')).toContainText('/buy');

  const redirect = { redirects_from: '/to-another-domain', redirects_to: 'https://bücher-crud.example/new' };
  const redirectId = await api.create(`/websites/${site.id}/redirects`, redirect);
  await list.choose('bücher-crud.example', 'Delete…');
  await expect(list.question).toContainText('Are you sure you want to delete this domain?');
  await expect(list.question).toContainText('1 redirect names it: /to-another-domain.');
  await api.call('DELETE', `/websites/${site.id}/redirects/${redirectId}`);
  await expect(list.question).toContainText('It is the primary domain: until another one is, there is no Preview Website.');
  await list.question.getByRole('button', { name: 'Delete', exact: true }).click();
  await toasts(page).expect('Domain deleted', 'bücher-crud.example has been deleted.');
  await expect(previewOf(page)).toBeHidden();
  await list.choose('first-crud.example', 'Delete…');
  await expect(list.question).not.toContainText('primary');
  await list.question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('No domains yet')).toBeVisible();
  expect(await stored(api, site.id)).toEqual([]);
});

test('a missing or invalid domain, and one of another website, are refused at the field', async ({ signedInProfile, site, api }) => {
  await seeded(api, site.id, 'own-check.example');
  const { page } = await signedInProfile();
  const list = open(page, site.id);
  await list.open('/new');
  await list.save.click();
  const summary = list.form.getByRole('region', { name: 'What needs another look' });
  await expect(summary.getByRole('link')).toHaveText(['Domain is required.']);
  await list.fill({ Domain: 'localhost:3000', 'Redirects to path': 'https://elsewhere.example/' });
  await list.save.click();
  await expect(list.form.getByText('Enter a domain such as www.bay.example, without a path or a port.').last()).toBeVisible();
  await expect(list.form.getByText('Enter a path of this website, such as /contact-us.').last()).toBeVisible();
  await list.fill({ Domain: 'WWW.NorthShoreRealty.test', 'Redirects to path': '/sell' });
  await list.save.click();
  await expect(summary.getByRole('link')).toHaveText(['Domain: This domain belongs to a website already.']);
  await expect(list.field('Domain')).toHaveAttribute('aria-invalid', 'true');
  await list.fill({ Domain: 'free-check.example' });
  await list.saved();
  expect((await stored(api, site.id)).map(({ domain }) => domain)).toEqual(['free-check.example', 'own-check.example']);
});

test('offline: one is created as primary, changed, another deleted; the tick moves here, and then on the server', async ({
  signedInProfile,
  site,
  api,
}) => {
  await seeded(api, site.id, 'one-offline.example', 'two-offline.example', 'three-offline.example');
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page, context } = profile;
  const list = open(page, site.id);
  await list.open();
  await expect(list.names).toHaveCount(3);
  await goOffline(profile);
  await list.createNew.click();
  await list.fill({ Domain: 'Mine-Offline.example' });
  await list.form.getByText('Primary', { exact: true }).click();
  await list.saved();
  await toasts(page).expect('Saved on this device', 'It will be sent when you are back online.');
  await expect(ticks(page, site.id, 'mine-offline.example')).toHaveCount(1);
  await expect(ticks(page, site.id, 'one-offline.example')).toHaveCount(0);
  await list.link('mine-offline.example').click();
  await list.fill({ 'Redirects to path': '/sell' });
  await list.saved();
  // The form of the primary domain of before has no tick either.
  await list.link('one-offline.example').click();
  await expect(list.field('Primary')).not.toBeChecked();
  await list.cancel.click();
  await list.delete('two-offline.example');
  await page.reload();
  await expect(list.row('mine-offline.example')).toContainText('/sell');
  await context.setOffline(false);
  await shell(page).expectStatus('Saved');
  await expect(list.names).toHaveText(['mine-offline.example', 'one-offline.example', 'three-offline.example']);
  expect(await stored(api, site.id)).toMatchObject([
    { domain: 'mine-offline.example', is_primary: true, redirect_to_path: '/sell' },
    { domain: 'one-offline.example', is_primary: false },
    { domain: 'three-offline.example', is_primary: false },
  ]);
});
