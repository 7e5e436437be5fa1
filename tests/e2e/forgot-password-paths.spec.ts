import { expect } from 'playwright/test';
import { forgotPasswordMachine } from '#machines/password-reset/forgot-password.machine.ts';
import { forgotPasswordPaths } from '#machines/password-reset/password-reset.paths.ts';
import { browserPaths, heldCalls, type ScreenDriver, walkInBrowser } from './support/chart-paths.ts';
import { test } from './support/fixtures.ts';

const impossible = { 'xstate.error.actor.requestReset': 'The HTTP client turns every failure into a result.' };

for (const path of browserPaths(forgotPasswordPaths, impossible)) {
  test(`"Forgot password": ${path.name}`, async ({ page }) => {
    const calls = await heldCalls(page, '**/api/password-reset');
    const email = page.getByLabel('Email', { exact: true });
    const send = page.getByRole('button', { name: 'Send reset link' });
    const reason = page.getByRole('main').getByRole('alert');
    const driver: ScreenDriver = {
      events: {
        'email.changed': (event) => email.fill('email' in event ? String(event.email) : ''),
        'submit.requested': () => send.click(),
        'again.requested': () => page.getByRole('button', { name: 'Try another address' }).click(),
        'xstate.done.actor.requestReset': ({ output }) => calls.answer(output),
      },
      states: {
        editing: () => expect(send).toBeEnabled(),
        submitting: () => expect(send).toBeDisabled(),
        sent: () => expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible(),
        error: async () => {
          await expect(reason).toHaveText(/^No\.$|^The server can't be reached\./);
          await expect(email).toHaveValue('mia@agency.test');
        },
      },
    };
    await page.goto('/forgot-password');
    await walkInBrowser(forgotPasswordMachine, path, driver);
  });
}
