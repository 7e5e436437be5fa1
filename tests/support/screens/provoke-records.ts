import type { Page } from 'playwright';
import type { Field } from '#contract/fields/field.ts';
import type { RecordCall, ResourceDefinition } from '#contract/resources/define.ts';
import { namedBy, sampleRecord } from '#contract/testing/sample-record.ts';
import { saveName } from '../save-name.ts';

/** The addresses of a call, as `page.route` takes them. */
export const addressesOf = ({ path }: RecordCall, query: '' | '?*' = ''): string => `**/api${path.replaceAll(/\{\w+\}/gu, '*')}${query}`;

/** The server refuses changes of a record, and names the field. */
export async function refuseChange(page: Page, resource: ResourceDefinition): Promise<void> {
  const { update } = resource.calls;
  if (!update) return;
  const message = 'Please check the marked fields.';
  const fields = { [namedBy(resource)]: 'The server does not accept this value.' };
  await page.route(addressesOf(update), (route) =>
    route.request().method() === update.method
      ? route.fulfill({ status: 422, json: { error: { code: 'validation_failed', message, fields } } })
      : route.fallback(),
  );
}

/** The form of a record: its name is changed and saved, and the server refuses that. */
export async function saveChange(page: Page, resource: ResourceDefinition): Promise<void> {
  const key = namedBy(resource);
  await formOf(page, resource)
    .locator(`[data-field="${key}"] :is(input, textarea)`)
    .first()
    .fill(String(sampleRecord(resource, 'changed')[key] ?? ''));
  await save(page, resource, resource.labels.edit ?? '');
}

/** The empty form of a new record, saved. */
export const saveNew = (page: Page, resource: ResourceDefinition): Promise<void> => save(page, resource, resource.labels.create);

const formOf = (page: Page, { form }: ResourceDefinition) => page.getByRole(form?.page ? 'main' : 'dialog');

/** `title`: of the form's page, where it has one. */
async function save(page: Page, resource: ResourceDefinition, title: string): Promise<void> {
  const form = formOf(page, resource);
  await form
    .getByRole('button', { name: saveName(resource, title), exact: true })
    .first()
    .click();
  await form.locator('[aria-invalid="true"]').first().waitFor();
}

/** The question before the first record that can be deleted is deleted; the server refuses it. */
export async function refuseDelete(page: Page, { calls: { remove } }: ResourceDefinition): Promise<void> {
  if (!remove) return;
  const error = { code: 'forbidden', message: 'Something else needs it. Change that first.' };
  await page.route(addressesOf(remove), (route) =>
    route.request().method() === remove.method ? route.fulfill({ status: 403, json: { error } }) : route.fallback(),
  );
}

export async function askToDeleteRecord(page: Page): Promise<void> {
  const menus = page.getByRole('button', { name: /^More for / });
  const item = page.getByRole('menuitem', { name: 'Delete…' });
  for (let row = 0; row < (await menus.count()); row += 1) {
    await menus.nth(row).click();
    await item.waitFor();
    if ((await item.getAttribute('aria-disabled')) !== 'true') break;
    await page.keyboard.press('Escape');
    await item.waitFor({ state: 'hidden' });
  }
  await item.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('alert').waitFor();
}

/** The last choice of a filter above the list. */
export async function chooseInFilter(page: Page, label: string): Promise<void> {
  await page.getByRole('main').getByRole('combobox', { name: label }).click();
  await page.getByRole('option').last().click();
  await page.getByRole('option').first().waitFor({ state: 'hidden' });
}

/** Chooses an option of a field on which it depends what else the form asks for. */
export async function chooseInForm(page: Page, { kind, label }: Field, option: string): Promise<void> {
  const form = page.getByRole('dialog').last();
  if (kind === 'radio') return form.getByRole('radio', { name: option, exact: true }).check();
  await form.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
  await page.getByRole('option').first().waitFor({ state: 'hidden' });
}

/** The dialog of a new item, over that of a record; without what it needs, it is not accepted. */
export async function openItem(page: Page, add: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: add }).click();
  await page.getByRole('dialog', { name: add }).waitFor();
}

export async function acceptNoItem(page: Page, add: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: add });
  await dialog.getByRole('button', { name: add }).click();
  await dialog.locator('[aria-invalid="true"]').first().waitFor();
}
