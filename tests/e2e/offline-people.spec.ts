import { expect } from 'playwright/test';
import { fieldsOf } from '#contract/settings/screen.ts';
import { socialLinks } from '#contract/settings/social-links.ts';
import { demo, other } from '../support/accounts.ts';
import { signedInApi } from '../support/api.ts';
import { settingsPage } from './models/settings-page.ts';
import { shell } from './models/shell.ts';
import { signInPage } from './models/sign-in-page.ts';
import { syncCenter } from './models/sync-center.ts';
import { goOffline, keepOffline, saveElsewhere } from './support/console.ts';
import { deviceRows } from './support/device.ts';
import { type Profile, test } from './support/fixtures.ts';
import { savesOf } from './support/network.ts';
import { savesCounted } from './support/versions.ts';

const [facebook, instagram] = fieldsOf(socialLinks);
if (!facebook || !instagram) throw new Error('Social links has too few fields');
const mine = 'https://mine.example/';
const theirs = 'https://theirs.example/';

/** Opens Social links and saves a change of it on the device, offline. */
async function withWaiting(profile: Profile, websiteId: string): Promise<void> {
  // A refusal at the start leads to the sign-in screen; these tests are about a refusal during work.
  const confirmed = profile.page.waitForResponse('**/api/user');
  await settingsPage(profile.page, socialLinks).open(websiteId);
  await confirmed;
  await goOffline(profile);
  await keepOffline(profile, socialLinks, websiteId, mine);
  await shell(profile.page).expectStatus('Offline · On this device: 1');
}

test('the token is revoked while a save is pending: it is sent after signing in over the form', async ({ signedInProfile, site, api }) => {
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page, context } = profile;
  const form = settingsPage(page, socialLinks);
  await withWaiting(profile, site.id);
  await form.fill(instagram, theirs);
  await profile.api.signOut();
  await context.setOffline(false);

  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(dialog.getByLabel('Email')).toHaveValue(demo.email);
  await expect(dialog.getByLabel('Email')).not.toBeEditable();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  expect(await api.setting(site.id, 'social', facebook.key)).toBeNull();

  // As if the API attributed this address to another client.
  await page.route('**/api/login', (route) => route.continue({ postData: JSON.stringify(other) }), { times: 1 });
  const signInAgain = async (password: string) => {
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await signInAgain(other.password);
  await expect(dialog.getByRole('alert')).toHaveText(/^This screen belongs to Dana Moore\./);
  await signInAgain('wrong');
  await expect(dialog.getByRole('alert')).toHaveText('Email or password is wrong.');
  expect(await api.setting(site.id, 'social', facebook.key)).toBeNull();

  await signInAgain(demo.password);
  await expect(dialog).toBeHidden();
  await form.toasts.expect('All changes sent');
  expect(await api.setting(site.id, 'social', facebook.key)).toBe(mine);
  expect(await savesCounted(api, site.id, 'social')).toBe(1);
  await form.expectValue(instagram, theirs);
  await form.save.click();
  await form.expectSaved();
  expect(await api.setting(site.id, 'social', instagram.key)).toBe(theirs);
});

test('the token is revoked while a save is being sent: the values are saved after signing in again', async ({
  signedInProfile,
  site,
  api,
}) => {
  const profile = await signedInProfile();
  const { page } = profile;
  const form = settingsPage(page, socialLinks);
  await form.open(site.id);
  await form.fill(facebook, mine);
  // Set between the click and the request's arrival: earlier, any read of the screen could be the request that is refused.
  await page.route(
    '**/settings/update',
    async (route) => {
      await profile.api.signOut();
      await route.continue();
    },
    { times: 1 },
  );
  await form.save.click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Password', { exact: true }).fill(demo.password);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => api.setting(site.id, 'social', facebook.key)).toBe(mine);
  await form.expectValue(facebook, mine);
  await shell(page).expectStatus('Saved');
});

test('signing out with a pending change asks: Stay, Discard', async ({ signedInProfile, site, api }) => {
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page, context } = profile;
  await withWaiting(profile, site.id);
  await shell(page).logout();
  const question = page.getByRole('alertdialog', { name: '1 change is not yet on the server' });
  await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(question).toBeHidden();
  await settingsPage(page, socialLinks).expectValue(facebook, mine);
  expect(await deviceRows(page, 'outbox')).toBe(1);
  // The address asks as the user menu does.
  await page.goto('/logout');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(signInPage(page).email).toBeVisible();
  await expect(signInPage(page).keptNote).toBeHidden();
  expect(await deviceRows(page, 'outbox')).toBe(0);
  expect(await deviceRows(page, 'resources')).toBe(0);
  await context.setOffline(false);
  await signInPage(page).submitAs(demo);
  await expect(page).toHaveURL(/\/websites$/);
  await shell(page).expectStatus('Saved');
  expect(await api.setting(site.id, 'social', facebook.key)).toBeNull();
});

test('a change that is kept at sign-out: another user neither sees nor sends it, its own user does', async ({
  signedInProfile,
  site,
  api,
  app,
}) => {
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page, context } = profile;
  await withWaiting(profile, site.id);
  await shell(page).logout();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out and keep them' }).click();
  await expect(signInPage(page).email).toBeVisible();
  await expect(signInPage(page).keptNote).toBeVisible();
  expect(await deviceRows(page, 'outbox')).toBe(1);
  await context.setOffline(false);

  const saves = savesOf(context);
  await signInPage(page).submitAs(other);
  await page.getByRole('link', { name: 'Harbour City Homes' }).click();
  const theirWebsite = (await (await signedInApi(app.origin, other)).websites())[0]?.id ?? '';
  await expect(page).toHaveURL(new RegExp(`/website/${theirWebsite}/`));
  const form = settingsPage(page, socialLinks);
  await form.open(theirWebsite);
  await form.fill(instagram, theirs);
  await form.save.click();
  await form.expectSaved();
  await shell(page).expectStatus('Saved');
  await syncCenter(page).open();
  await expect(syncCenter(page).waiting).toContainText('Nothing waits to be sent.');
  await expect(syncCenter(page).drawer).not.toContainText(site.name);
  await syncCenter(page).close();
  expect(saves.all.map((request) => new URL(request.url()).pathname)).toEqual([`/api/websites/${theirWebsite}/settings/update`]);
  expect(await api.setting(site.id, 'social', facebook.key)).toBeNull();
  await shell(page).logout();

  await signInPage(page).submitAs(demo);
  await expect.poll(() => api.setting(site.id, 'social', facebook.key)).toBe(mine);
  expect(await savesCounted(api, site.id, 'social')).toBe(1);
});

test('somebody else changed the same field: keeping “Yours” in the sync centre', async ({ signedInProfile, site, api }) => {
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page, context } = profile;
  const form = settingsPage(page, socialLinks);
  await withWaiting(profile, site.id);
  await saveElsewhere(api, site.id, 'social', facebook.key, theirs);
  await context.setOffline(false);
  await shell(page).expectStatus('Needs attention');
  expect(await api.setting(site.id, 'social', facebook.key)).toBe(theirs);

  await syncCenter(page).open();
  await syncCenter(page).attention.getByRole('button', { name: 'Resolve' }).click();
  const question = page.getByRole('dialog', { name: 'Choose which to keep' });
  const field = question.getByRole('group', { name: facebook.label });
  const radio = (side: string) => field.getByRole('radio', { name: `${side}: ${facebook.label}` });
  await expect(radio('Yours')).not.toBeChecked();
  await expect(radio('Yours')).toHaveAccessibleDescription(mine);
  await expect(radio('On the server')).not.toBeChecked();
  await expect(radio('On the server')).toHaveAccessibleDescription(theirs);
  await radio('Yours').check();
  await question.getByRole('button', { name: 'Keep this' }).click();
  await expect(question).toBeHidden();
  await syncCenter(page).close();
  await shell(page).expectStatus('Saved');
  await form.expectValue(facebook, mine);
  await expect.poll(() => api.setting(site.id, 'social', facebook.key)).toBe(mine);
  expect(await deviceRows(page, 'outbox')).toBe(0);
});

test('somebody else changed the same field: choosing “On the server” below it', async ({ signedInProfile, site, api }) => {
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page, context } = profile;
  const form = settingsPage(page, socialLinks);
  await withWaiting(profile, site.id);
  await form.fill(instagram, mine);
  await form.save.click();
  await saveElsewhere(api, site.id, 'social', facebook.key, theirs);
  await context.setOffline(false);
  await shell(page).expectStatus('Needs attention');
  // Fields that nobody else has changed are sent.
  await expect.poll(() => api.setting(site.id, 'social', instagram.key)).toBe(mine);
  // The save elsewhere is the same user's.
  await expect(page.getByText(`You changed ${facebook.label} in another browser too.`)).toBeVisible();
  // The message at the foot of the window leads to both values, at the field.
  await page.getByRole('button', { name: 'Choose which to keep', exact: true }).click();
  await expect(page.getByRole('button', { name: `Choose which to keep for ${facebook.label}` })).toBeFocused();
  const question = page.getByRole('group', { name: /^You changed this too .+, in another browser/ });
  const keep = question.getByRole('button', { name: 'Keep this' });
  await expect(keep).toHaveAttribute('aria-disabled', 'true');
  // An arrow key moves the choice, and does not submit it.
  await question.getByRole('radio', { name: `Yours: ${facebook.label}` }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(question.getByRole('radio', { name: `On the server: ${facebook.label}` })).toBeChecked();
  await keep.click();
  await expect(form.field(facebook)).toBeFocused();
  await expect(question).toBeHidden();
  await shell(page).expectStatus('Saved');
  await form.expectValue(facebook, theirs);
  await expect.poll(() => api.setting(site.id, 'social', facebook.key)).toBe(theirs);
  expect(await deviceRows(page, 'outbox')).toBe(0);
});

test('somebody else changed another field: nobody is asked', async ({ signedInProfile, site, api }) => {
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page, context } = profile;
  await withWaiting(profile, site.id);
  await saveElsewhere(api, site.id, 'social', instagram.key, theirs);
  await context.setOffline(false);
  await settingsPage(page, socialLinks).toasts.expect('All changes sent');
  await settingsPage(page, socialLinks).expectValue(instagram, theirs);
  expect(await api.setting(site.id, 'social', facebook.key)).toBe(mine);
  expect(await api.setting(site.id, 'social', instagram.key)).toBe(theirs);
});

test('a change that the server refuses later needs attention, with the reason: Edit, Discard, Retry', async ({
  signedInProfile,
  site,
  api,
}) => {
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page, context } = profile;
  const center = syncCenter(page);
  await withWaiting(profile, site.id);
  const error = {
    code: 'validation_failed',
    message: 'no',
    display_message: 'Not today.',
    fields: { [facebook.key]: 'This page is gone.' },
  };
  await context.route('**/settings/update', (route) => route.fulfill({ status: 422, json: { error } }));
  await page.goto('/websites');
  await context.setOffline(false);
  await shell(page).expectStatus('Needs attention');
  await center.open();
  const entry = center.attention.getByRole('listitem').filter({ hasText: site.name });
  await expect(entry).toContainText('Refused');
  await expect(entry).toContainText('Not today.');
  await expect(entry).toContainText('This page is gone.');

  await entry.getByRole('link', { name: 'Edit' }).click();
  const form = settingsPage(page, socialLinks);
  await form.expectOpen();
  await form.expectValue(facebook, mine);
  await expect(page.getByText(/^Needs attention: the server refused it/)).toBeVisible();

  await page.getByRole('button', { name: 'Show the change' }).click();
  await entry.getByRole('button', { name: 'Discard' }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard this change?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(entry).toBeVisible();

  await context.unroute('**/settings/update');
  await entry.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => api.setting(site.id, 'social', facebook.key)).toBe(mine);
  await expect(center.waiting).toContainText('Nothing waits to be sent.');
  await expect(center.log).toContainText('Saved:');
  await center.close();
  await shell(page).expectStatus('Saved');
});

test('a refused change that is discarded: the server state shows again', async ({ signedInProfile, site, api }) => {
  await saveElsewhere(api, site.id, 'social', facebook.key, theirs);
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page, context } = profile;
  await withWaiting(profile, site.id);
  const error = { code: 'validation_failed', message: 'Not today.' };
  await context.route('**/settings/update', (route) => route.fulfill({ status: 422, json: { error } }));
  await context.setOffline(false);
  await shell(page).expectStatus('Needs attention');
  await page.getByRole('button', { name: 'Show the change' }).click();
  await syncCenter(page).attention.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('alertdialog', { name: 'Discard this change?' }).getByRole('button', { name: 'Discard' }).click();
  await syncCenter(page).close();
  await shell(page).expectStatus('Saved');
  await settingsPage(page, socialLinks).expectValue(facebook, theirs);
  expect(await api.setting(site.id, 'social', facebook.key)).toBe(theirs);
  expect(await deviceRows(page, 'outbox')).toBe(0);
});
