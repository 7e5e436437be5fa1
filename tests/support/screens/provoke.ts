import type { Page } from 'playwright';
import type { Field } from '#contract/settings/field.ts';

/** A list that has nothing in it. */
export async function answerEmpty(page: Page, address: string): Promise<void> {
  const body = { data: [], pagination: { page: 0, per_page: 25, total: 0, last_page: 0 } };
  await page.route(address, (route) => (route.request().method() === 'GET' ? route.fulfill({ json: body }) : route.fallback()));
}

/** The server refuses a save and names the field. */
export async function refuseSave(page: Page, key: string): Promise<void> {
  const message = 'Please check the marked fields.';
  const error = {
    code: 'validation_failed',
    message,
    display_message: message,
    fields: { [key]: 'The server does not accept this value.' },
  };
  await page.route('**/api/websites/*/settings/update', (route) => route.fulfill({ status: 422, json: { error } }));
}

/** Changes the first field of a settings screen and saves; a link gets a value that is none. */
export async function breakField(page: Page, field: Field): Promise<void> {
  const control = page.getByLabel(field.label, { exact: false }).first();
  if (field.kind === 'checkbox' || field.kind === 'toggle') {
    await page.locator('main').getByText(field.label).first().click();
  } else if (field.kind === 'code') {
    // The editor itself: the plain box that stands there before it would be gone between the click and the key.
    await page.locator('.cm-content').first().click();
    await page.keyboard.type(' ');
  } else {
    await control.fill(field.kind === 'url' ? 'not a link' : 'Changed for this picture');
  }
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await page.locator('main [aria-invalid="true"], main [role="alert"]').first().waitFor();
}

export async function submitEmpty(page: Page, button: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: button }).first().click();
  await page.locator('[aria-invalid="true"]').first().waitFor();
}
