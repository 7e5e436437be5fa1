import { expect } from 'playwright/test';
import { customTerminology } from '#contract/settings/custom-terminology.ts';
import { socialLinks } from '#contract/settings/social-links.ts';
import { fieldsOf } from '#contract/settings/screen.ts';
import { settingsPage } from './models/settings-page.ts';
import { shell } from './models/shell.ts';
import { syncCenter } from './models/sync-center.ts';
import { test } from './support/fixtures.ts';

const [facebook, instagram] = fieldsOf(socialLinks);
if (!facebook || !instagram) throw new Error('Social links has no fields');
const resting = { error: { code: 'internal_error', message: 'no', display_message: 'The database is resting.' } };

test('a server error is shown with its status and message: toast, field, chip, sync centre', async ({ signedInProfile, site, api }) => {
  const { page } = await signedInProfile();
  const form = settingsPage(page, socialLinks);
  await form.open(site.id);
  await page.route('**/settings/update', (route) => route.fulfill({ status: 500, json: resting }));
  await form.fill(facebook, 'https://facebook.example/');
  await shell(page).expectStatus('Unsaved');
  await form.save.click();
  await form.toasts.expect('Saved on this device', 'The server has trouble (500: The database is resting). Trying again.');
  await shell(page).expectStatus('On this device: 1');
  const mark = page.getByRole('main').getByTitle('The server has trouble (500: The database is resting). Trying again.', { exact: true });
  await expect(mark).toHaveText('On this device: the server has trouble (500)');
  await syncCenter(page).open();
  await expect(syncCenter(page).entry('Facebook')).toContainText('The server has trouble (500: The database is resting). Trying again.');
  await syncCenter(page).close();
  await page.unroute('**/settings/update');
  await expect.poll(() => api.setting(site.id, 'social', facebook.key)).toBe('https://facebook.example/');
  await shell(page).expectStatus('Saved');
});

test('a gateway page is shown as a server error, not as being offline', async ({ signedInProfile, site }) => {
  const { page } = await signedInProfile();
  const form = settingsPage(page, socialLinks);
  await form.open(site.id);
  await page.route('**/settings/update', (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }));
  await form.fill(facebook, 'https://facebook.example/');
  await form.save.click();
  await form.toasts.expect('Saved on this device', "The server has trouble (502: the answer can't be read). Trying again.");
});

test('a Save while one is under way is taken: both are on the server, one after the other', async ({ signedInProfile, site, api }) => {
  const { page } = await signedInProfile();
  const form = settingsPage(page, socialLinks);
  await form.open(site.id);
  const released = Promise.withResolvers<void>();
  const bodies: string[] = [];
  await page.route('**/settings/update', async (route) => {
    bodies.push(route.request().postData() ?? '');
    await released.promise;
    await route.continue();
  });
  await form.field(facebook).fill('https://facebook.example/1');
  await page.keyboard.press('Control+s');
  await expect.poll(() => bodies.length).toBe(1);
  await form.field(facebook).fill('https://facebook.example/2');
  await form.field(instagram).fill('https://instagram.example/2');
  await expect(form.changed(2)).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(form.changed(2)).toBeHidden();
  released.resolve();
  await form.expectSaved();
  await expect(form.saveBar).toBeHidden();
  await expect.poll(() => api.setting(site.id, 'social', facebook.key)).toBe('https://facebook.example/2');
  await expect.poll(() => api.setting(site.id, 'social', instagram.key)).toBe('https://instagram.example/2');
});

for (const width of [375, 768])
  test(`at ${width} px a click on Save below a toast is a click on Save`, async ({ signedInProfile, site, api }) => {
    const { page } = await signedInProfile({ viewport: { width, height: 812 } });
    const form = settingsPage(page, socialLinks);
    await form.open(site.id);
    await form.field(facebook).fill('https://facebook.example/first');
    await page.keyboard.press('Control+s');
    const toast = form.toasts.region.locator('[data-toast]');
    await expect(toast).toBeVisible();
    await form.field(facebook).fill('https://facebook.example/second');
    await expect(form.changed(1)).toBeVisible();
    const [above, below] = [await toast.boundingBox(), await form.save.boundingBox()];
    if (!above || !below) throw new Error('the toast has gone');
    // It stands where the specification says, over Save.
    expect([above.y, width - above.x - above.width]).toEqual([75, 16]);
    expect(above.y + above.height).toBeGreaterThan(below.y);
    const met = await form.save.evaluate((save) => {
      const { left, top, width: wide, height } = save.getBoundingClientRect();
      const points = [0.1, 0.3, 0.5, 0.7, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [left + wide * x, top + height * y] as const));
      return points.filter(([x, y]) => !save.contains(document.elementFromPoint(x, y)));
    });
    expect(met, 'points of Save that something lies over').toEqual([]);
    await page.mouse.click(below.x + below.width / 2, below.y + below.height / 2);
    await expect.poll(() => api.setting(site.id, 'social', facebook.key)).toBe('https://facebook.example/second');
  });

test('a refusal gives the toast with the message of the server, and the log says Refused', async ({ signedInProfile, site }) => {
  const { page } = await signedInProfile();
  const form = settingsPage(page, customTerminology);
  const [field] = fieldsOf(customTerminology);
  if (!field) throw new Error('Custom Terminology has no fields');
  await form.open(site.id);
  const error = { code: 'validation_failed', message: 'no', display_message: 'Not that word.', fields: { [field.key]: 'Choose another.' } };
  await page.route('**/settings/update', (route) => route.fulfill({ status: 422, json: { error } }));
  await form.fill(field, 'For grabs');
  await form.save.click();
  await form.toasts.expect('Error', 'Not that word.');
  await form.expectProblem(field, 'Choose another.');
  await shell(page).expectStatus('Unsaved');
  await syncCenter(page).open();
  await expect(syncCenter(page).log).toContainText('Refused: Custom Terminology');
  const download = page.waitForEvent('download');
  await syncCenter(page).log.getByRole('button', { name: 'Download the log' }).click();
  expect((await download).suggestedFilename()).toMatch(/^frontage-log-.*\.csv$/);
});
