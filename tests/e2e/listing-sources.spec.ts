import { expect, type Page } from 'playwright/test';
import * as v from 'valibot';
import { listingSources } from '#contract/resources/listing-sources.ts';
import type { Api } from '../support/api.ts';
import { recordsPage } from './models/records-page.ts';
import { shell } from './models/shell.ts';
import { toasts } from './models/toasts.ts';
import { goOffline, loseConnection } from './support/console.ts';
import { test } from './support/fixtures.ts';

const open = (page: Page, websiteId: string) => recordsPage(page, listingSources, websiteId);

async function stored(api: Api, websiteId: string): Promise<readonly unknown[]> {
  const answer = await api.call('GET', `/websites/${websiteId}/website-listing-sources`);
  return v.parse(v.object({ data: v.array(listingSources.schema) }), await answer.json()).data.map(({ filters }) => filters);
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Select Sync' }).click();
  await page.getByRole('option', { name }).click();
}

const filters = (page: Page) => page.getByRole('textbox', { name: 'Add filters' });

test('added, refused where its filters are no JSON, and deleted', async ({ signedInProfile, site, api }) => {
  const { page } = await signedInProfile();
  const list = open(page, site.id);
  await page.goto(`/website/${site.id}/marketing/social`);
  await shell(page).navigation.getByRole('link', { name: 'Listing Sources' }).click();
  await expect(page.getByText('No listing sources yet')).toBeVisible();
  await page.getByRole('link', { name: 'Add listing source' }).first().click();
  await expect(page).toHaveURL(list.address('/add'));
  await expect(list.form.getByRole('heading', { name: 'Add a listing source' })).toBeVisible();
  await choose(page, 'Sales and rentals');
  await filters(page).fill('{"suburb": ["Manly"],\n  beds: 3}');
  await list.save.click();
  await expect(list.form.getByRole('link', { name: /in line 2, column 3/u })).toBeVisible();
  await filters(page).fill('["Manly"]');
  await list.save.click();
  await expect(list.form.getByRole('link', { name: /Enter a JSON object/u })).toBeVisible();
  expect(await stored(api, site.id)).toEqual([]);
  await filters(page).fill('{"suburb": ["Manly"], "beds": 3}');
  await page.keyboard.press('Tab');
  await expect(list.cancel).toBeFocused();
  const error = { code: 'validation_failed', message: 'No.', fields: { listing_source_id: 'This sync is not there any more.' } };
  const collection = '**/website-listing-sources';
  await page.route(collection, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 422, json: { error } }) : route.fallback(),
  );
  await list.save.click();
  await expect(list.form.getByRole('link', { name: 'This sync is not there any more.' })).toBeVisible();
  await page.unroute(collection);
  await list.saved();
  await toasts(page).expect('Saved', 'The listing source has been created.');
  await expect(list.table.getByRole('columnheader')).toContainText(['Label', 'Source', 'Filters', 'Last Run']);
  const row = list.row('Sales and rentals');
  await expect(row).toContainText('Rex');
  await expect(row).toContainText('{"suburb":["Manly"],"beds":3}');
  await expect(row).toContainText(/[A-Z][a-z]{2} \d\d, \d{1,2}:\d\d[ap]m/u);
  expect(await stored(api, site.id)).toEqual([{ suburb: ['Manly'], beds: 3 }]);
  await list.delete('Sales and rentals');
  await toasts(page).expect('Listing source deleted', 'Sales and rentals has been deleted.');
  expect(await stored(api, site.id)).toEqual([]);
});

test('Sync now runs its sync; without a connection the button says so', async ({ signedInProfile, site, api }) => {
  await api.call('POST', `/websites/${site.id}/website-listing-sources`, { listing_source_id: '3' });
  const profile = await signedInProfile();
  const { page } = profile;
  const list = open(page, site.id);
  await list.open();
  const button = page.getByRole('button', { name: 'Sync now: New developments' });
  await button.click();
  await toasts(page).expect('Sync started');
  await expect(list.row('New developments')).toContainText('The last run failed');
  await loseConnection(profile);
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toHaveAttribute('title', 'Sync now needs a connection.');
});

test('offline: added and deleted, and sent once there is a connection', async ({ signedInProfile, site, api }) => {
  await api.call('POST', `/websites/${site.id}/website-listing-sources`, { listing_source_id: '1', filters: { beds: 1 } });
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page, context } = profile;
  const list = open(page, site.id);
  await list.open('/add');
  await page.getByRole('combobox', { name: 'Select Sync' }).click();
  await expect(page.getByRole('option', { name: 'Commercial' })).toBeVisible();
  await page.keyboard.press('Escape');
  await list.cancel.click();
  await expect(list.form).toBeHidden();
  await goOffline(profile);
  await page.getByRole('link', { name: 'Add listing source' }).first().click();
  await choose(page, 'Commercial');
  await filters(page).fill('{"beds": 2}');
  await list.saved();
  await toasts(page).expect('Saved on this device', 'It will be sent when you are back online.');
  await list.delete('Sales and rentals');
  await expect(list.row('Sales and rentals')).toContainText('To be deleted: offline');
  await page.reload();
  await expect(list.row('Sales and rentals')).toContainText('To be deleted: offline');
  await expect(list.table).toContainText('{"beds": 2}');
  await context.setOffline(false);
  await shell(page).expectStatus('Saved');
  await expect(list.row('Commercial')).toContainText('{"beds":2}');
  await expect(list.row('Sales and rentals')).toBeHidden();
  expect(await stored(api, site.id)).toEqual([{ beds: 2 }]);
});
