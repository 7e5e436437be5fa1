import { expect } from 'playwright/test';
import * as v from 'valibot';
import { primaryDomain } from '#contract/entities/website.ts';
import { forms } from '#contract/resources/forms.ts';
import { popups } from '#contract/resources/popups.ts';
import { recordsPage } from './models/records-page.ts';
import { goOffline } from './support/console.ts';
import { test } from './support/fixtures.ts';

const stored = v.object({ data: v.array(v.looseObject({ id: v.string() })) });

test('offline, a form, its action and a popup that shows it are created from nothing, and sent in order after a reload', async ({
  signedInProfile,
  site,
  api,
}) => {
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page, context } = profile;
  const list = recordsPage(page, forms, site.id);
  await list.open();
  await goOffline(profile);
  await list.createNew.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Create New Form' })).toBeFocused();
  await page.getByRole('tab', { name: 'Build' }).press('ArrowRight');
  await expect(page.getByText('Form must be created before actions can be added.')).toBeVisible();
  await page.getByRole('tab', { name: 'Actions' }).press('ArrowLeft');
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByRole('link', { name: 'Fields: Add a field that visitors can fill in.' }).click();
  const problem = page.getByRole('group', { name: 'Fields' }).getByText('Add a field that visitors can fill in.');
  const topBar = (await page.getByRole('banner').boundingBox())?.height ?? 0;
  await expect.poll(async () => (await problem.boundingBox())?.y, 'below the top bar').toBeGreaterThan(topBar);
  await page.getByRole('button', { name: 'Text field' }).first().click();
  await page.getByRole('button', { name: 'Save Create New Form', exact: true }).click();
  await expect(page.getByText('Form Name is required.').first()).toBeVisible();

  await page.getByLabel('Form Name', { exact: true }).fill('Open day');
  await page.getByRole('button', { name: 'Save Create New Form', exact: true }).click();
  await expect(page).toHaveURL(/forms\/edit\/local/u);
  await page.getByRole('tab', { name: 'Actions' }).click();
  await page.getByRole('link', { name: 'Create Action' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Action' });
  await dialog.getByRole('textbox', { name: 'Action name' }).fill('Tell us');
  await dialog.getByRole('textbox', { name: 'To email', exact: true }).fill('us@agency.example');
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('New: ');
  await dialog.getByRole('button', { name: 'Insert a field: Subject' }).click();
  await page.getByRole('option', { name: /^Text field/u }).click();
  await expect(dialog.getByRole('textbox', { name: 'Subject' })).toHaveValue('New: {{text_field}}');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('table', { name: 'Actions' }).getByRole('row', { name: /Tell us/u })).toContainText('Email');
  await expect(page.getByText('The list could not be kept on this device.')).toHaveCount(0);
  const actions = page.url();

  const popup = recordsPage(page, popups, site.id);
  await popup.open('/new');
  await popup.fill({ Name: 'Come in', Title: 'Come to our open day', Content: '<p>Say when.</p>' });
  await popup.form.getByRole('combobox', { name: 'Form' }).click();
  await page.getByRole('option', { name: 'Open day', exact: true }).click();
  await popup.form.getByRole('button', { name: 'Add Trigger' }).click();
  const trigger = page.getByRole('dialog', { name: 'Add Trigger' });
  await trigger.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Button', exact: true }).click();
  await trigger.getByLabel('CSS Selector', { exact: true }).fill('.skip');
  await trigger.getByRole('button', { name: 'Add Trigger' }).click();
  await popup.saved();
  await page.goto(actions);
  await expect(page.getByRole('table', { name: 'Actions' }).getByRole('row', { name: /Tell us/u })).toBeVisible();

  const sent: string[] = [];
  context.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes(`/websites/${site.id}/`)) sent.push(new URL(request.url()).pathname);
  });
  await context.setOffline(false);
  await expect(page).toHaveURL(/forms\/edit\/\d+\/action/u);
  const read = async (path: string) => v.parse(stored, await (await api.call('GET', `/websites/${site.id}/${path}`)).json()).data;
  await expect.poll(() => read('popups')).toMatchObject([{ name: 'Come in', form_id: expect.stringMatching(/^\d+$/u) }]);
  const [form] = await read('forms?q=Open day');
  await expect
    .poll(() => read(`forms/${form?.id}/actions`))
    .toMatchObject([{ name: 'Tell us', email_subject: 'New: {{text_field}}', form_id: form?.id }]);
  expect(await read('popups')).toMatchObject([{ form_id: form?.id }]);
  expect(await read('forms?q=Open day')).toHaveLength(1);
  // Neither can be sent before the form has its id.
  expect(sent[0]).toMatch(/\/forms$/u);

  const visitor = await context.newPage();
  await visitor.goto(`/sites/${primaryDomain(site)}/`);
  await visitor.getByRole('link', { name: 'Skip to content' }).focus();
  await visitor.keyboard.press('Enter');
  const shown = visitor.getByRole('dialog', { name: 'Come to our open day' });
  await expect(shown.getByRole('textbox', { name: 'Text field' })).toBeVisible();
});
