import { expect, type Page } from 'playwright/test';
import { other } from '../support/accounts.ts';
import { signedInApi } from '../support/api.ts';
import { shell } from './models/shell.ts';
import { signInPage } from './models/sign-in-page.ts';
import { toasts } from './models/toasts.ts';
import { goOffline } from './support/console.ts';
import { type Profile, test } from './support/fixtures.ts';
import { offlineReady } from './support/offline.ts';
import { signIn } from './support/sign-in.ts';

const stored = () => JSON.stringify([...Object.entries(localStorage), ...Object.entries(sessionStorage)]);
const statusOf = async ({ api }: Pick<Profile, 'api'>) => (await api.call('GET', '/user')).status;

/** Signs out where the server can't be reached. */
async function signOutOffline(profile: Profile): Promise<void> {
  const { page, api } = profile;
  await page.goto('/websites');
  await expect(page.getByRole('heading', { name: 'Websites' })).toBeVisible();
  await goOffline(profile);
  await shell(page).logout();
  await expect(signInPage(page).email).toBeVisible();
  expect(await statusOf(profile), 'the server knows nothing of it').toBe(200);
  expect(await page.evaluate(stored), 'the token is not on the device').not.toContain(api.token);
  expect(await page.evaluate(stored), 'what can only end the session is').toContain(api.session.revokeHandle ?? 'a handle');
}

test('a sign-out without a connection reaches the server once there is one, with nobody signed in', async ({ signedInProfile }) => {
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page, context, api } = profile;
  await signOutOffline(profile);
  await toasts(page).expect('Signed out on this device');
  await context.setOffline(false);
  await expect.poll(() => statusOf(profile)).toBe(401);
  await expect.poll(() => page.evaluate(stored)).not.toContain(api.session.revokeHandle);
  await expect(signInPage(page).email).toBeVisible();
});

test('a sign-out without a connection reaches the server also after the tab was closed', async ({ signedInProfile }) => {
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page, context, api } = profile;
  await signOutOffline(profile);
  await page.close();
  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto('/login');
  await expect.poll(() => statusOf(profile)).toBe(401);
  await expect.poll(() => next.evaluate(stored)).not.toContain(api.session.revokeHandle);
});

test('a sign-out that reaches the server leaves nothing on the device', async ({ signedInProfile }) => {
  const profile = await signedInProfile();
  const { page, api } = profile;
  await page.goto('/websites');
  await shell(page).logout();
  await expect(signInPage(page).email).toBeVisible();
  expect(await statusOf(profile)).toBe(401);
  expect(await page.evaluate(stored)).not.toContain(api.session.revokeHandle);
});

const row = (page: Page, name: RegExp) => page.getByRole('table').getByRole('row').filter({ hasText: name });
const chrome = /Chrome.* on Linux/;

test('the list of sessions: one is ended from another, then all others', async ({ signedInProfile, freshProfile, app }) => {
  // The other account has few sessions; earlier tests have ended theirs.
  const profile = await signedInProfile({ account: other });
  const { page } = profile;
  await profile.api.call('DELETE', '/user/sessions');
  const second = await (await freshProfile()).newPage();
  await signIn(second, { account: other });

  await page.goto('/websites');
  await shell(page).userMenu.click();
  await page.getByRole('menuitem', { name: 'Your sessions' }).click();
  await expect(page).toHaveURL(/\/sessions$/);
  await expect(page.getByRole('rowheader')).toHaveCount(2);
  await expect(page.getByRole('rowheader').first()).toContainText('This one');
  await expect(row(page, /This one/)).toContainText('Now');
  await expect(row(page, chrome)).toContainText('127.0.0.1');
  await expect(row(page, chrome)).toContainText('seconds ago');

  const end = row(page, chrome).getByRole('button', { name: /^Sign out Chrome/ });
  const dialog = page.getByRole('alertdialog', { name: /^Sign out Chrome.* on Linux\?$/ });
  await end.click();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(end).toBeFocused();
  await end.click();
  await dialog.getByRole('button', { name: 'Sign out' }).click();
  await toasts(page).expect('Signed out');
  await expect(row(page, chrome)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Your sessions' })).toBeFocused();
  await second.reload();
  await expect(signInPage(second).problem).toHaveText('Your session has ended. Sign in again.');

  const more = [await signedInApi(app.origin, other), await signedInApi(app.origin, other)];
  await page.reload();
  await expect(page.getByRole('rowheader')).toHaveCount(3);
  await page.getByRole('button', { name: 'Sign out all others' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out all others' }).click();
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  expect(await Promise.all(more.map((api) => statusOf({ api })))).toEqual([401, 401]);
  expect(await statusOf(profile)).toBe(200);
});

test('ending a session that the server refuses says why, and can be tried again', async ({ signedInProfile, app }) => {
  const { page } = await signedInProfile({ account: other });
  await signedInApi(app.origin, other);
  await page.route(
    '**/api/user/sessions',
    (route) => route.fulfill({ status: 500, json: { error: { code: 'internal_error', message: 'The disk is full.' } } }),
    { times: 1 },
  );
  await page.goto('/sessions');
  await page.getByRole('button', { name: 'Sign out all others' }).click();
  const dialog = page.getByRole('alertdialog');
  const confirm = dialog.getByRole('button', { name: 'Sign out all others' });
  await confirm.click();
  await expect(dialog.getByRole('alert')).toHaveText('The disk is full.');
  await confirm.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('rowheader')).toHaveCount(1);
});

test('this session is signed out as by the menu', async ({ signedInProfile }) => {
  const profile = await signedInProfile();
  const { page } = profile;
  await page.goto('/sessions');
  await row(page, /This one/)
    .getByRole('button', { name: 'Sign out here' })
    .click();
  await expect(signInPage(page).email).toBeVisible();
  expect(await statusOf(profile)).toBe(401);
});

test('without a connection the buttons explain that they need one; the list is not cached', async ({ signedInProfile, app }) => {
  const profile = await signedInProfile({ account: other, serviceWorkers: 'allow' });
  const { page, context } = profile;
  await signedInApi(app.origin, other);
  await page.goto('/sessions');
  await expect(row(page, /This one/)).toBeVisible();
  await goOffline(profile);
  const all = page.getByRole('button', { name: 'Sign out all others' });
  await expect(all).toHaveAttribute('aria-disabled', 'true');
  await expect(all).toHaveAccessibleDescription('Signing out other sessions needs a connection.');
  await all.click({ force: true });
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await offlineReady(page);
  await page.reload();
  await expect(page.getByText('Your sessions need a connection')).toBeVisible();
  await context.setOffline(false);
  await expect(row(page, /This one/)).toBeVisible();
});

test('an API that lists no sign-ins: the screen says so, and the menu has no entry', async ({ signedInProfile }) => {
  const { page } = await signedInProfile();
  await page.route('**/api/user/sessions*', (route) =>
    route.fulfill({ status: 501, json: { error: { code: 'not_implemented', message: 'This API does not offer this call yet.' } } }),
  );
  await page.goto('/sessions');
  await expect(page.getByRole('alert')).toContainText('This server keeps no list of sign-ins.');
  await shell(page).userMenu.click();
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Your sessions' })).toHaveCount(0);
});
