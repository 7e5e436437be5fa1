import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, type Page } from 'playwright/test';
import * as v from 'valibot';
import { listBlocks } from '#contract/calls/blocks.ts';
import { listFiles } from '#contract/calls/files.ts';
import { settingOf } from '#contract/settings/index.ts';
import { siteInfo } from '#contract/settings/site-info.ts';
import { emptyFileMessage, tooLargeMessage } from '#contract/uploads.ts';
import { bmp, bytesOf, ico, jpg, pdf, png, svg } from '#server/testing/uploads.ts';
import type { Api } from '../support/api.ts';
import { chromiumOptions } from '../support/browser.ts';
import { type ChosenFile, fileField } from './models/file-field.ts';
import { homepage } from './models/homepage.ts';
import { settingsPage } from './models/settings-page.ts';
import { shell } from './models/shell.ts';
import { syncCenter } from './models/sync-center.ts';
import { recordToasts } from './models/toasts.ts';
import { goOffline } from './support/console.ts';
import { deviceRows } from './support/device.ts';
import { test } from './support/fixtures.ts';
import { offlineReady } from './support/offline.ts';
import { signIn } from './support/sign-in.ts';

const favicon = settingOf('favicon')?.field;
if (!favicon) throw new Error('there is no favicon');
const accepted = 'Accepted file extensions (.png, .jpg, .jpeg, .ico).';
const drawing: ChosenFile = { name: 'drawing.png', bytes: png() };

const filesOf = async (api: Api, websiteId: string) => {
  const answer: unknown = await (await api.call('GET', `/websites/${websiteId}/files?per_page=100`)).json();
  return v.parse(v.object({ data: listFiles.answer }), answer).data;
};
const stored = (api: Api, websiteId: string) => api.setting(websiteId, 'site_info', 'favicon');

async function open(page: Page, websiteId: string) {
  const form = settingsPage(page, siteInfo);
  await form.open(websiteId);
  return { form, file: fileField(page, favicon as NonNullable<typeof favicon>) };
}

const pictures = { 'picture.png': png(), 'photo.jpg': jpg(), 'photo.jpeg': jpg(), 'icon.ico': ico() };

test(`a picture of each type is uploaded, shown and saved: ${Object.keys(pictures).join(', ')}`, async ({ signedInProfile, site, api }) => {
  const { page } = await signedInProfile();
  const { form, file } = await open(page, site.id);
  const uploaded: string[] = [];
  for (const [name, bytes] of Object.entries(pictures)) {
    await file.choose({ name, bytes });
    await file.expectFile(name);
    await expect(file.control).toHaveText('Upload new');
    await form.save.click();
    await form.expectSaved();
    const [only, ...others] = (await filesOf(api, site.id)).filter(({ id }) => !uploaded.includes(id));
    expect(others).toEqual([]);
    expect(only).toMatchObject({ name, bytes: bytes.byteLength });
    uploaded.push(only?.id ?? '');
    expect(await stored(api, site.id)).toBe(only?.id);
    await page.reload();
    await file.expectFile(name);
    await expect(form.saveBar).toBeHidden();
  }
});

const refusals: readonly (readonly [string, ChosenFile, string])[] = [
  ['a renamed executable', { name: 'setup.png', bytes: bytesOf('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff') }, accepted],
  ['an svg with a script', { name: 'logo.svg', bytes: svg('<script>window.ran = true</script>') }, accepted],
  ['an svg that is called a png', { name: 'logo.png', bytes: svg('<script>window.ran = true</script>') }, accepted],
  ['a pdf', { name: 'flyer.pdf', bytes: pdf() }, accepted],
  ['a bmp', { name: 'picture.bmp', bytes: bmp() }, accepted],
  ['a file of 5.1 MB', { name: 'large.png', bytes: new Uint8Array([...png(), ...new Uint8Array(5_100_000)]) }, tooLargeMessage.trim()],
  ['a file without a byte', { name: 'empty.png', bytes: new Uint8Array() }, emptyFileMessage],
];
test('a file that is not accepted shows a message at the field, and nothing is sent', async ({ signedInProfile, site, api }) => {
  const { page } = await signedInProfile();
  const { form, file } = await open(page, site.id);
  for (const [label, chosen, message] of refusals) {
    await test.step(label, async () => {
      await file.choose(chosen);
      await file.expectProblem(message);
    });
  }
  await expect(form.saveBar).toBeHidden();
  expect(await deviceRows(page, 'outbox')).toBe(0);
  expect(await filesOf(api, site.id)).toEqual([]);
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  // The next valid file clears the error.
  await file.choose(drawing);
  await file.expectFile(drawing.name);
  await expect(file.control).not.toHaveAccessibleDescription(/Accepted|Maximum|empty/);
});

test('a stored svg is shown, and its script is neither served nor run', async ({ signedInProfile, site, api, app }) => {
  const form = new FormData();
  form.append('files[]', new File([svg('<rect width="40" height="30"/><script>parent.ran = true</script>')], 'logo.svg'));
  const headers = { authorization: `Bearer ${api.token}`, 'x-account-id': api.session.accountId ?? '' };
  const answer = await fetch(`${app.origin}/api/websites/${site.id}/files`, { method: 'POST', headers, body: form });
  const [logo] = v.parse(v.object({ data: listFiles.answer }), await answer.json()).data;
  if (!logo?.url) throw new Error(`not uploaded: ${answer.status}`);
  const served = await fetch(new URL(logo.url, app.origin));
  expect(await served.text()).not.toContain('script');
  expect(served.headers.get('content-security-policy')).toContain('sandbox');

  // A block's picture accepts svg files.
  const blocks = v.parse(v.object({ data: listBlocks.answer }), await (await api.call('GET', `/websites/${site.id}/blocks`)).json()).data;
  const about = blocks.find(({ key }) => key === 'about_us');
  if (!about) throw new Error('the site has no block with a picture');
  const update = `/websites/${site.id}/blocks/${about.id}/theme-settings/update`;
  expect((await api.call('POST', update, { data: { settings: [{ key: 'image', value: [logo.id] }] } })).status).toBe(200);

  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page, context } = profile;
  const home = homepage(page);
  await home.open(site.id);
  await home.edit(about.label);
  const picture = page.getByRole('main').getByRole('img', { name: 'Image', exact: true });
  await expect(picture).toHaveJSProperty('naturalWidth', 200);
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  // Small pictures are shown offline too, from the device.
  await expect.poll(() => deviceRows(page, 'files')).toBeGreaterThan(0);
  await goOffline(profile);
  await page.reload();
  await expect(picture).toHaveJSProperty('naturalWidth', 200);
  await expect(picture).toHaveAttribute('src', /^blob:/);
  await context.setOffline(false);
});

test('a cancelled upload leaves the field as it was, and nothing pending', async ({ signedInProfile, site, api }) => {
  const { page } = await signedInProfile();
  const { form, file } = await open(page, site.id);
  let arrived: () => void = () => undefined;
  const underWay = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  // Never answered: only Cancel ends the upload.
  await page.route('**/files', () => arrived());
  await file.choose(drawing);
  await underWay;
  await expect(file.progress).toBeVisible();
  await expect(form.saveBar).toBeVisible();
  await file.cancel.click();
  await expect(file.control).toHaveText('Choose a file');
  await expect(form.saveBar).toBeHidden();
  await expect.poll(() => deviceRows(page, 'outbox')).toBe(0);
  await expect.poll(() => deviceRows(page, 'files')).toBe(0);
  expect(await filesOf(api, site.id)).toEqual([]);
});

test('an upload whose answer is lost is on the server once, and the save names it', async ({ signedInProfile, site, api }) => {
  const { page } = await signedInProfile();
  const { form, file } = await open(page, site.id);
  await page.route(
    '**/files',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await file.choose(drawing);
  await file.expectFile(drawing.name);
  await form.save.click();
  await expect.poll(() => stored(api, site.id)).not.toBeNull();
  const files = await filesOf(api, site.id);
  expect(files.map(({ id }) => id)).toEqual([await stored(api, site.id)]);
  await expect(form.saveBar).toBeHidden();
});

test('a refusal of the server shows its message; Remove restores the stored file', async ({ signedInProfile, site }) => {
  const { page } = await signedInProfile();
  const { form, file } = await open(page, site.id);
  const error = { code: 'validation_failed', message: 'no', display_message: 'The shelf is full.' };
  await page.route('**/files', (route) => route.fulfill({ status: 422, json: { error } }), { times: 1 });
  await file.choose(drawing);
  await expect(file.box.getByText('An error occurred while uploading the file. The shelf is full.')).toBeVisible();
  await file.retry.click();
  await file.expectFile(drawing.name);
  await expect(file.retry).toBeHidden();
  await form.save.click();
  await form.expectSaved();
});

test('a file that is no longer chosen leaves the outbox with its screen; one that is still chosen stays pending', async ({
  signedInProfile,
  site,
}) => {
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page, context } = profile;
  const { form, file } = await open(page, site.id);
  await goOffline(profile);
  await file.choose(drawing);
  await file.expectFile(drawing.name);
  const feeds = page.getByRole('heading', { name: 'Feeds', level: 1 });
  await shell(page).navigation.getByRole('link', { name: 'Feeds' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave without saving' }).click();
  await expect(feeds).toBeVisible();
  await page.goBack();
  await file.expectFile(drawing.name);
  await form.revert(favicon).click();
  await expect(form.saveBar).toBeHidden();
  expect(await deviceRows(page, 'outbox')).toBe(1);
  await shell(page).navigation.getByRole('link', { name: 'Feeds' }).click();
  await expect(feeds).toBeVisible();
  await expect.poll(() => deviceRows(page, 'outbox')).toBe(0);
  await expect.poll(() => deviceRows(page, 'files')).toBe(0);
  await context.setOffline(false);
});

test('a save that names a refused file shows that at the field, and holds back no other save', async ({ signedInProfile, site, api }) => {
  const { page } = await signedInProfile();
  const { form, file } = await open(page, site.id);
  const error = { code: 'validation_failed', message: 'no', display_message: 'The shelf is full.' };
  await page.route('**/files', (route) => route.fulfill({ status: 422, json: { error } }), { times: 1 });
  await file.choose(drawing);
  await expect(file.retry).toBeVisible();
  await form.save.click();
  await file.expectProblem('The shelf is full.');
  await expect(form.saveBar).toBeVisible();
  await file.remove.click();
  await expect(form.saveBar).toBeHidden();
  await expect.poll(() => deviceRows(page, 'outbox')).toBe(0);
  await file.choose(drawing);
  await file.expectFile(drawing.name);
  await form.save.click();
  await form.expectSaved();
  expect(await stored(api, site.id)).not.toBeNull();
});

test('an upload that is discarded in the sync centre is asked for again, and the save that names it stays', async ({
  signedInProfile,
  site,
  api,
}) => {
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page, context } = profile;
  const { form, file } = await open(page, site.id);
  await goOffline(profile);
  await file.choose(drawing);
  await form.save.click();
  await form.expectPending();
  const center = syncCenter(page);
  await center.open();
  await center.entry(drawing.name).getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(center.attention).toContainText('Favicon');
  await center.close();
  await expect(file.box.getByText('This file is no longer on this device. Choose it again.')).toBeVisible();
  await file.choose({ ...drawing, name: 'again.png' });
  await form.save.click();
  await shell(page).expectStatus('Offline · On this device: 2');
  await context.setOffline(false);
  await shell(page).expectStatus('Saved');
  const [only] = await filesOf(api, site.id);
  expect(only?.name).toBe('again.png');
  expect(await stored(api, site.id)).toBe(only?.id);
});

test('chosen offline, the browser restarted: the file is still there, and is uploaded before the save that names it', async ({
  app,
  site,
  api,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'frontage-profile-'));
  const launch = async () => {
    const context = await chromium.launchPersistentContext(folder, {
      ...chromiumOptions(),
      baseURL: app.origin,
      serviceWorkers: 'allow',
    });
    await recordToasts(context);
    return context;
  };
  try {
    const before = await launch();
    const page = await before.newPage();
    await signIn(page);
    const { form, file } = await open(page, site.id);
    await offlineReady(page);
    await before.setOffline(true);
    await shell(page).expectStatus('Offline');
    await file.choose(drawing);
    await expect(file.box.getByText('On this device.', { exact: false })).toBeVisible();
    await expect(file.picture).toHaveJSProperty('naturalWidth', 3);
    await form.save.click();
    await form.expectPending();
    await shell(page).expectStatus('Offline · On this device: 2');
    await before.close();
    expect(await filesOf(api, site.id)).toEqual([]);

    const after = await launch();
    await after.setOffline(true);
    const reopened = await after.newPage();
    const again = await open(reopened, site.id);
    await again.file.expectFile(drawing.name);
    await expect(again.file.picture).toHaveJSProperty('naturalWidth', 3);
    await expect(again.form.saveBar).toBeHidden();
    const sent: string[] = [];
    after.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname.replace(/.*\//, ''));
    });
    await after.setOffline(false);
    await shell(reopened).expectStatus('Saved');
    const [only, ...others] = await filesOf(api, site.id);
    expect(others).toEqual([]);
    expect(await stored(api, site.id)).toBe(only?.id);
    expect(sent).toEqual(['files', 'update']);
    await again.file.expectFile(drawing.name);
    await expect(again.file.picture).toHaveJSProperty('naturalWidth', 3);
    await expect(again.form.saveBar).toBeHidden();
    await after.close();
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
});
