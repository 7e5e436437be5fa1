import type { Page } from 'playwright';
import * as v from 'valibot';
import type { Field } from '#contract/fields/field.ts';
import { maxLengthOf } from '#contract/fields/index.ts';
import type { FramedApp } from '#contract/frames/screens.ts';
import type { RecordDetailsDefinition } from '#contract/resources/details.ts';

const listSchema = v.object({ data: v.array(v.unknown()), pagination: v.looseObject({ total: v.number() }) });

const framesOf: Readonly<Record<FramedApp, string>> = { cms: '**/cms/**', adminApp: '**/admin-app/**' };

/** An empty list. */
export async function answerEmpty(page: Page, address: string): Promise<void> {
  const body = { data: [], pagination: { page: 0, per_page: 25, total: 0, last_page: 0 } };
  await page.route(address, (route) => (route.request().method() === 'GET' ? route.fulfill({ json: body }) : route.fallback()));
}

/** The details of a record that nothing uses. */
export async function answerUnused(page: Page, address: string, { ofNew }: RecordDetailsDefinition): Promise<void> {
  await page.route(address, (route) => route.fulfill({ json: { data: ofNew } }));
}

/** A list that the server can't read. */
export async function failReading(page: Page, address: string): Promise<void> {
  const error = { code: 'internal_error', message: 'Something went wrong on the server.' };
  await page.route(address, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: 500, json: { error } }) : route.fallback(),
  );
}

/** A server that does not answer. */
export async function holdReading(page: Page, address: string): Promise<void> {
  await page.route(address, (route) => (route.request().method() === 'GET' ? undefined : route.fallback()));
}

/** An application of framed pages that is not there. */
export async function failProbing(page: Page, app: FramedApp): Promise<void> {
  await page.route(framesOf[app], (route) => (route.request().method() === 'HEAD' ? route.fulfill({ status: 502 }) : route.continue()));
}

/** One that does not answer. */
export async function holdProbing(page: Page, app: FramedApp): Promise<void> {
  await page.route(framesOf[app], (route) => (route.request().method() === 'HEAD' ? undefined : route.continue()));
}

/** The server refuses a save and names the field. */
export async function refuseSave(page: Page, key: string, address = '**/api/websites/*/settings/update'): Promise<void> {
  const message = 'Please check the marked fields.';
  const error = {
    code: 'validation_failed',
    message,
    display_message: message,
    fields: { [key]: 'The server does not accept this value.' },
  };
  await page.route(address, (route) => route.fulfill({ status: 422, json: { error } }));
}

/** The field in which a picture shows an error: a text field if possible, else one to click, else a list. */
export function breakableField(fields: readonly Field[]): Field | undefined {
  return (
    fields.find((field) => !field.secret && maxLengthOf(field) !== null) ??
    fields.find((field) => field.kind === 'checkbox') ??
    fields.find((field) => field.kind === 'menu' || field.kind === 'form' || field.kind === 'select')
  );
}

/** Changes a field of a settings screen and saves; a link gets an invalid value. */
export async function breakField(page: Page, field: Field): Promise<void> {
  const place = page.locator(`main [data-field="${field.key}"]`);
  if (field.kind === 'checkbox') {
    await place.getByText(field.label).click();
  } else if (field.kind === 'menu' || field.kind === 'form' || field.kind === 'select') {
    await place.getByRole('combobox').click();
    await page.getByRole('option', { selected: false }).last().click();
  } else if (field.kind === 'code') {
    // The editor itself: the plain box that stands in for it would be replaced between the click and the key.
    await place.locator('.cm-content').first().click();
    await page.keyboard.type(' ');
  } else {
    await place
      .locator('input, textarea')
      .first()
      .fill(field.kind === 'url' ? 'not a link' : field.kind === 'text' && field.digits ? '31' : 'Changed for this picture');
  }
  await page
    .getByRole('button', { name: /^Save / })
    .first()
    .click();
  await page.locator('main [aria-invalid="true"], main [role="alert"]').first().waitFor();
}

export async function submitEmpty(page: Page, button: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: button }).first().click();
  await page.locator('[aria-invalid="true"]').first().waitFor();
}

/** The dialog Add New Block, saved without a choice. */
export async function addNothing(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add Block', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('[aria-invalid="true"]').first().waitFor();
}

/** The confirmation before a block is deleted. */
export async function askToDelete(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${label}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('alertdialog').waitFor();
}

/** The list of sessions with one more session of the user. */
export async function showAnotherSession(page: Page): Promise<void> {
  await page.route('**/api/user/sessions?*', async (route) => {
    const answer = await route.fetch();
    const body = v.parse(listSchema, await answer.json());
    const another = { id: 'another', current: false, user_agent: null, address: '192.0.2.7', last_seen_at: null };
    await route.fulfill({ json: { data: [...body.data, another], pagination: { ...body.pagination, total: body.pagination.total + 1 } } });
  });
}

/** The confirmation before all other sessions are ended. */
export async function askToSignOutOthers(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out all others', exact: true }).click();
  await page.getByRole('alertdialog').waitFor();
}

/** An account that can store nothing more. */
export async function fillStorage(page: Page): Promise<void> {
  const data = { bytes: 2_000_000_000, bytes_allowed: 2_000_000_000, files: 312, files_allowed: 20_000 };
  await page.route('**/api/account/usage', (route) => route.fulfill({ json: { data } }));
}

/** The list of files as if none were in use, so that each can be deleted; the server then refuses to delete the first one. */
export async function showUnused(page: Page): Promise<void> {
  await page.route('**/api/websites/*/files?*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll(/"used_in":\[.*?\],/gu, '"used_in":[],') });
  });
  const error = { code: 'conflict', message: 'This file is in use: Company Branding. Take it out there, then delete it.' };
  await page.route('**/api/websites/*/files/*', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 409, json: { error } }) : route.fallback(),
  );
}

/** The server refuses to delete a file, because it is in use. */
export async function askToDeleteFile(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete File' }).click();
  await page.getByRole('alertdialog').getByRole('alert').waitFor();
}

/** The Edit SEO dialog, saved with an invalid address. */
export async function breakSeo(page: Page): Promise<void> {
  const form = page.getByRole('dialog');
  await form.getByLabel('Canonical Url', { exact: true }).fill('no address');
  await form.getByRole('button', { name: /^Save / }).click();
  await form.locator('[aria-invalid="true"]').first().waitFor();
}

/** The confirmation before several records are deleted. */
export async function askToDeleteRecords(page: Page): Promise<void> {
  for (const row of [1, 2, 3]) await page.getByRole('checkbox').nth(row).check();
  await page.getByRole('button', { name: /^Delete \d+…$/ }).click();
  await page.getByRole('alertdialog').waitFor();
}

/** A list in which one record was created, one changed and one deleted without a connection; two more are selected. */
export async function changeOffline(page: Page): Promise<void> {
  const form = page.getByRole('dialog');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Sync status: Offline' }).waitFor();
  await page.getByRole('link', { name: 'Create New', exact: true }).click();
  await form.getByRole('textbox', { name: 'From' }).fill('/summer-open-homes');
  await form.getByRole('textbox', { name: 'To' }).fill('/listings/open-homes?season=summer');
  await form.getByRole('button', { name: /^Save / }).click();
  await form.waitFor({ state: 'hidden' });
  await page.getByRole('rowheader').nth(2).getByRole('link').click();
  await form.getByRole('textbox', { name: 'To' }).fill('/contact-us');
  await form.getByRole('button', { name: /^Save / }).click();
  await form.waitFor({ state: 'hidden' });
  await page
    .getByRole('button', { name: /^More for / })
    .nth(4)
    .click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
  for (const row of [4, 6]) await page.getByRole('checkbox').nth(row).check();
}
