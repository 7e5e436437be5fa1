import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'playwright/test';
import { redirects } from '#contract/resources/redirects.ts';
import { socialLinks } from '#contract/settings/social-links.ts';
import { freePort } from '../support/free-port.ts';
import { settingsPage } from './models/settings-page.ts';
import { shell } from './models/shell.ts';
import { websitesPage } from './models/websites-page.ts';
import { test } from './support/fixtures.ts';

/** Vite as `npm run dev` starts it, in front of a server. */
async function startVite(api: string): Promise<{ readonly origin: string } & AsyncDisposable> {
  const port = await freePort();
  const vite = fileURLToPath(new URL('../../node_modules/.bin/vite', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [vite, '--host', '127.0.0.1', '--port', String(port)], {
    env: { ...process.env, PORT: new URL(api).port },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // An interrupted run leaves no process behind.
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => chunk.includes(String(port)) && resolve());
    child.once('exit', (code) => reject(new Error(`Vite ended with ${code}`)));
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      process.off('exit', end);
      const ended = once(child, 'exit');
      end();
      await ended;
    },
  };
}

test('under the development server, where React starts every screen twice, no screen reports a failure', async ({
  browser,
  app,
  api,
  site,
}) => {
  await api.create(`/websites/${site.id}/redirects`, { redirects_from: '/old', redirects_to: '/new' });
  await using vite = await startVite(app.origin);
  const localStorage = [{ name: 'frontage.session', value: JSON.stringify(api.session) }];
  const context = await browser.newContext({
    baseURL: vite.origin,
    serviceWorkers: 'block',
    storageState: { cookies: [], origins: [{ origin: vite.origin, localStorage }] },
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  const failures = page.getByText(/could not be|An error occurred|can't be reached/);

  // Vite compiles each file with its first request. The screens after the first come without another load of the page.
  const patience = { timeout: 60_000 };
  await page.goto('/websites', { waitUntil: 'commit' });
  const website = websitesPage(page).names.filter({ hasText: site.name }).first();
  await expect(website).toBeVisible(patience);
  await expect(failures).toHaveCount(0);
  await website.click();

  const { navigation } = shell(page);
  await navigation.locator(`a[href="/website/${site.id}/${redirects.path}"]`).click(patience);
  await expect(page.getByRole('table').getByText('/old', { exact: true })).toBeVisible(patience);
  await expect(failures).toHaveCount(0);

  const form = settingsPage(page, socialLinks);
  await navigation.locator(`a[href="${form.path(site.id)}"]`).click();
  await expect(form.heading).toBeVisible(patience);
  await expect(failures).toHaveCount(0);
  expect(errors).toEqual([]);
  await context.close();
});
