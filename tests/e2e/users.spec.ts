import { expect, type Page } from 'playwright/test';
import * as v from 'valibot';
import { userSchema } from '#contract/entities/user.ts';
import { users } from '#contract/resources/users.ts';
import { type Api, signedInApi } from '../support/api.ts';
import { recordsPage } from './models/records-page.ts';
import { shell } from './models/shell.ts';
import { toasts } from './models/toasts.ts';
import { goOffline } from './support/console.ts';
import { restingText } from './support/device.ts';
import { test, onOwnServer } from './support/fixtures.ts';

// The users of an account are the same on every website of it.
onOwnServer('users', 'serial');

const demoEmail = 'demo@frontage.test';
const password = 'correct horse';
const open = (page: Page, websiteId: string) => recordsPage(page, users, websiteId);

async function stored(api: Api) {
  const answer = await api.call('GET', '/websites/1/users?per_page=100&sort=email');
  return v.parse(v.object({ data: v.array(userSchema) }), await answer.json()).data;
}

/** Creates a user by the API. Returns the id. */
async function seeded(api: Api, first_name: string, email: string): Promise<string> {
  const answer = await api.call('POST', '/users', { website_id: '1', first_name, last_name: 'Byron', email, password });
  return v.parse(v.object({ data: userSchema }), await answer.json()).data.id;
}

test.afterEach(async ({ api }) => {
  for (const { id, email } of await stored(api)) if (email !== demoEmail) await api.call('DELETE', `/websites/1/users/${id}`);
});

test('created, changed and deleted: an administrator who can sign in, and no password on the device', async ({
  signedInProfile,
  site,
  api,
  app,
}) => {
  const { page } = await signedInProfile();
  const list = open(page, site.id);
  await list.open();
  await expect(page.getByText('Create/edit users')).toBeVisible();
  await expect(shell(page).navigation.getByRole('link', { name: 'Users', exact: true })).toBeVisible();
  await list.createNew.click();
  await expect(page).toHaveTitle(/^New User · .+ · Frontage$/u);
  await list.save.click();
  const summary = list.form.getByRole('region', { name: 'What needs another look' });
  await expect(summary.getByRole('link')).toHaveText([
    'First name is required.',
    'Last name is required.',
    'Email is required.',
    'Password is required.',
  ]);
  await list.fill({ 'First name': 'Ada', 'Last name': 'Byron', Email: demoEmail, Password: password });
  await list.save.click();
  await expect(list.form.getByText('There is a user with this Email already.').last()).toBeVisible();
  await expect(list.field('Password')).toHaveValue(password);
  await list.fill({ Email: 'Ada@Bay.example' });
  await list.saved();
  await toasts(page).expect('Saved', 'The user has been created.');
  await expect(list.names).toHaveText(['Ada Byron', 'Dana Moore']);
  await expect(list.row('Ada Byron')).toContainText('ada@bay.example');
  await expect(list.link('Ada Byron')).toBeFocused();
  expect(await stored(api)).toMatchObject([{ email: 'ada@bay.example', roles: ['administrator'] }, { email: demoEmail }]);
  const hers = await signedInApi(app.origin, { email: 'ada@bay.example', password });

  await list.choose('Ada Byron', 'Edit');
  await expect(list.form.getByText('Set', { exact: true })).toBeVisible();
  await expect(list.form.getByRole('button', { name: 'Remove Password' })).toBeHidden();
  await list.fill({ 'Last name': 'Lovelace' });
  await list.form.getByRole('button', { name: 'Replace Password' }).click();
  await list.fill({ Password: 'another horse' });
  await list.saved();
  await expect(list.names).toHaveText(['Ada Lovelace', 'Dana Moore']);
  expect((await hers.call('GET', '/user')).status).toBe(401);
  await signedInApi(app.origin, { email: 'ada@bay.example', password: 'another horse' });

  const text = await restingText(page);
  expect(text).toContain('ada@bay.example');
  expect(text).not.toMatch(/correct horse|another horse/u);

  await list.choose('Ada Lovelace', 'Delete…');
  await expect(list.question).toContainText('Are you sure you want to delete this user?');
  await list.question.getByRole('button', { name: 'Delete', exact: true }).click();
  await toasts(page).expect('User deleted', 'Ada Lovelace has been deleted.');
  expect(await stored(api)).toMatchObject([{ email: demoEmail }]);
});

test('nobody deletes themselves: the row says so before a click, and can not be selected', async ({ signedInProfile, site, api }) => {
  const { page } = await signedInProfile();
  const list = open(page, site.id);
  await list.open();
  const itemOf = async (name: string) => {
    await list
      .row(name)
      .getByRole('button', { name: `More for ${name}` })
      .click();
    return page.getByRole('menuitem', { name: /^Delete…/u });
  };
  await expect(await itemOf('Dana Moore')).toContainText('This is the last user of the account');
  await expect(page.getByRole('menuitem', { name: /^Delete…/u })).toHaveAttribute('aria-disabled', 'true');
  await seeded(api, 'Ada', 'ada@bay.example');
  await page.reload();
  await expect(await itemOf('Dana Moore')).toContainText('This is you. Another user can delete you.');
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await expect(page.getByText('1 user selected')).toBeVisible();
});

test('offline: a change and a delete wait; a new user and a new password say that they need a connection', async ({
  signedInProfile,
  site,
  api,
}) => {
  await seeded(api, 'Ada', 'ada@bay.example');
  await seeded(api, 'Charles', 'charles@bay.example');
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page, context } = profile;
  const list = open(page, site.id);
  await list.open();
  await list.link('Ada Byron').click();
  await list.cancel.click();
  await expect(list.form).toBeHidden();
  await goOffline(profile);
  await list.createNew.click();
  const reason = 'You are offline. A new user is saved once you are back online, since its password is never kept on this device.';
  await expect(list.form.getByText(reason)).toBeVisible();
  await expect(list.save).toHaveAttribute('aria-disabled', 'true');
  await expect(list.save).toHaveAttribute('title', reason);
  await list.fill({ 'First name': 'Grace', 'Last name': 'Hopper', Email: 'grace@bay.example', Password: 'kept nowhere' });
  await page.keyboard.press('ControlOrMeta+s');
  await expect(list.form.getByText("This can't be saved offline. Save it again once you are back online.").first()).toBeVisible();
  expect(await restingText(page)).not.toContain('kept nowhere');
  await list.cancel.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave without saving' }).click();

  await list.link('Ada Byron').click();
  await list.fill({ 'Last name': 'Lovelace' });
  await list.form.getByRole('button', { name: 'Replace Password' }).click();
  await expect(list.form.getByText(/You are offline\. This can be saved when you are back online\./u)).toBeVisible();
  await list.form.getByRole('button', { name: 'Keep the one that is set' }).click();
  await list.saved();
  await expect(list.row('Ada Lovelace')).toContainText('On this device: offline');
  await list.delete('Charles Byron');
  await page.reload();
  await expect(list.row('Charles Byron')).toContainText('To be deleted: offline');
  await expect(list.row('Ada Lovelace')).toContainText('On this device: offline');

  await context.setOffline(false);
  await shell(page).expectStatus('Saved');
  await expect.poll(async () => (await stored(api)).map(({ name }) => name)).toEqual(['Ada Lovelace', 'Dana Moore']);
  // What was typed is offered again, all but the password.
  await list.createNew.click();
  await expect(list.field('Email')).toHaveValue('grace@bay.example');
  await expect(list.field('Password')).toHaveValue('');
  await list.fill({ Password: password });
  await list.saved();
  await expect(list.names).toHaveText(['Ada Lovelace', 'Dana Moore', 'Grace Hopper']);
});
