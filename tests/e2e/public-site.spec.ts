import { expect } from 'playwright/test';
import { primaryDomain } from '#contract/entities/website.ts';
import type { Api } from '../support/api.ts';
import { violationsOn } from '../support/axe.ts';
import { test } from './support/fixtures.ts';

const site = '/sites/www.byroncoastal.test/';
const saveCode = (api: Api, code: string) =>
  api.call('POST', '/websites/2/settings/update', {
    data: { settings: [{ key: 'header_js', value: [`<script>${code}</script>`], category: 'customjs', type: null }] },
  });

/** Attacks that an agency's own script may try from its public page; each result is written where the test reads it. */
const attack = `
  const tried = {};
  const attempt = async (name, work) => {
    try { tried[name] = String(await work()); } catch (error) { tried[name] = error.name; }
  };
  addEventListener('load', async () => {
    await attempt('storage', () => localStorage.getItem('frontage.session'));
    await attempt('database', () => indexedDB.open('frontage'));
    await attempt('cookies', () => document.cookie);
    await attempt('worker', () => navigator.serviceWorker.getRegistration());
    await attempt('api', () => fetch('/api/health'));
    await attempt('withToken', () => fetch('/api/user', { headers: { Authorization: 'Bearer x' } }));
    await attempt('opener', () => window.opener.document.title);
    document.documentElement.dataset.tried = JSON.stringify(tried);
  });
`;

test('a public site’s own script runs, and can neither read the console’s storage nor call its API', async ({ signedInProfile }) => {
  const { page, api } = await signedInProfile();
  expect((await saveCode(api, attack)).status).toBe(200);
  await page.goto('/websites');
  await page.goto(site);
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-tried', /api/);
  const tried: unknown = JSON.parse((await root.getAttribute('data-tried')) ?? '{}');
  expect(tried).toEqual({
    storage: 'SecurityError',
    database: 'SecurityError',
    cookies: 'SecurityError',
    worker: 'SecurityError',
    api: 'TypeError',
    withToken: 'TypeError',
    opener: 'TypeError',
  });
  expect(await page.evaluate(() => self.origin)).toBe('null');
  // The attempts do not disturb the console either, which is still signed in.
  await page.goto('/websites');
  await expect(page.getByRole('table')).toBeVisible();
});

test('the pages of the three demo sites load without a request to another host, and without a fault', async ({ page, app }) => {
  for (const domain of ['www.northshorerealty.test', 'www.byroncoastal.test', 'www.minimresidential.test', 'www.harbourcityhomes.test']) {
    const strangers: string[] = [];
    const faults: string[] = [];
    await page.route('**/*', async (route) => {
      const url = route.request().url();
      if (url.startsWith(app.origin) || url.startsWith('data:')) return route.continue();
      strangers.push(url);
      return route.abort();
    });
    page.on('response', (response) => response.status() >= 400 && faults.push(`${response.status()} ${response.url()}`));
    await page.goto(`/sites/${domain}/`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    expect(faults).toEqual([]);
    expect(strangers).toEqual([]);
    await page.unrouteAll();
  }
});

for (const id of ['1', '2', '3']) {
  test(`axe finds nothing on the public site of website ${id}, on a desktop and on a phone`, async ({ page, api }) => {
    const website = (await api.websites()).find((one) => one.id === id);
    if (!website) throw new Error(`There is no website ${id}`);
    const domain = primaryDomain(website);
    for (const width of [1440, 375]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`/sites/${domain}/`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      expect.soft(await violationsOn(page, { rules: 'standard' }), `${domain}, ${width} px`).toEqual([]);
    }
  });
}
