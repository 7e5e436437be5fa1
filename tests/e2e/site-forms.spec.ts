import { readFile } from 'node:fs/promises';
import { expect, type Page } from 'playwright/test';
import * as v from 'valibot';
import { primaryDomain } from '#contract/entities/website.ts';
import { submissions } from '#contract/resources/submissions.ts';
import { demoWebsites } from '../support/accounts.ts';
import type { Api } from '../support/api.ts';
import { violationsOn } from '../support/axe.ts';
import { recordsPage } from './models/records-page.ts';
import { test, onOwnServer } from './support/fixtures.ts';
import { mailsIn } from './support/mails.ts';

// Other tests count the submissions of the demo's own websites.
onOwnServer('site-forms');

const submissionsSchema = v.object({ data: v.array(v.object({ fields: v.record(v.string(), v.unknown()) })) });

async function siteOf(api: Api, websiteId: string): Promise<string> {
  const website = (await api.websites()).find(({ id }) => id === websiteId);
  if (!website) throw new Error(`There is no website ${websiteId}`);
  return `/sites/${primaryDomain(website)}`;
}

async function contactOf(api: Api, websiteId: string): Promise<string> {
  const contact = (await api.choices(websiteId, 'forms')).find(({ label }) => label === 'contact (Contact us)');
  if (!contact) throw new Error('The website has no contact form.');
  return contact.id;
}

/** What visitors have sent by a form under this name. */
async function sentBy(api: Api, websiteId: string, formId: string, name: string): Promise<readonly unknown[]> {
  const answer = await api.call('GET', `/websites/${websiteId}/submissions?form_id=${formId}&per_page=100`);
  return v
    .parse(submissionsSchema, await answer.json())
    .data.map(({ fields }) => fields)
    .filter((fields) => fields['name'] === name);
}

const main = (page: Page) => page.getByRole('main');
const send = (page: Page) => main(page).getByRole('button', { name: 'Send' });

for (const [theme, websiteId] of Object.entries(demoWebsites)) {
  for (const javaScriptEnabled of [true, false]) {
    test(`${theme}, ${javaScriptEnabled ? 'with' : 'without'} JavaScript: a form is refused with what was typed, mended, and taken once`, async ({
      browser,
      app,
      api,
    }) => {
      const context = await browser.newContext({ baseURL: app.origin, javaScriptEnabled });
      const page = await context.newPage();
      const [site, formId] = [await siteOf(api, websiteId), await contactOf(api, websiteId)];
      const name = `Ada ${theme} ${javaScriptEnabled}`;
      await page.goto(`${site}/forms/${formId}`);
      await expect(main(page).getByRole('textbox')).toHaveCount(3);
      await main(page).getByLabel('Name (required)').fill(name);
      await main(page).getByLabel('Email (required)').fill('nobody');
      await send(page).click();
      const summary = main(page).getByRole('alert');
      await expect(summary).toContainText('There is a problem');
      await expect(summary).toBeFocused();
      await expect(page).toHaveTitle(/^Error: Contact us/u);
      if (javaScriptEnabled) expect(await violationsOn(page, { rules: 'standard' })).toEqual([]);
      await expect(main(page).getByLabel('Name (required)')).toHaveValue(name);
      const email = main(page).getByLabel('Email (required)');
      await expect(email).toHaveAccessibleDescription('Email must be an email address, such as name@example.com.');
      await summary.getByRole('link', { name: 'Email must be an email address' }).click();
      await expect(email).toBeFocused();
      await email.fill('ada@example.com');
      await send(page).dblclick();
      await expect(main(page).getByRole('heading', { name: 'Thank you' })).toBeVisible();
      if (javaScriptEnabled) expect(await violationsOn(page, { rules: 'standard' })).toEqual([]);
      expect(await sentBy(api, websiteId, formId, name)).toEqual([{ name, email: 'ada@example.com', message: null }]);
      await context.close();
    });
  }
}

const fields = [
  { type: 'heading', label: 'About you' },
  { type: 'paragraph', content: 'We answer within a day.' },
  { type: 'text', key: 'name', label: 'Your name', required: true, width: 'half' },
  { type: 'email', key: 'email', label: 'Email', required: true, width: 'half' },
  { type: 'phone', key: 'phone', label: 'Phone' },
  { type: 'url', key: 'link', label: 'Your listing' },
  { type: 'columns' },
  { type: 'number', key: 'rooms', label: 'Bedrooms' },
  { type: 'date', key: 'day', label: 'Day' },
  { type: 'select', key: 'suburb', label: 'Suburb', values: ['Manly', 'Mosman'] },
  { type: 'radio', key: 'when', label: 'When', values: ['Now', 'Later'], required: true },
  { type: 'checkboxes', key: 'kinds', label: 'Kinds', values: ['House', 'Unit'] },
  { type: 'checkbox', key: 'terms', label: 'I agree', required: true },
  { type: 'textarea', key: 'message', label: 'Message' },
].map((field) => Object.fromEntries(Object.entries(field)));

test('a form with every kind of field: its submission is mailed, viewed and downloaded', async ({ browser, app, api, signedInProfile }) => {
  const websiteId = demoWebsites.versatile;
  const formId = await api.create(`/websites/${websiteId}/forms`, { definition: { name: 'every-kind', label: 'Every kind', fields } });
  const mail = {
    email_to: 'office@example.com',
    email_reply_to: '{{email}}',
    email_subject: 'From {{name}}',
    include_submission_data: true,
  };
  const actions = `/websites/${websiteId}/forms/${formId}/actions`;
  await api.create(actions, { name: 'Notify', type: 'email', ...mail });
  await api.create(actions, { name: 'Thanks', type: 'success', success_message: 'We will call you.' });

  const visitor = await (await browser.newContext({ baseURL: app.origin, javaScriptEnabled: false })).newPage();
  await visitor.goto(`${await siteOf(api, websiteId)}/forms/${formId}`);
  const form = main(visitor);
  await form.getByLabel('Your name (required)').fill('Ada Every');
  await form.getByLabel('Email (required)').fill('ada@example.com');
  await form.getByLabel('Bedrooms').fill('3');
  await form.getByLabel('Day').fill('2026-05-04');
  await form.getByLabel('Suburb').selectOption('Mosman');
  await form.getByRole('radiogroup', { name: 'When (required)' }).getByLabel('Later').check();
  await form.getByRole('group', { name: 'Kinds' }).getByLabel('Unit').check();
  await form.getByLabel('I agree (required)').check();
  await form.getByLabel('Message').fill('One\nTwo');
  await send(visitor).click();
  await expect(form).toContainText('We will call you.');
  await visitor.context().close();

  const mails = () => mailsIn(app.dataDir).filter((text) => text.includes('To: office@example.com'));
  await expect.poll(mails).toHaveLength(1);
  for (const part of ['Subject: From Ada Every', 'Reply-To: ada@example.com', 'Kinds: Unit', 'I agree: Yes'])
    expect(mails()[0]).toContain(part);

  const { page } = await signedInProfile();
  const list = recordsPage(page, submissions, websiteId);
  await list.open(`?form_id=${formId}`);
  await list.choose('every-kind', 'View');
  await expect(list.form.getByRole('term')).toHaveText([
    ...['Your name', 'Email', 'Phone', 'Your listing', 'Bedrooms', 'Day', 'Suburb', 'When', 'Kinds', 'I agree', 'Message'],
    ...['Date', 'Action: Notify'],
  ]);
  await expect(list.form.getByRole('definition').last()).toHaveText('Sent');
  await list.form.getByRole('button', { name: 'Close' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Submissions' }).click();
  const lines = (await readFile(await (await saved).path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('"Ada Every","ada@example.com","","","3","2026-05-04","Mosman","Later","Unit","Yes","One\nTwo"');
});
