import { expect } from 'playwright/test';
import * as v from 'valibot';
import { syncs } from '#contract/resources/syncs.ts';
import { recordsPage } from './models/records-page.ts';
import { shell } from './models/shell.ts';
import { toasts } from './models/toasts.ts';
import { goOffline } from './support/console.ts';
import { restingText } from './support/device.ts';
import { test, onOwnServer } from './support/fixtures.ts';

// Their list is the same on every website of the account.
onOwnServer('syncs', 'serial');

test('a sync is added with the options of its source, none of which stays on the device, and run', async ({ signedInProfile, site }) => {
  const { page } = await signedInProfile();
  const list = recordsPage(page, syncs, site.id);
  await page.goto(`/website/${site.id}/admin/users`);
  await shell(page).navigation.getByRole('link', { name: 'Syncs', exact: true }).click();
  await expect(page).toHaveURL(list.address());
  await expect(list.table.getByRole('columnheader')).toHaveText(['Label', 'Source', 'Frequency in hours', 'Last Run', 'Actions']);
  await expect(list.row('Sales and rentals')).toContainText(/Expected hourly, ran \d+ h ago\./u);
  await expect(list.row('Commercial')).toContainText(/24.*[A-Z][a-z]{2} \d\d, \d{1,2}:\d\d[ap]m/u);
  await expect(list.row('New developments')).toContainText('Never');

  await list.createNew.click();
  await expect(page).toHaveURL(list.address('/new'));
  await expect(page).toHaveTitle(/^Add a sync · .*Frontage$/u);
  // The code of a select loads after the form's.
  await expect(list.field('Source')).toBeFocused();
  await list.save.click();
  const summary = list.form.getByRole('region', { name: 'What needs another look' });
  await expect(summary.getByRole('link')).toHaveText(['Source is required.', 'Label is required.', 'Frequency is required.']);
  const choose = async (field: string, option: string) => {
    await list.field(field).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await choose('Source', 'Rex');
  await choose('Frequency', 'Hourly');
  await list.fill({ Label: 'Rentals', Username: 'ada-at-rex', Password: 'kept nowhere', 'Account ID': '12' });
  await expect(list.field('Passphrase')).toBeHidden();
  const filter = list.form.getByRole('textbox', { name: 'Filter' });
  await filter.fill('{"status": "For rent",}');
  await list.save.click();
  await expect(summary.getByRole('link')).toHaveText([/line 1, column 23/u]);
  await filter.fill('{"status": "For rent"}');
  const error = { code: 'validation_failed', message: 'No.', fields: { 'source_options.password': 'Rex does not take it.' } };
  await page.route('**/syncs', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 422, json: { error } }) : route.fallback(),
  );
  await list.save.click();
  await expect(summary.getByRole('link')).toHaveText(['Password: Rex does not take it.']);
  await expect(list.field('Password')).toHaveValue('kept nowhere');
  await page.unroute('**/syncs');
  await list.saved();
  await toasts(page).expect('Saved', 'The sync has been created.');
  await expect(list.row('Rentals')).toContainText('Never');

  await page.getByRole('button', { name: 'Sync now: Rentals' }).click();
  await toasts(page).expect('Sync started', 'The list shows when it has ended.');
  await expect(list.row('Rentals')).toContainText('The last run failed: No feed is configured for Rex.');
  await expect(list.row('Rentals')).toContainText(/[A-Z][a-z]{2} \d\d, \d{1,2}:\d\d[ap]m/u);
  await expect(page.getByText('Running…')).toBeHidden();
  const text = await restingText(page);
  expect(text).toContain('Rentals');
  expect(text).not.toMatch(/ada-at-rex|kept nowhere|For rent/u);
});

test('a run that goes on says so until it has ended', async ({ signedInProfile, site }) => {
  const { page } = await signedInProfile();
  const list = recordsPage(page, syncs, site.id);
  // The server answers that it has begun, and has not.
  await page.route('**/api/syncs/*/run', (route) => route.fulfill({ status: 202, json: { data: never } }));
  await list.open();
  const button = page.getByRole('button', { name: 'Sync now: New developments' });
  await button.click();
  await expect(list.row('New developments')).toContainText('Running…');
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await page.unroute('**/api/syncs/*/run');
  await page.getByRole('button', { name: 'Sync now: Commercial' }).click();
  await expect(list.row('Commercial')).toContainText('No feed is configured for Jupix.');
  await expect(list.row('New developments')).toContainText('Running…');
});

test('a run says what it left out; one that was held back removes all once a person says so', async ({ signedInProfile, site }) => {
  const { page } = await signedInProfile();
  const list = recordsPage(page, syncs, site.id);
  const last_error = 'The last run changed nothing, because it would have removed all 214 listings.';
  const left_out_listings = [{ listing: 'A7', reason: 'bathrooms 1.5 is not a whole number' }];
  const result = { listings: 3, new: 0, changed: 0, removed: 0, left_out: 1, left_out_listings };
  const answerSchema = v.looseObject({ data: v.array(v.looseObject({ label: v.string() })) });
  await page.route(/\/website\/\d+\/syncs\b/u, async (route) => {
    const answer = await route.fetch();
    const json = v.parse(answerSchema, await answer.json());
    const data = json.data.map((sync) =>
      sync.label === 'Commercial' ? { ...sync, last_error, last_result: result, would_remove: 214 } : sync,
    );
    await route.fulfill({ response: answer, json: { ...json, data } });
  });
  await list.open();
  const row = list.row('Commercial');
  await expect(row).toContainText(last_error);
  const reason = row.getByText('A7: bathrooms 1.5 is not a whole number.');
  await expect(reason).toBeHidden();
  await row.getByText('3 listings: 1 left out').click();
  await expect(reason).toBeVisible();
  await expect(page.getByRole('button', { name: /^Remove them all the same/u })).toHaveCount(1);
  const sent = page.waitForRequest((request) => request.url().endsWith('/run'));
  await page.getByRole('button', { name: 'Remove them all the same: Commercial' }).click();
  expect((await sent).postDataJSON()).toEqual({ remove: 214 });
  await toasts(page).expect('Sync started');
});

const never = { id: '3', label: 'New developments', source_name: 'reapit_foundation', sync_frequency: 43_200, last_run: null };

test('offline: syncs are listed, and say that adding and running one needs a connection', async ({ signedInProfile, site }) => {
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page } = profile;
  const list = recordsPage(page, syncs, site.id);
  await page.goto('/websites');
  await page.getByRole('link', { name: 'Syncs' }).click();
  await expect(list.row('Commercial')).toBeVisible();
  await goOffline(profile);
  const button = page.getByRole('button', { name: 'Sync now: Commercial' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toHaveAttribute('title', 'Sync now needs a connection.');
  await list.createNew.click();
  const reason = 'You are offline. A new sync is saved once you are back online, since its credentials are never kept on this device.';
  await expect(list.form.getByText(reason)).toBeVisible();
  await expect(list.save).toHaveAttribute('aria-disabled', 'true');
});
