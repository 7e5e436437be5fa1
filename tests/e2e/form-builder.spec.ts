import { expect } from 'playwright/test';
import * as v from 'valibot';
import { type FormField, formFieldNames, formFieldTypes, isReadField, readFormFields } from '#contract/forms/form-field.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Api } from '../support/api.ts';
import { formBuilder } from './models/form-builder.ts';
import { test } from './support/fixtures.ts';
import { keyWaits } from './support/key-waits.ts';

const formSchema = v.object({ data: v.object({ definition: v.object({ fields: v.unknown() }) }) });

const created = (api: Api, websiteId: string, fields: readonly JsonObject[]): Promise<string> =>
  api.create(`/websites/${websiteId}/forms`, { definition: { name: 'built', fields } });

/** The fields as the server has them. */
async function stored(api: Api, websiteId: string, formId: string): Promise<readonly FormField[]> {
  const answer = await api.call('GET', `/websites/${websiteId}/forms/${formId}`);
  return readFormFields(v.parse(formSchema, await answer.json()).data.definition.fields).filter(isReadField);
}

const start = [{ type: 'text', key: 'name', label: 'Name' }];
const names = formFieldTypes.map((type) => formFieldNames[type]);

test('a field of every kind, by mouse', async ({ signedInProfile, site, api }) => {
  const formId = await created(api, site.id, start);
  const { page } = await signedInProfile({ viewport: { width: 1366, height: 1000 } });
  const builder = formBuilder(page, site.id);
  await builder.open(formId);
  for (const name of names) await builder.dragIn(name);
  await page.keyboard.press('ControlOrMeta+s');
  await expect.poll(async () => (await stored(api, site.id, formId)).map(({ type }) => type)).toEqual(['text', ...formFieldTypes]);
});

test('a field of every kind, by touch on a phone, and another order', async ({ signedInProfile, site, api }) => {
  const formId = await created(api, site.id, start);
  const { page } = await signedInProfile({ viewport: { width: 375, height: 812 } });
  const builder = formBuilder(page, site.id);
  await builder.open(formId);
  for (const name of names) {
    await builder.add.click();
    await page
      .getByRole('option', { name, exact: false })
      .filter({ hasText: new RegExp(`^${name}(Basic|Layout)$`, 'u') })
      .click();
    await page.getByRole('dialog', { name, exact: true }).getByRole('button', { name: 'Close' }).click();
  }
  await builder.dragByTouch('Name', 'Text area');
  await builder.edit('Number').click();
  await builder.control('Label').fill('Rooms');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(builder.control('Label')).toHaveValue('Number');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+s');
  const [text, area, ...others] = formFieldTypes;
  await expect.poll(async () => (await stored(api, site.id, formId)).map(({ type }) => type)).toEqual([text, area, 'text', ...others]);
});

test('a finger scrolls over the palette, and drags a type of it that it holds', async ({ signedInProfile, site, api }) => {
  const formId = await created(api, site.id, start);
  const { page } = await signedInProfile({ viewport: { width: 820, height: 700 } });
  const builder = formBuilder(page, site.id);
  await builder.open(formId);
  await builder.touchType('Email', { holdThenDragOver: 'Name' });
  await expect(builder.announcement('Email added at')).toBeAttached();
  await expect(builder.rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Close the editor of this field' }).click();
  const scrolled = () => page.evaluate(() => window.scrollY);
  const before = await scrolled();
  await builder.touchType('Email', { swipeDown: 120 });
  await expect.poll(scrolled).toBeLessThan(before);
  await expect(builder.rows).toHaveCount(2);
});

test('a field of every kind, by the keyboard alone: added, named, moved, deleted and undone', async ({ signedInProfile, site, api }) => {
  const formId = await created(api, site.id, start);
  const { page } = await signedInProfile({ viewport: { width: 1440, height: 1000 } });
  const builder = formBuilder(page, site.id);
  await builder.open(formId);
  await builder.edit('Name').focus();
  for (const name of names) {
    await page.keyboard.press('/');
    await expect(builder.search).toBeFocused();
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await expect(builder.announcement(`${name} added at`)).toBeAttached();
    // The editor takes the focus a frame later: a key before that would be typed where the focus was.
    await expect(page.locator('[data-editor] :focus')).toBeAttached();
    await page.keyboard.press('Escape');
    await expect(builder.edit(await lastLabel(builder))).toBeFocused();
  }
  await page.keyboard.press('Delete');
  await expect(builder.rows).toHaveCount(names.length);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(builder.rows).toHaveCount(names.length + 1);

  await builder.edit('Email').press('Enter');
  await expect(builder.control('Label')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Work mail');
  await expect(builder.control('Key')).toHaveValue('work_mail');
  await page.keyboard.press('Escape');
  await expect(builder.edit('Work mail')).toBeFocused();
  await builder.handle('Name').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('End');
  await expect(builder.announcement(`Name moved to ${names.length + 1} of ${names.length + 1}`)).toBeAttached();
  await page.keyboard.press('Space');
  await page.keyboard.press('ControlOrMeta+s');
  await expect.poll(async () => (await stored(api, site.id, formId)).map(({ type }) => type)).toEqual([...formFieldTypes, 'text']);
  expect((await stored(api, site.id, formId)).find(({ type }) => type === 'email')).toMatchObject({ label: 'Work mail', key: 'work_mail' });
});

const lastLabel = async (builder: ReturnType<typeof formBuilder>): Promise<string> => (await builder.labels()).at(-1) ?? '';

test('100 fields: key to frame, typing and moving', async ({ signedInProfile, site, api }) => {
  const many = Array.from({ length: 100 }, (_, at) => ({ type: 'text', key: `f${at}`, label: `Field ${at}` }));
  const formId = await created(api, site.id, many);
  const { page } = await signedInProfile({ viewport: { width: 1440, height: 1000 } });
  const builder = formBuilder(page, site.id);
  await builder.open(formId);
  const { hold, expectWithin } = await keyWaits(page);
  await expectWithin('A form of 100 fields', async () => {
    await builder.edit('Field 3').click();
    await expect(builder.control('Label')).toBeFocused();
    const typing = await hold(Array.from({ length: 30 }, () => 'a'));
    await builder.control('Label').fill('Field 3');
    await builder.handle('Field 50').press('Space');
    const up = await hold(Array.from({ length: 25 }, () => 'ArrowUp'));
    await expect(builder.announcement('Field 50 moved to 26 of 100')).toBeAttached();
    await page.keyboard.press('Escape');
    return [
      { name: 'typing', goalMs: 50, ...typing },
      { name: 'moving', goalMs: 100, ...up },
    ];
  });
});
