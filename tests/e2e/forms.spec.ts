import { expect } from 'playwright/test';
import * as v from 'valibot';
import { forms } from '#contract/resources/forms.ts';
import { recordsPage } from './models/records-page.ts';
import { goOffline } from './support/console.ts';
import { test } from './support/fixtures.ts';

const stored = v.object({ data: v.array(v.looseObject({ id: v.string() })) });

test('offline, a form with an action is created from nothing, and sent in order after a reload', async ({ signedInProfile, site, api }) => {
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page, context } = profile;
  const list = recordsPage(page, forms, site.id);
  await list.open();
  await goOffline(profile);
  await list.createNew.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Create New Form' })).toBeVisible();
  await page.getByRole('tab', { name: 'Actions' }).click();
  await expect(page.getByText('Form must be created before actions can be added.')).toBeVisible();
  await page.getByRole('tab', { name: 'Build' }).click();
  await page.getByRole('button', { name: 'Text field' }).first().click();
  await page.getByRole('button', { name: 'Save Create New Form', exact: true }).click();
  await expect(page.getByText('Form Name is required.').first()).toBeVisible();

  await page.getByLabel('Form Name', { exact: true }).fill('Open day');
  await page.getByRole('button', { name: 'Save Create New Form', exact: true }).click();
  await expect(page).toHaveURL(/forms\/edit\/local/u);
  await page.getByRole('tab', { name: 'Actions' }).click();
  await page
    .getByRole('link', { name: /Create/u })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Create Action' });
  await dialog.getByRole('textbox', { name: 'Action name' }).fill('Tell us');
  await dialog.getByRole('textbox', { name: 'To email', exact: true }).fill('us@agency.example');
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('New: {{name}}');
  await dialog.getByRole('button', { name: 'Save Action action' }).click();
  await expect(page.getByRole('table', { name: 'Actions' }).getByRole('row', { name: /Tell us/u })).toContainText('Email');
  await page.reload();
  await expect(page.getByRole('table', { name: 'Actions' }).getByRole('row', { name: /Tell us/u })).toBeVisible();

  await context.setOffline(false);
  await expect(page).toHaveURL(/forms\/edit\/\d+\/action/u);
  const read = async (path: string) => v.parse(stored, await (await api.call('GET', `/websites/${site.id}/${path}`)).json()).data;
  await expect.poll(async () => (await read('forms?q=Open day')).length).toBe(1);
  const [form] = await read('forms?q=Open day');
  await expect.poll(() => read(`forms/${form?.id}/actions`)).toMatchObject([{ name: 'Tell us', type: 'email', form_id: form?.id }]);
});
