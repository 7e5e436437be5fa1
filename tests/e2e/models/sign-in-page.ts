import { expect, type Page } from 'playwright/test';
import { type Account, demo } from '../../support/accounts.ts';
import { takenOver } from '../../support/ready-conditions.ts';

/** The sign-in screen. */
export function signInPage(page: Page) {
  const email = page.getByLabel('Email', { exact: true });
  const password = page.getByLabel('Password', { exact: true });
  const keep = page.getByRole('checkbox', { name: 'Keep me signed in' });
  const submit = page.getByRole('button', { name: 'Sign in', exact: true });
  return {
    email,
    password,
    keep,
    submit,
    heading: page.getByRole('heading', { name: 'Sign in', exact: true }),
    keptNote: page.getByText('Changes that are not yet on the server wait on this device. Sign in to go on with them.'),
    /** The error message above the fields. */
    problem: page.getByRole('main').getByRole('alert'),
    /** Until React has the form; `prerendered-sign-in.spec.ts` is about what comes before. */
    async open(path = '/login'): Promise<void> {
      await page.goto(path);
      await expect(page.locator(takenOver)).toHaveCount(1);
      await expect(email).toBeVisible();
    },
    async submitAs(account: Account = demo): Promise<void> {
      await email.fill(account.email);
      await password.fill(account.password);
      await submit.click();
    },
  };
}
