import { expect, type Page } from 'playwright/test';
import * as v from 'valibot';
import { formActions } from '#contract/resources/form-actions.ts';
import type { Api } from '../support/api.ts';
import { recordsPage } from './models/records-page.ts';
import { toasts } from './models/toasts.ts';
import { goOffline } from './support/console.ts';
import { test } from './support/fixtures.ts';

const read = v.object({ data: v.object({ definition: v.looseObject({}) }) });
const fields = [
  { type: 'text', key: 'name', label: 'Your name' },
  { type: 'email', key: 'email', label: 'Email' },
  { type: 'email', key: 'work_email', label: 'Work email' },
] as const;

const newForm = (api: Api, websiteId: string, name: string): Promise<string> =>
  api.create(`/websites/${websiteId}/forms`, { definition: { name, fields } });

async function stored(api: Api, websiteId: string, formId: string) {
  const answer = await api.call('GET', `/websites/${websiteId}/forms/${formId}/actions`);
  return v.parse(v.object({ data: v.array(formActions.schema) }), await answer.json()).data;
}

const picker = (page: Page) => page.getByRole('combobox', { name: 'Search the fields of this form' });
/** Which Enter would choose. The fields are read when the list opens. */
const marked = (page: Page, name: string) =>
  expect(page.getByRole('option', { name }).and(page.locator('[data-highlighted]'))).toBeVisible();

test('tags of the form’s fields are put in at the cursor by the keyboard, and the reply address is one of its email fields', async ({
  signedInProfile,
  site,
  api,
}) => {
  const id = await newForm(api, site.id, 'tagged');
  const { page } = await signedInProfile();
  await page.goto(`/website/${site.id}/forms/edit/${id}/action/new`);
  const dialog = page.getByRole('dialog', { name: 'Create Action' });
  await dialog.getByRole('textbox', { name: 'Action name' }).fill('Tell us');
  await dialog.getByRole('textbox', { name: 'To email', exact: true }).fill('us@agency.example');

  const subject = dialog.getByRole('textbox', { name: 'Subject' });
  await subject.fill('From , today');
  await subject.press('Home');
  for (let at = 0; at < 'From '.length; at += 1) await subject.press('ArrowRight');
  await subject.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Insert a field: Subject' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(picker(page)).toBeFocused();
  await marked(page, 'Your name');
  await page.keyboard.press('Enter');
  await expect(subject).toBeFocused();
  await page.keyboard.type('!');
  await expect(subject).toHaveValue('From {{name}}!, today');

  const message = dialog.getByRole('textbox', { name: 'Email message' });
  await message.click();
  await page.keyboard.type('Write to {{');
  await expect(picker(page)).toBeFocused();
  await page.keyboard.type('work');
  await marked(page, 'Work email');
  await page.keyboard.press('Enter');
  await expect(message).toBeFocused();
  await page.keyboard.type('.');
  await expect(message).toHaveValue('Write to {{work_email}}.');

  const reply = dialog.getByRole('textbox', { name: 'Reply To Email' });
  await reply.fill('{{name}}');
  await reply.blur();
  await expect(dialog.getByText('“Your name” is not an email field. Choose one that is, or enter an address.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save Action' }).click();
  await expect(dialog.getByRole('link', { name: /“Your name” is not an email field/u })).toBeVisible();
  await expect(reply).toHaveValue('{{name}}');
  await reply.fill('somebody@');
  await dialog.getByRole('button', { name: 'Choose an email field: Reply To Email' }).click();
  await expect(page.getByRole('option')).toHaveText([/^Email/u, /^Work email/u]);
  await page.keyboard.press('ArrowDown');
  await marked(page, 'Work email');
  await page.keyboard.press('Enter');
  await expect(reply).toHaveValue('{{work_email}}');

  const unknown = dialog.getByText('No field of this form has the key “nam”: nothing will stand there.');
  await subject.fill('From {{nam}}');
  await expect(unknown).toBeVisible();
  await subject.fill('From {{name}}');
  await expect(unknown).toBeHidden();
  await dialog.getByRole('button', { name: 'Save Action' }).click();
  await expect(dialog).toBeHidden();
  expect(await stored(api, site.id, id)).toMatchObject([
    { email_subject: 'From {{name}}', email_message: 'Write to {{work_email}}.', email_reply_to: '{{work_email}}' },
  ]);
});

test('moved up and down, the order is the server’s; the delete of one that is refused stays in its question', async ({
  signedInProfile,
  site,
  api,
}) => {
  const id = await newForm(api, site.id, 'ordered');
  for (const name of ['First', 'Second', 'Third'])
    await api.create(`/websites/${site.id}/forms/${id}/actions`, { name, type: 'success', success_message: name });
  const { page } = await signedInProfile();
  await page.goto(`/website/${site.id}/forms/edit/${id}/action`);
  const list = recordsPage(page, formActions, site.id);
  await expect(list.names).toHaveText(['First', 'Second', 'Third']);
  await expect(page.getByRole('main').getByText('ordered', { exact: true })).toBeVisible();
  await list.choose('Third', 'Move up');
  await expect(list.names).toHaveText(['First', 'Third', 'Second']);
  await list.choose('First', 'Move down');
  await expect(list.names).toHaveText(['Third', 'First', 'Second']);
  await list.row('Third').getByRole('button', { name: 'More for Third' }).click();
  await expect(page.getByRole('menuitem', { name: 'Move up' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await stored(api, site.id, id)).map(({ name }) => name)).toEqual(['Third', 'First', 'Second']);

  const error = { code: 'forbidden', message: 'Somebody is looking at it.' };
  await page.route('**/api/actions/*', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 403, json: { error } }) : route.fallback(),
  );
  await list.choose('Second', 'Delete…');
  await expect(list.question).toContainText('Are you sure you want to delete this action?');
  await list.question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(list.question.getByRole('alert')).toContainText('Somebody is looking at it.');
  await page.unroute('**/api/actions/*');
  await list.question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(list.names).toHaveText(['Third', 'First']);
});

test('a conflict on the page of a form is decided at its field', async ({ signedInProfile, site, api }) => {
  const id = await newForm(api, site.id, 'contested');
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page, context } = profile;
  await page.goto(`/website/${site.id}/forms/edit/${id}`);
  const label = page.getByRole('textbox', { name: 'Form Label / Title' });
  await expect(label).toBeVisible();
  await goOffline(profile);
  await label.fill('Mine');
  await page.keyboard.press('ControlOrMeta+s');
  await toasts(page).expect('Saved on this device', 'It will be sent when you are back online.');
  await api.call('PATCH', `/websites/${site.id}/forms/${id}`, { definition: { label: 'Theirs', description: 'New' } });
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Choose which to keep for Form Label / Title' }).click();
  const choice = page.getByRole('group', { name: /changed this too|Choose which to keep/u });
  await choice.getByText('Mine').click();
  await choice.getByRole('button', { name: 'Keep this' }).click();
  await expect(choice).toBeHidden();
  const definition = async () => v.parse(read, await (await api.call('GET', `/websites/${site.id}/forms/${id}`)).json()).data.definition;
  await expect.poll(definition).toMatchObject({ label: 'Mine', description: 'New' });
  await expect(page.getByRole('textbox', { name: 'Form Description' })).toHaveValue('New');
});
