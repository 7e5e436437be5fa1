import { expect, type Page } from 'playwright/test';
import { type Account, demo } from '../../support/accounts.ts';

interface SignInOptions {
  readonly account?: Account;
  readonly keep?: boolean;
  /** The page that the sign-in is expected to open; the websites list by default. */
  readonly to?: RegExp;
}

/** Fills in the form on the page, and waits until the user is signed in. */
export async function submitSignIn(page: Page, { account = demo, keep = true, to = /\/websites$/ }: SignInOptions = {}): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  const keepSignedIn = page.getByLabel('Keep me signed in');
  if ((await keepSignedIn.isChecked()) !== keep) await page.getByText('Keep me signed in').click();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(to);
}

export async function signIn(page: Page, options: SignInOptions = {}): Promise<void> {
  await page.goto('/login');
  await submitSignIn(page, options);
}
