import { type Browser, expect, type Locator } from 'playwright/test';
import * as v from 'valibot';
import { primaryDomain, type Website } from '#contract/entities/website.ts';
import {
  type FormField,
  type FormFieldType,
  formFieldNames,
  formFieldTypes,
  isInput,
  isReadField,
  readFormFields,
} from '#contract/forms/form-field.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Api } from '../support/api.ts';
import type { TestServer } from '../support/server.ts';
import { formBuilder } from './models/form-builder.ts';
import { test } from './support/fixtures.ts';
import { keyWaits } from './support/key-waits.ts';
import { mailsIn } from './support/mails.ts';

const formSchema = v.object({ data: v.object({ definition: v.object({ fields: v.unknown() }) }) });
const submissionsSchema = v.object({ data: v.array(v.object({ fields: v.unknown() })) });

const created = (api: Api, websiteId: string, fields: readonly JsonObject[]): Promise<string> =>
  api.create(`/websites/${websiteId}/forms`, { definition: { name: 'built', fields } });

/** The fields as the server has them. */
async function stored(api: Api, websiteId: string, formId: string): Promise<readonly FormField[]> {
  const answer = await api.call('GET', `/websites/${websiteId}/forms/${formId}`);
  return readFormFields(v.parse(formSchema, await answer.json()).data.definition.fields).filter(isReadField);
}

const start = [{ type: 'text', key: 'name', label: 'Name' }];
const names = formFieldTypes.map((type) => formFieldNames[type]);

type Fill = (form: Locator, label: string) => Promise<unknown>;
const typed =
  (value: string): Fill =>
  (form, label) =>
    form.getByLabel(label, { exact: true }).fill(value);

/** How a visitor fills in a field of each type as it comes from the palette, and what is stored then. */
const visit: { readonly [T in FormFieldType]: readonly [fill: Fill, stored?: unknown] } = {
  text: [typed('Ada'), 'Ada'],
  textarea: [typed('Two\nlines'), 'Two\nlines'],
  number: [typed('3'), 3],
  email: [typed('ada@example.com'), 'ada@example.com'],
  phone: [typed('02 5550 1234'), '02 5550 1234'],
  url: [typed('https://example.com/ada'), 'https://example.com/ada'],
  checkbox: [(form, label) => form.getByLabel(label, { exact: true }).check(), true],
  checkboxes: [(form, label) => form.getByRole('group', { name: label }).getByLabel('Option 2').check(), ['Option 2']],
  select: [(form, label) => form.getByLabel(label, { exact: true }).selectOption('Option 2'), 'Option 2'],
  radio: [(form, label) => form.getByRole('radiogroup', { name: label }).getByLabel('Option 1').check(), 'Option 1'],
  date: [typed('2026-05-04'), '2026-05-04'],
  heading: [(form, label) => expect(form.getByRole('heading', { name: label, exact: true })).toBeVisible()],
  paragraph: [(form) => expect(form.getByText('Text', { exact: true })).toBeVisible()],
  columns: [() => Promise.resolve()],
};

interface Published {
  readonly browser: Browser;
  readonly app: TestServer;
  readonly api: Api;
  readonly site: Website;
  readonly formId: string;
}

/** The form that was built is on the public site: a visitor sends it with scripts and without, it is stored alike, and both are mailed. */
async function expectPublished({ browser, app, api, site, formId }: Published): Promise<void> {
  const to = `form-${formId}@example.com`;
  const mail = { name: 'Tell us', type: 'email', email_to: to, email_subject: 'A visitor', include_submission_data: true };
  await api.create(`/websites/${site.id}/forms/${formId}/actions`, mail);
  const fields = await stored(api, site.id, formId);
  for (const javaScriptEnabled of [true, false]) {
    const page = await (await browser.newContext({ baseURL: app.origin, javaScriptEnabled })).newPage();
    await page.goto(`/sites/${primaryDomain(site)}/forms/${formId}`);
    const main = page.getByRole('main');
    for (const { type, label } of fields) await visit[type][0](main, label);
    await main.getByRole('button', { name: 'Send' }).click();
    await expect(main.getByRole('heading', { name: 'Thank you' })).toBeVisible();
    await page.context().close();
  }
  const sent = Object.fromEntries(fields.flatMap(({ type, key }) => (isInput({ type }) ? [[key, visit[type][1]]] : [])));
  const answer = await api.call('GET', `/websites/${site.id}/submissions?form_id=${formId}`);
  expect(v.parse(submissionsSchema, await answer.json()).data.map(({ fields: each }) => each)).toEqual([sent, sent]);
  await expect
    .poll(() => mailsIn(app.dataDir).filter((text) => text.includes(`To: ${to}`) && text.includes('Checkbox group: Option 2')))
    .toHaveLength(2);
}

test.describe('on versatile', () => {
  test.use({ siteTheme: 'versatile' });
  test('a field of every kind, by mouse; sent with and without JavaScript', async ({ signedInProfile, site, api, app, browser }) => {
    const formId = await created(api, site.id, start);
    const { page } = await signedInProfile({ viewport: { width: 1366, height: 1000 } });
    const builder = formBuilder(page, site.id);
    await builder.open(formId);
    for (const name of names) await builder.dragIn(name);
    await page.keyboard.press('ControlOrMeta+s');
    await expect.poll(async () => (await stored(api, site.id, formId)).map(({ type }) => type)).toEqual(['text', ...formFieldTypes]);
    await expectPublished({ browser, app, api, site, formId });
  });
});

test.describe('on byron', () => {
  test.use({ siteTheme: 'byron' });
  test('a field of every kind, by touch on a phone, and another order; sent with and without JavaScript', async ({
    signedInProfile,
    site,
    api,
    app,
    browser,
  }) => {
    const formId = await created(api, site.id, start);
    const { page } = await signedInProfile({ viewport: { width: 375, height: 812 }, hasTouch: true });
    const builder = formBuilder(page, site.id);
    await builder.open(formId);
    for (const name of names) {
      await builder.add.tap();
      await page.getByRole('option', { name, exact: true }).tap();
      await page.getByRole('dialog', { name, exact: true }).getByRole('button', { name: 'Close' }).tap();
    }
    await builder.edit('Number').tap();
    await builder.control('Label').fill('Rooms');
    await page.getByRole('dialog', { name: 'Number', exact: true }).getByRole('button', { name: 'Close' }).tap();
    await expect(builder.edit('Rooms')).toBeVisible();
    await page.getByRole('button', { name: 'Undo', exact: true }).tap();
    await expect(builder.edit('Number')).toBeVisible();
    await page.getByRole('button', { name: 'Save Edit Form', exact: true }).tap();
    const types = async () => (await stored(api, site.id, formId)).map(({ type }) => type);
    await expect.poll(types).toEqual(['text', ...formFieldTypes]);
    // For a moment after a drag, dnd-kit takes a tap for a part of it.
    await builder.dragByTouch('Name', 'Text area');
    await page.keyboard.press('ControlOrMeta+s');
    const [text, area, ...others] = formFieldTypes;
    await expect.poll(types).toEqual([text, area, 'text', ...others]);
    await expectPublished({ browser, app, api, site, formId });
  });
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

test.describe('on minimal', () => {
  test.use({ siteTheme: 'minimal' });
  test('a field of every kind, by the keyboard alone: added, named, moved, deleted and undone; sent with and without JavaScript', async ({
    signedInProfile,
    site,
    api,
    app,
    browser,
  }) => {
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
    expect((await stored(api, site.id, formId)).find(({ type }) => type === 'email')).toMatchObject({
      label: 'Work mail',
      key: 'work_mail',
    });
    await expectPublished({ browser, app, api, site, formId });
  });
});

const lastLabel = async (builder: ReturnType<typeof formBuilder>): Promise<string> => (await builder.labels()).at(-1) ?? '';

test('at 1440 × 900 a field is added, edited and seen without scrolling', async ({ signedInProfile, site, api }) => {
  const formId = await created(api, site.id, start);
  const { page } = await signedInProfile({ viewport: { width: 1440, height: 900 } });
  const builder = formBuilder(page, site.id);
  await builder.open(formId);
  const saves = page.getByRole('button', { name: /^Save /u });
  const whole = { ratio: 1 };
  const inView = [page.getByLabel('Form Name', { exact: true }), ...names.map((name) => builder.type(name)), builder.add];
  const expectInView = async () => {
    for (const part of inView) await expect(part).toBeInViewport(whole);
    expect(await page.evaluate(() => [window.scrollY, document.documentElement.scrollHeight])).toEqual([0, 900]);
    await expect(saves).toHaveCount(1);
    await expect(saves).toBeInViewport(whole);
  };
  await expectInView();
  await builder.type('Email').click();
  await expect(builder.control('Label')).toBeFocused();
  await page.keyboard.type('Work mail');
  await expect(builder.control('Label')).toBeInViewport(whole);
  await expect(builder.edit('Work mail')).toBeInViewport(whole);
  await expect(page.frameLocator('iframe[title="Preview, phone"]:not([data-hidden])').getByLabel('Work mail')).toBeInViewport();
  await expectInView();
});

test('100 fields: key to frame, typing and moving', { tag: '@measured' }, async ({ signedInProfile, site, api }) => {
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
