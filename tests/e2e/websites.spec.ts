import { expect } from 'playwright/test';
import { answerEmpty } from '../support/screens/provoke.ts';
import { shell } from './models/shell.ts';
import { websitesPage } from './models/websites-page.ts';
import { goOffline } from './support/console.ts';
import { test } from './support/fixtures.ts';
import { refuseReading } from './support/refuse-reading.ts';
import { offlineReady } from './support/offline.ts';

test('columns, and a row leads to the posts of its website', async ({ signedInProfile, api }) => {
  const { page } = await signedInProfile();
  const list = websitesPage(page);
  await list.open('?q=north+shore');
  await expect(list.table.getByRole('columnheader')).toHaveText(['NAME', 'ACCOUNT', 'CREATED AT']);
  const site = (await api.websites()).find(({ name }) => name === 'North Shore Realty');
  const row = list.table.getByRole('row').filter({ hasText: 'North Shore Realty' });
  await expect(row.getByRole('rowheader')).toContainText('www.northshorerealty.test');
  await expect(row.getByRole('cell').first()).toHaveText('North Shore Realty Group');
  await expect(row.getByRole('cell').last()).toHaveText(/^\d{1,2} [A-Z][a-z]{2} \d{4}$/);
  // On a phone it is a card: its name stands in one line, with the domain below.
  await page.setViewportSize({ width: 375, height: 667 });
  await expect.poll(async () => (await row.getByRole('rowheader').boundingBox())?.height).toBeLessThan(80);
  await row.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/website/${site?.id}/content/posts$`));
});

test('sorted by the server, and the address says how', async ({ signedInProfile, api }) => {
  const { page } = await signedInProfile();
  const list = websitesPage(page);
  const names = (await api.websites()).map(({ name }) => name).toSorted((a, b) => a.localeCompare(b, 'en'));
  await list.open();
  await expect(list.column('NAME')).toHaveAttribute('aria-sort', 'ascending');
  await expect(list.names).toHaveText(names.slice(0, 25));
  await list.sortBy('NAME');
  await expect(page).toHaveURL(/\?sort=-name$/);
  await expect(list.column('NAME')).toHaveAttribute('aria-sort', 'descending');
  await expect(list.names).toHaveText(names.toReversed().slice(0, 25));
  await list.sortBy('CREATED AT');
  await expect(page).toHaveURL(/\?sort=created_at$/);
  await expect(list.column('NAME')).toHaveAttribute('aria-sort', 'none');
  await page.goBack();
  await expect(list.names.first()).toHaveText(names.at(-1) ?? '');
});

test('pages, in the address and by Back', async ({ signedInProfile }) => {
  const { page } = await signedInProfile();
  const list = websitesPage(page);
  await list.open();
  await expect(list.pages.getByRole('status')).toHaveText('Showing 1 to 25 of 83');
  const first = await list.names.first().textContent();
  await list.pages.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/\?page=1$/);
  await expect(list.pages.getByRole('status')).toHaveText('Showing 26 to 50 of 83');
  await expect(list.names.first()).not.toHaveText(first ?? '');
  await page.goto('/websites?page=3');
  await expect(list.pages.getByRole('status')).toHaveText('Showing 76 to 83 of 83');
  await expect(list.pages.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true');
  await page.goBack();
  await expect(list.pages.getByRole('status')).toHaveText('Showing 26 to 50 of 83');
  await list.pages.getByRole('button', { name: 'Last page' }).click();
  await expect(page).toHaveURL(/\?page=3$/);
  await expect(list.pages.getByRole('status')).toHaveText('Showing 76 to 83 of 83');
  await expect(list.pages.getByRole('button', { name: 'Last page' })).toBeFocused();
  await list.pages.getByRole('button', { name: 'First page' }).click();
  await expect(page).toHaveURL(/\/websites$/);
  await expect(list.names.first()).toHaveText(first ?? '');
});

test('searched on the server, by name and domain; cleared where nothing matches', async ({ signedInProfile }) => {
  const { page } = await signedInProfile();
  const list = websitesPage(page);
  await list.open('?page=2');
  await list.search.fill('byroncoastal');
  await expect(list.names).toHaveText(['Byron Coastal Property']);
  await expect(page).toHaveURL(/\?q=byroncoastal$/);
  await list.search.fill('no such website');
  await expect(page.getByText('No website matches “no such website”')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(list.pages.getByRole('status')).toHaveText('Showing 1 to 25 of 83');
  await expect(list.search).toHaveValue('');
});

test('an account without websites', async ({ signedInProfile }) => {
  const { page } = await signedInProfile();
  await answerEmpty(page, '**/api/websites?*');
  await websitesPage(page).open();
  await expect(page.getByText('No websites yet')).toBeVisible();
});

test('a list that can not be loaded says why, and Try again loads it', async ({ signedInProfile }) => {
  const { page } = await signedInProfile();
  const error = { code: 'internal_error', message: 'x', display_message: 'The list broke.' };
  const reading = await refuseReading(page, '**/api/websites?*', error);
  const list = websitesPage(page);
  await list.open();
  await expect(page.getByRole('alert').filter({ hasText: 'The websites could not be loaded' })).toContainText('The list broke.');
  await reading.stop();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(list.names).toHaveCount(25);
});

test('offline: the cached list is searched and sorted on the device, and the screen says so', async ({ signedInProfile }) => {
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page, context } = profile;
  const list = websitesPage(page);
  await list.open();
  await expect(list.names).toHaveCount(25);
  await goOffline(profile);
  await list.search.fill('Avalon');
  await expect(page.getByText(/^You are offline\. These are the websites that this device knows/)).toBeVisible();
  await expect(list.names.first()).toHaveText(/^Avalon/);
  await list.sortBy('NAME');
  await expect(list.column('NAME')).toHaveAttribute('aria-sort', 'descending');
  await page.reload();
  await expect(list.names.first()).toHaveText(/^Avalon/);
  await context.setOffline(false);
  await expect(page.getByText(/^You are offline/)).toBeHidden();
});

test('offline with nothing on the device: says so, and loads when the connection is back', async ({ signedInProfile }) => {
  const { page, context } = await signedInProfile({ serviceWorkers: 'allow' });
  await page.goto('/no/such/page');
  await offlineReady(page);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Back to website list' }).click();
  await expect(page.getByText('Not on this device yet')).toBeVisible();
  await context.setOffline(false);
  await expect(websitesPage(page).names).toHaveCount(25);
  await shell(page).expectStatus('Saved');
});
