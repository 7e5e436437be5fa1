import { readFile } from 'node:fs/promises';
import { expect } from 'playwright/test';
import * as v from 'valibot';
import { formDetailsSchema } from '#contract/entities/form-details.ts';
import { primaryDomain } from '#contract/entities/website.ts';
import { limits } from '#contract/limits.ts';
import { forms } from '#contract/resources/forms.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Api } from '../support/api.ts';
import { holdScript } from '../support/held-script.ts';
import { formBuilder } from './models/form-builder.ts';
import { recordsPage } from './models/records-page.ts';
import { goOffline } from './support/console.ts';
import { test } from './support/fixtures.ts';

/** A website of the seed, with a form that was sent over several weeks. */
const seededSite = '1';

const listed = v.object({ data: v.array(v.looseObject({ id: v.string() })) });

const fields = [
  { type: 'text', key: 'name', label: 'Your name', required: true },
  { type: 'email', key: 'email', label: 'Email' },
] as const;

const newForm = (api: Api, websiteId: string, name: string): Promise<string> =>
  api.create(`/websites/${websiteId}/forms`, { definition: { name, label: 'Open day', fields } });

const choose = (api: Api, websiteId: string, settings: readonly JsonObject[]) =>
  api.call('POST', `/websites/${websiteId}/settings/update`, { data: { settings } });

test('a form at a glance: its submissions by week, its actions, and links', async ({ signedInProfile, api }) => {
  const [form] = v.parse(listed, await (await api.call('GET', `/websites/${seededSite}/forms?q=rental-application`)).json()).data;
  const id = form?.id ?? '';
  const { page } = await signedInProfile();
  // The seed's submissions are as old as the demo: the server counts, in its own tests, and this draws.
  await page.route(`**/forms/${id}/details?*`, async (route) => {
    expect(new URL(route.request().url()).searchParams.get('time_zone')).not.toBeNull();
    const { data } = v.parse(v.object({ data: formDetailsSchema }), await (await route.fetch()).json());
    const weeks = (data.submissions_by_week ?? []).map((week, at) => ({ ...week, submissions: at % 5 }));
    await route.fulfill({ json: { data: { ...data, submissions_by_week: weeks } } });
  });
  const list = recordsPage(page, forms, seededSite);
  await list.open('?q=rental');
  const code = await holdScript(page, 'record-details');
  await list.choose('rental-application', 'Details');
  await expect(page).toHaveURL(new RegExp(`/forms/details/${id}`, 'u'));
  // There is a skeleton while the page's code loads too.
  await expect(page.getByRole('status', { name: 'Loading Form Details' })).toBeVisible();
  code.release();
  await expect(page.getByRole('heading', { level: 1, name: 'Form Details' })).toBeFocused();
  const chart = page.getByRole('figure');
  await expect(chart).toContainText(`50 submissions in the last ${limits.weeksListed} weeks. The most in one week was 4, from`);
  await expect(chart).toContainText('24 submissions in all.');
  await page.getByText('Show as a table').click();
  await expect(chart.getByRole('cell')).toHaveText(Array.from({ length: limits.weeksListed }, (_, at) => String(at % 5)));
  await expect(chart.getByRole('rowheader').last()).toHaveText(/^Week of \d+ \w+ \d{4}$/u);

  await expect(page.getByRole('table', { name: 'Fields' }).getByRole('row', { name: /^Full name/u })).toContainText('Text field');
  await expect(page.getByRole('table', { name: 'Actions' }).getByRole('rowheader')).toHaveText([
    'Tell the rentals team',
    'Tell the landlords',
    'Thank the applicant',
    'Lead to the homes for rent instead',
  ]);
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Submissions' }).click();
  expect(await readFile((await (await started).path()) ?? '', 'utf8')).toContain('Which home is it about?');
  await page.getByRole('main').getByRole('link', { name: 'Submissions' }).click();
  await expect(page).toHaveURL(new RegExp(`/submissions\\?form_id=${id}$`, 'u'));
  await page.goBack();
  await page.getByRole('link', { name: 'Tell the landlords' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit Action' })).toBeVisible();
  // Going back asked for the details once more.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('where a form is used, on its details and in the question before its delete, which the server refuses', async ({
  signedInProfile,
  site,
  api,
}) => {
  const id = await newForm(api, site.id, 'in-use');
  await choose(api, site.id, [
    { key: 'newsletter', value: [id], category: 'form', type: null },
    { key: 'footer_form', value: [id], category: 'style', type: 'form' },
  ]);
  const popupId = await api.create(`/websites/${site.id}/popups`, { name: 'Spring', title: 'Spring sale', form_id: id });
  const { page } = await signedInProfile();
  await page.goto(`/website/${site.id}/forms/edit/${id}`);
  await page.getByRole('link', { name: 'Form Details' }).click();
  const uses = page.getByRole('region', { name: 'Where it is used' });
  await expect(uses.getByRole('link')).toHaveText(['Footer Settings: Form', 'Form Settings: Newsletter', 'Popup: Spring']);
  await expect(page.getByText('Nobody has sent this form yet.')).toBeVisible();
  await uses.getByRole('link', { name: 'Popup: Spring' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit Popup' })).toBeVisible();

  const list = recordsPage(page, forms, site.id);
  await list.open();
  await list.choose('in-use', 'Delete…');
  await expect(list.question).toContainText('It is used in “Footer Settings: Form” and “Form Settings: Newsletter”.');
  await expect(list.question).toContainText('1 popup names it: Spring.');
  await list.question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(list.question.getByRole('alert')).toContainText('This form is in use by the popup “Spring”. Take it out there first.');
  await list.question.getByRole('button', { name: 'Cancel' }).click();
  await expect(list.row('in-use')).toBeVisible();
  await api.call('DELETE', `/websites/${site.id}/popups/${popupId}`);
  await list.delete('in-use');
  await expect(page.getByText('No forms yet')).toBeVisible();
  expect(await api.setting(site.id, 'form', 'newsletter')).toBeNull();
});

test('details open offline as this device last had them, and of a form that was made offline', async ({ signedInProfile, site, api }) => {
  const id = await newForm(api, site.id, 'seen');
  await choose(api, site.id, [{ key: 'enquiry', value: [id], category: 'form', type: null }]);
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page } = profile;
  await page.goto(`/website/${site.id}/forms/details/${id}`);
  await expect(page.getByRole('link', { name: 'Form Settings: Enquiry' })).toBeVisible();
  const builder = formBuilder(page, site.id);
  await page.goto(`/website/${site.id}/forms/new`);
  await expect(builder.form).toBeVisible();
  await goOffline(profile);
  await page.getByLabel('Form Name', { exact: true }).fill('here alone');
  await builder.type('Email').click();
  await page.getByRole('button', { name: 'Save Create New Form', exact: true }).click();
  await page.getByRole('link', { name: 'Form Details' }).click();
  await expect(page).toHaveURL(/forms\/details\/local/u);
  await expect(page.getByText('Nobody has sent this form yet.')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Fields' })).toContainText('Email');
  await page.goto(`/website/${site.id}/forms/details/${id}`);
  await expect(page.getByText(/^You are offline\. This is what this device has, as of /u)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Form Settings: Enquiry' })).toBeVisible();
});

test('another key of a field that submissions have values under warns with their number', async ({ signedInProfile, site, api, app }) => {
  const id = await newForm(api, site.id, 'sent');
  const body = new URLSearchParams({ name: 'Ada', email: 'ada@example.com' });
  const sent = await fetch(`${app.origin}/sites/${primaryDomain(site)}/forms/${id}`, { method: 'POST', body });
  expect(sent.ok).toBe(true);
  const { page } = await signedInProfile({ viewport: { width: 1440, height: 1000 } });
  const builder = formBuilder(page, site.id);
  await builder.open(id);
  await builder.edit('Email').click();
  const warning = page.getByText('1 submission has a value under “email”. What is sent under “mail” is kept apart from that.');
  await expect(warning).toBeHidden();
  await builder.control('Key').fill('mail');
  await expect(warning).toBeVisible();
  await builder.control('Key').fill('email');
  await expect(warning).toBeHidden();
});
