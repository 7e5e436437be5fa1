import { expect, type Page } from 'playwright/test';
import { type Account, demo, other } from '../support/accounts.ts';
import { signedInApi } from '../support/api.ts';
import { signInPage } from './models/sign-in-page.ts';
import { test, onOwnServer } from './support/fixtures.ts';
import { mailsIn } from './support/mails.ts';

/** The first link in a mail whose path starts so. */
function linkIn(mail: string, pathStart: string): string {
  const link = mail.match(/https?:\/\/\S+/g)?.find((address) => new URL(address).pathname.startsWith(pathStart));
  if (!link) throw new Error(`The mail holds no link to ${pathStart}:\n${mail}`);
  return link;
}

// A reset ends every session of its user.
onOwnServer('password-reset');

function resetPage(page: Page) {
  const submit = page.getByRole('button', { name: 'Reset password' });
  const password = page.getByLabel('New password', { exact: true });
  const confirmation = page.getByLabel('Password confirmation', { exact: true });
  return {
    submit,
    password,
    confirmation,
    problem: page.getByRole('main').getByRole('alert'),
    async set(value: string): Promise<void> {
      await password.fill(value);
      await confirmation.fill(value);
      await submit.click();
    },
  };
}

async function ask(page: Page, email: string): Promise<void> {
  await page.goto('/forgot-password');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
}

/** Requests a reset on the screen and reads the link from the mail. */
async function mailedLink(page: Page, dataDir: string, { email }: Account): Promise<string> {
  const mine = () => mailsIn(dataDir).filter((mail) => mail.includes(email));
  const before = mine().length;
  await ask(page, email);
  await expect.poll(() => mine().length).toBe(before + 1);
  return linkIn(mine().at(-1) ?? '', '/forgot-password');
}

test('by the mailed link: rules at the fields, signed in afterwards, every other session ended', async ({ page, app }) => {
  const old = await signedInApi(app.origin, other);
  await page.goto(await mailedLink(page, app.dataDir, other));
  const screen = resetPage(page);
  await expect(page.getByText('Minimum of 8 characters')).toBeVisible();
  await screen.submit.click();
  await expect(screen.password).toHaveAccessibleDescription(/Password is required\./);
  await expect(screen.confirmation).toHaveAccessibleDescription(/Password confirmation is required\./);
  await screen.set('seven77');
  await expect(screen.password).toHaveAccessibleDescription(/Password must have at least 8 characters\./);
  await screen.password.fill('a-new-password');
  await screen.confirmation.fill('another-password');
  await screen.submit.click();
  await expect(screen.confirmation).toHaveAccessibleDescription(/Password confirmation must equal the password\./);
  expect((await old.call('GET', '/user')).status).toBe(200);

  await screen.set('a-new-password');
  await expect(page).toHaveURL(/\/websites$/);
  await expect(page.getByRole('link', { name: 'Harbour City Homes' })).toBeVisible();
  expect((await old.call('GET', '/user')).status).toBe(401);
  await expect(signedInApi(app.origin, other)).rejects.toThrow('401');
  await expect(signedInApi(app.origin, { ...other, password: 'a-new-password' })).resolves.toBeTruthy();
});

test('a link works once', async ({ page, app, freshProfile }) => {
  const link = await mailedLink(page, app.dataDir, demo);
  await page.goto(link);
  await resetPage(page).set(demo.password);
  await expect(page).toHaveURL(/\/websites$/);

  const second = await (await freshProfile()).newPage();
  await second.goto(link);
  await resetPage(second).set('something-else');
  await expect(resetPage(second).problem).toContainText('This link has expired or was used already. Ask for a new one.');
  await expect(resetPage(second).password).toHaveValue('something-else');
  await second.getByRole('link', { name: 'Back to sign in' }).click();
  await signInPage(second).submitAs(demo);
  await expect(second).toHaveURL(/\/websites$/);
});

test('an unknown address gets the same answer, and no mail', async ({ page, app }) => {
  await ask(page, 'nobody@frontage.test');
  const unknown = (await page.getByRole('main').getByRole('status').textContent()) ?? '';
  await mailedLink(page, app.dataDir, demo);
  const known = (await page.getByRole('main').getByRole('status').textContent()) ?? '';
  expect(unknown.replace('nobody@frontage.test', '…')).toBe(known.replace(demo.email, '…'));
  // The later mail is there, so an earlier one would be too.
  expect(mailsIn(app.dataDir).filter((mail) => mail.includes('nobody@'))).toEqual([]);
});

test('the address is checked when it is sent, and not while it is typed', async ({ page }) => {
  await page.goto('/forgot-password');
  const email = page.getByLabel('Email', { exact: true });
  const send = page.getByRole('button', { name: 'Send reset link' });
  await send.click();
  await expect(email).toHaveAccessibleDescription('Email is required.');
  await email.fill('');
  await email.pressSequentially('demo@');
  await expect(email).not.toHaveAccessibleDescription('Enter a valid email address.');
  await send.click();
  await expect(email).toHaveAccessibleDescription('Enter a valid email address.');
});
