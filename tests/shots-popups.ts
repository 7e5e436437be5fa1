import { mkdirSync } from 'node:fs';
import { chromium } from 'playwright';
import { chromiumOptions } from './support/browser.ts';
import { startServer } from './support/server.ts';
mkdirSync('/tmp/pshots', { recursive: true });
await using server = await startServer({}, []);
const browser = await chromium.launch(chromiumOptions({}));
const origin = server.origin;
const only = process.argv[2];
for (const [scheme, width] of [
  ['light', 1440],
  ['dark', 375],
  ['light', 375],
  ['dark', 1440],
  ['light', 768],
] as const) {
  if (only && !only.split(',').includes(`${scheme}${width}`)) continue;
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height: width === 375 ? 812 : 900 },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  page.on('pageerror', (e) => console.log('ERR', scheme, width, e.message));
  page.on('console', (m) => m.type() === 'error' && console.log('CONSOLE', m.text()));
  const shot = async (name: string) => {
    await page.waitForTimeout(600);
    await page.screenshot({ path: `/tmp/pshots/${name}-${width}-${scheme}.png` });
  };
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill('demo@frontage.test');
  await page.getByLabel('Password', { exact: true }).fill('frontage-demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/websites/);
  await page.goto('/website/1/marketing/popups');
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForTimeout(900);
  await shot('list');
  await page.goto('/website/5/marketing/popups');
  await page.waitForTimeout(900);
  await shot('list-empty');
  await page.goto('/website/1/marketing/popups/new');
  await page.getByRole('dialog').waitFor();
  await page.waitForTimeout(900);
  await shot('new');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Submit/ })
    .click();
  await shot('errors');
  await page.goto('/website/1/marketing/popups/edit/1');
  await page.getByRole('dialog').waitFor();
  await page.waitForTimeout(900);
  await shot('edit');
  await page.getByRole('button', { name: 'Add Trigger' }).scrollIntoViewIfNeeded();
  await shot('edit-end');
  await page.getByRole('button', { name: 'Add Trigger' }).click();
  await shot('trigger');
  const d = page.getByRole('dialog', { name: 'Add Trigger' });
  await d.getByRole('button', { name: 'Add Trigger' }).click();
  await shot('trigger-error');
  await d.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Button' }).click();
  await shot('trigger-button');
  await d.getByRole('button', { name: 'Add Trigger' }).click();
  await shot('trigger-button-error');
  await d.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByText('Banner', { exact: true }).click();
  await shot('banner');
  await context.close();
  console.log(scheme, width);
}
await browser.close();
