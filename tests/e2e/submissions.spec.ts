import { readFile } from 'node:fs/promises';
import { expect, type Page } from 'playwright/test';
import * as v from 'valibot';
import { submissions } from '#contract/resources/submissions.ts';
import type { Api } from '../support/api.ts';
import { recordsPage } from './models/records-page.ts';
import { shell } from './models/shell.ts';
import { toasts } from './models/toasts.ts';
import { goOffline, loseConnection, makeAvailableOffline } from './support/console.ts';
import { test } from './support/fixtures.ts';

/** A website of the seed, with forms and what visitors sent by them. */
const seededSite = '1';

const open = (page: Page, websiteId: string) => recordsPage(page, submissions, websiteId);
const form = (page: Page) => page.getByRole('combobox', { name: 'Form' });
const download = (page: Page) => page.getByRole('button', { name: 'Download Submissions' });

async function stored(api: Api, websiteId: string): Promise<readonly unknown[]> {
  const answer = await api.call('GET', `/websites/${websiteId}/submissions?per_page=100`);
  return v
    .parse(v.object({ data: v.array(submissions.schema) }), await answer.json())
    .data.map(({ form_name: name }) => name)
    .toSorted();
}

async function choose(page: Page, name: string): Promise<void> {
  await form(page).click();
  await page.getByRole('option', { name, exact: true }).click();
}

test('listed by form: the choice stands in the address, and begins at the first page', async ({ signedInProfile }) => {
  const { page } = await signedInProfile();
  const list = open(page, seededSite);
  await page.goto(`/website/${seededSite}/marketing/social`);
  await shell(page).navigation.getByRole('link', { name: 'Submissions' }).click();
  await expect(list.table.getByRole('columnheader')).toContainText(['Form ID', 'Form Name', 'Created At']);
  await expect(form(page)).toHaveText('All Forms');
  await expect(list.pages.getByRole('status')).toHaveText('Showing 1 to 25 of 88');
  await expect(download(page)).toBeHidden();
  await list.pages.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(list.address('\\?page=1'));
  await choose(page, 'newsletter');
  await expect(page).toHaveURL(list.address('\\?form_id=\\d+'));
  await expect(list.pages.getByRole('status')).toHaveText('Showing 1 to 8 of 8');
  await expect(list.names).toHaveText(Array.from({ length: 8 }, () => 'newsletter'));
  await expect(download(page)).toBeVisible();
  await page.reload();
  await expect(form(page)).toHaveText('newsletter');
  await list.sortBy('Created At');
  await expect(page).toHaveURL(list.address('\\?sort=created_at&form_id=\\d+'));
  await expect(list.table.getByRole('row').nth(1)).toContainText(/\d\d:\d\d[ap]m \d\d\/\d\d\/2019/u);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(list.address('\\?page=1'));
  await expect(form(page)).toHaveText('All Forms');
});

test('viewed at an address of its own: each entry as text, and the date', async ({ signedInProfile }) => {
  const { page } = await signedInProfile();
  await page.route(/\/api\/(?:websites\/\d+\/)?submissions/u, async (route) => {
    const answer = await route.fetch();
    if (!answer.ok()) return route.fulfill({ response: answer });
    const payload = {
      hostile: { label: '<b>Label</b>', value: '<img src=x onerror="document.title=1">' },
      'no label': 'x'.repeat(300_000),
    };
    const changed = (record: object) => ({ ...record, formatted_payload: payload });
    const { data, ...rest } = v.parse(
      v.looseObject({ data: v.union([v.array(v.looseObject({})), v.looseObject({})]) }),
      await answer.json(),
    );
    await route.fulfill({ response: answer, json: { ...rest, data: Array.isArray(data) ? data.map(changed) : changed(data) } });
  });
  const list = open(page, seededSite);
  await list.open('?form_id=3');
  await list.table.getByRole('button', { name: 'More for newsletter' }).first().click();
  await expect(page.getByRole('menuitem')).toHaveText(['View']);
  await page.getByRole('menuitem', { name: 'View' }).click();
  await expect(page).toHaveURL(list.address('/\\d+\\?form_id=3'));
  await expect(list.form.getByRole('heading', { name: 'View Submission' })).toBeVisible();
  await expect(page).toHaveTitle(/^View Submission · .+ · Frontage$/u);
  expect(await list.form.evaluate((dialog) => dialog.clientWidth)).toBe(80 * 16);
  await expect(list.form.getByRole('term')).toHaveText(['<b>Label</b>', 'no label', 'Date']);
  await expect(list.form.getByRole('definition')).toHaveText([
    '<img src=x onerror="document.title=1">',
    /x… \(cut: 300,000 characters\)$/u,
    /^\d\d:\d\d[ap]m \d\d\/\d\d\/\d{4}$/u,
  ]);
  await page.reload();
  await expect(list.form.getByRole('term').first()).toHaveText('<b>Label</b>');
  await list.form.getByRole('button', { name: 'Close' }).click();
  await expect(list.form).toBeHidden();
  await expect(page).toHaveURL(list.address('\\?form_id=3'));
  await list.open('/999999');
  await expect(list.form.getByText('There is no such submission')).toBeVisible();
  await page.goto(`/website/${seededSite}/submissions/edit/1`);
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
});

test('one is selected and printed by itself, whole', async ({ signedInProfile }) => {
  const { page } = await signedInProfile();
  const list = open(page, seededSite);
  await list.open('?form_id=3');
  await list.table.getByRole('button', { name: 'More for newsletter' }).first().click();
  await page.getByRole('menuitem', { name: 'View' }).click();
  await expect(list.form.getByRole('term').last()).toHaveText('Date');
  await page.keyboard.press('ControlOrMeta+a');
  const selected = await page.evaluate(() => getSelection()?.toString().trim());
  expect(selected).toMatch(/^View Submission\n.*Email\n/su);
  expect(selected).not.toContain('Form ID');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.setViewportSize({ width: 700, height: 200 });
  await expect(list.form.getByRole('button', { includeHidden: true }).first()).toBeHidden();
  await expect(page.locator('#root')).toBeHidden();
  const printed = await list.form.evaluate((dialog) => {
    const { color, overflow } = getComputedStyle(dialog);
    const around = getComputedStyle(document.documentElement).backgroundColor;
    return { color, overflow, around, isWhole: document.documentElement.scrollHeight >= dialog.scrollHeight && dialog.clientHeight > 200 };
  });
  // Dark text on white, though the screen is dark.
  expect(printed).toEqual({ color: 'rgb(25, 33, 37)', overflow: 'visible', around: 'rgb(255, 255, 255)', isWhole: true });
});

test('Download Submissions saves the table of the chosen form; without a connection it says so', async ({ signedInProfile }) => {
  const profile = await signedInProfile();
  const { page } = profile;
  const list = open(page, seededSite);
  await list.open();
  await choose(page, 'newsletter');
  const saved = page.waitForEvent('download');
  await download(page).click();
  const file = await saved;
  const name = file.suggestedFilename();
  expect(name).toMatch(/^submissions-\d+\.csv$/u);
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines[0]).toBe('\u{feff}"ID","Created At","Name","Email","Message"');
  expect(lines).toHaveLength(9);
  await toasts(page).expect('Downloaded', `${name} has been downloaded.`);
  await loseConnection(profile);
  await expect(download(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(download(page)).toHaveAttribute('title', 'Download Submissions needs a connection.');
});

test('one is added by its name, and neither changed nor deleted', async ({ signedInProfile, site, api }) => {
  const { page } = await signedInProfile();
  const list = open(page, site.id);
  await list.open();
  await expect(page.getByText('No submissions yet')).toBeVisible();
  await list.createNew.click();
  await expect(page).toHaveURL(list.address('/new'));
  await expect(list.form.getByRole('heading', { name: 'Create New Submission' })).toBeVisible();
  await list.save.click();
  await expect(list.form.getByRole('link', { name: 'Name is required.' })).toBeVisible();
  await list.fill({ Name: 'By phone' });
  const error = { code: 'validation_failed', message: 'Some values were not accepted.', fields: { name: 'Not this one.' } };
  await page.route('**/submissions', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 422, json: { error } }) : route.continue(),
  );
  await list.save.click();
  await expect(list.form.getByRole('link', { name: 'Not this one.' })).toBeVisible();
  await expect(list.field('Name')).toHaveValue('By phone');
  await page.unroute('**/submissions');
  await list.fill({ Name: 'By telephone' });
  await list.saved();
  await toasts(page).expect('Saved', 'The submission has been created.');
  await expect(list.link('By telephone')).toBeFocused();
  await expect(list.table.getByRole('checkbox')).toHaveCount(0);
  await list.choose('By telephone', 'View');
  await expect(list.form.getByRole('term')).toHaveText(['Name', 'Date']);
  expect(await stored(api, site.id)).toEqual(['By telephone']);
});

test('offline: opened where it never was, added, viewed, and sent once there is a connection', async ({ signedInProfile, site, api }) => {
  await api.call('POST', `/websites/${site.id}/submissions`, { name: 'Before' });
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page, context } = profile;
  await page.goto(`/website/${site.id}/marketing/social`);
  await makeAvailableOffline(profile);
  await goOffline(profile);
  const list = open(page, site.id);
  await list.open();
  await expect(list.names).toHaveText(['Before']);
  await list.createNew.click();
  await list.fill({ Name: 'Mine' });
  await list.saved();
  await toasts(page).expect('Saved on this device', 'It will be sent when you are back online.');
  await expect(list.names).toHaveText(['Mine', 'Before']);
  await list.choose('Mine', 'View');
  await expect(page).toHaveURL(list.address('/local:[\\w-]+'));
  await expect(list.form.getByRole('definition')).toHaveText(['Mine']);
  await page.reload();
  await expect(list.form.getByRole('definition')).toHaveText(['Mine']);
  await context.setOffline(false);
  await expect(page).toHaveURL(list.address('/\\d+'));
  await expect(list.form.getByRole('term')).toHaveText(['Name', 'Date']);
  await list.form.getByRole('button', { name: 'Close' }).click();
  await expect(list.names).toHaveText(['Mine', 'Before']);
  await shell(page).expectStatus('Saved');
  expect(await stored(api, site.id)).toEqual(['Before', 'Mine']);
});
