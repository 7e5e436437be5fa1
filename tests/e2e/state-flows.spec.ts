import { readFile } from 'node:fs/promises';
import { type Download, expect, type Locator, type Page } from 'playwright/test';
import { formSettings } from '#contract/settings/form-settings.ts';
import { fieldsOf } from '#contract/settings/screen.ts';
import { socialLinks } from '#contract/settings/social-links.ts';
import { demo } from '../support/accounts.ts';
import { violationsOn } from '../support/axe.ts';
import { failReading } from '../support/screens/provoke.ts';
import { palettePage } from './models/palette.ts';
import { settingsPage } from './models/settings-page.ts';
import { shell } from './models/shell.ts';
import { signInPage } from './models/sign-in-page.ts';
import { stateFlows } from './models/state-flows.ts';
import { recordToasts, toasts } from './models/toasts.ts';
import { becomesIdle } from '../support/screens/visit.ts';
import { gzipBytes } from '../support/script-size.ts';
import { median, percentile } from '../bench/statistics.ts';
import { goOffline } from './support/console.ts';
import { test } from './support/fixtures.ts';

const [facebook] = fieldsOf(socialLinks);
const secret = fieldsOf(formSettings).find((field) => field.secret);
if (!facebook || !secret) throw new Error('the fields of this test are gone');

test('the drawer follows a settings screen: typed, saved offline, sent', async ({ signedInProfile, site }) => {
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page, context } = profile;
  const form = settingsPage(page, socialLinks);
  await form.open(site.id);
  await goOffline(profile);
  const flows = stateFlows(page, 'drawer');
  await flows.openBeside();
  await expect(flows.part.getByRole('listitem').filter({ hasText: 'Settings screen' })).toContainText('1 running');
  await flows.machine('Settings screen').click();
  await flows.expectActive('ready.form.editing.pristine');

  await form.fill(facebook, 'https://mine.example/');
  await flows.expectActive('ready.form.editing.dirty');
  await expect(flows.table.getByText('just taken').first()).toBeVisible();
  await expect(flows.events.getByText('field.changed').first()).toBeVisible();
  await form.save.click();
  await form.expectPending();
  await flows.expectActive('ready.form.pending');
  expect(await flows.active()).toContain('ready.form.pending');

  await context.setOffline(false);
  await form.toasts.expect('All changes sent', '1 change is now on the server.');
  await flows.expectActive('ready.form.editing.pristine');

  // The machine that has sent it is another chart of the same drawer.
  await flows.part.getByRole('button', { name: 'All state flows' }).click();
  await flows.machine('Outbox').click();
  await expect(flows.events.getByText(/^xstate\.done\.actor\.delivery/).first()).toBeVisible();
  await flows.part.getByRole('button', { name: 'Close state flows' }).click();
  await expect(flows.drawer).toBeHidden();
  await form.expectValue(facebook, 'https://mine.example/');
});

test('one search finds machines, and what is said in all charts, and leads there', async ({ signedInProfile }) => {
  const { page } = await signedInProfile();
  const flows = stateFlows(page, 'page');
  await page.goto('/state-flows');
  const search = flows.part.getByRole('searchbox', { name: 'Search machines, states and events' });
  await search.fill('r427');
  const found = flows.part.getByRole('list', { name: /^In the charts: / });
  await expect(found.getByRole('listitem')).toHaveText([/R427: Staying gives up leaving, and not the save\./u]);
  expect(await violationsOn(page)).toEqual([]);
  await search.fill('no such thing');
  await expect(flows.part.getByText('Nothing matches “no such thing”')).toBeVisible();
  await search.fill('leave.cancelled');
  await found.getByRole('link', { name: 'Settings screen: ready.leaving.saving on leave.cancelled', exact: true }).click();
  await expect(page).toHaveURL(/\/state-flows\/settings-screen\?state=ready\.leaving\.saving&transition=leave\.cancelled%5B0%5D$/);
  await page.reload();
  const row = flows.table.getByRole('row').filter({ hasText: 'leave.cancelled' });
  await expect(row).toBeInViewport();
  await expect(row).toHaveAttribute('data-wanted', '');
  const requirement = flows.part.getByRole('list', { name: 'Requirements' }).getByRole('listitem').filter({ hasText: 'R427' });
  await expect(requirement).toContainText('on leave.cancelled');
  await expect(requirement).toContainText('Property: machines/settings-screen/settings-screen.properties.ts.');
  expect(await violationsOn(page)).toEqual([]);
});

test('charts are exported, one by one and all at once', async ({ signedInProfile }) => {
  const { page } = await signedInProfile();
  await page.goto('/state-flows/session');
  await expect(page.getByRole('region', { name: 'Chart of session' })).toBeVisible();
  const exported = async (item: string) => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    return textOf(await downloadedBy(page, () => page.getByRole('menuitem', { name: item }).click()));
  };
  expect(JSON.parse(await exported('JSON, for Stately’s editor'))).toMatchObject({ id: 'session' });
  expect(await exported('Mermaid')).toMatch(/^stateDiagram-v2/u);
  expect(await exported('SCXML')).toContain('<scxml xmlns="http://www.w3.org/2005/07/scxml"');
  expect(await exported('SVG, the picture')).toContain('<svg xmlns="http://www.w3.org/2000/svg"');
  await page.goto('/state-flows');
  const archive = await downloadedBy(page, () => page.getByRole('button', { name: 'Export all' }).click());
  expect(archive.suggestedFilename()).toBe('state-flows.zip');
  expect((await textOf(archive)).startsWith('PK')).toBe(true);
});

test('a report of a problem has no secret in it, and is replayed step by step', async ({ browser, app, site }) => {
  const context = await browser.newContext({ baseURL: app.origin });
  await recordToasts(context);
  const page = await context.newPage();
  const signIn = signInPage(page);
  // The password is typed in the same page, so that the recorder has seen it.
  await signIn.open(`/login?next=${encodeURIComponent(settingsPage(page, formSettings).path(site.id))}`);
  await signIn.submitAs(demo);
  await settingsPage(page, formSettings).expectOpen();
  const form = settingsPage(page, formSettings);
  await form.fill(secret, 'a-secret-of-recaptcha');
  await form.save.click();
  await form.expectSaved();
  await settingsPage(page, socialLinks).follow(site.id);
  await settingsPage(page, socialLinks).fill(facebook, 'https://typed.example/');
  await settingsPage(page, socialLinks).save.click();
  await settingsPage(page, socialLinks).expectSaved();

  await shell(page).userMenu.click();
  const report = await downloadedBy(page, () => page.getByRole('menuitem', { name: 'Report a problem' }).click());
  await toasts(page).expect('Report downloaded', reportText);
  const text = await textOf(report);
  const token = await page.evaluate(
    () => JSON.stringify({ ...sessionStorage, ...localStorage }).match(/apiToken[\\":]+([^\\"]{20,})/)?.[1],
  );
  expect(token, 'the token of this session').toBeDefined();
  for (const hidden of [demo.password, demo.email, 'a-secret-of-recaptcha', 'typed.example', site.name, String(token)]) {
    expect(text, hidden).not.toContain(hidden);
  }
  expect(JSON.parse(text)).toMatchObject({ format: 'frontage-flight-recording', isOnline: true, problem: null });

  await page.goto('/state-flows');
  const flows = stateFlows(page, 'page');
  const open = (content: string) =>
    flows.openRecording({ name: 'report.json', mimeType: 'application/json', buffer: Buffer.from(content) });
  await open('{"format":');
  await expect(flows.part.getByRole('alert')).toContainText('This file is not a recording');
  await open(JSON.stringify({ ...JSON.parse(text), actors: [{}] }));
  await expect(flows.part.getByRole('alert')).toContainText('This recording is damaged');
  await open(text);
  await flows.part
    .getByRole('list', { name: 'Recorded actors' })
    .getByRole('button', { name: /^Settings screen: / })
    .last()
    .click();
  await expect(page).toHaveURL(/\/state-flows\/settings-screen$/);
  await expect(flows.playback.getByText(/^Step 1 of /).last()).toBeVisible();
  await flows.playback.getByRole('slider', { name: 'Step' }).press('End');
  await flows.expectActive('ready.form.saved');
  // No guard is asked: the recording holds no values.
  await expect(flows.next('May happen now').filter({ hasText: 'field.changed' }).first()).toBeVisible();
  await expect(flows.next('Depends on values that a recording does not have').first()).toContainText(/, if “.+”/);
  await expect(flows.part.getByText(/^A recording has no values/)).toBeVisible();
  await expect(flows.playback.getByRole('button', { name: 'Forward' })).toHaveAttribute('aria-disabled', 'true');
  await context.close();
});

test('an error screen offers the report', async ({ signedInProfile }) => {
  const { page } = await signedInProfile();
  await failReading(page, '**/api/user/sessions?*');
  await page.goto('/sessions');
  await expect(page.getByRole('alert')).toBeVisible();
  const report = await downloadedBy(page, () => page.getByRole('button', { name: 'Report a problem' }).click());
  const recording = JSON.parse(await textOf(report));
  expect(recording).toMatchObject({ screen: '/sessions' });
  expect(recording.actors.map(({ machineId }: { readonly machineId: string }) => machineId)).toContain('record-list');
});

test('what nothing has caught is said, and can be reported', async ({ signedInProfile }) => {
  const { page } = await signedInProfile();
  await page.goto('/websites');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  const { action } = toasts(page);
  const button = action('Something went wrong', 'Report a problem');
  // What watches comes after the first screen.
  await expect(async () => {
    await page.evaluate(() => void setTimeout(() => Promise.reject(new TypeError('broken'))));
    await expect(button).toBeVisible({ timeout: 500 });
  }).toPass();
  const report = await downloadedBy(page, () => button.click());
  expect(JSON.parse(await textOf(report))).toMatchObject({ screen: '/websites', problem: { name: 'TypeError' } });
});

test('keys alone open, zoom, play and close; axe finds nothing, light and dark', async ({ signedInProfile, site }) => {
  const { page } = await signedInProfile();
  await settingsPage(page, socialLinks).open(site.id);
  await palettePage(page).ready();
  await palettePage(page).find('state flows beside');
  const flows = stateFlows(page, 'drawer');
  await expect(flows.part.getByRole('heading', { level: 2, name: 'State flows' })).toBeFocused();
  await flows.machine('Connection').press('Enter');
  await expect(flows.part.getByRole('heading', { level: 2, name: 'Connection' })).toBeFocused();
  const svg = flows.picture.locator('svg');
  const width = async () => (await svg.boundingBox())?.width ?? 0;
  const before = await width();
  await flows.picture.press('+');
  await expect.poll(width).toBeGreaterThan(before);
  await flows.picture.press('0');
  await expect.poll(width).toBeLessThan(before);
  await check(page);
  await page.keyboard.press('Escape');
  await expect(flows.drawer).toBeHidden();

  await page.goto('/state-flows');
  await expect(stateFlows(page, 'page').machine('Session')).toBeVisible();
  await check(page);
  await page.goto('/state-flows/session?state=signedIn');
  await expect(stateFlows(page, 'page').table).toBeVisible();
  await stateFlows(page, 'page').part.getByRole('radio', { name: 'Paths' }).check();
  await stateFlows(page, 'page').part.getByRole('list', { name: 'Paths' }).getByRole('button').first().press('Enter');
  await expect(stateFlows(page, 'page').playback).toBeVisible();
  await check(page);
});

test('the drawer covers nothing of the screen from 768 px on', async ({ signedInProfile, site }) => {
  const { page } = await signedInProfile({ viewport: { width: 768, height: 1024 } });
  const form = settingsPage(page, socialLinks);
  await form.open(site.id);
  const flows = stateFlows(page, 'drawer');
  await flows.openBeside();
  await flows.machine('Settings screen').click();
  await expect(flows.table).toBeVisible();
  await form.fill(facebook, 'https://mine.example/');
  for (const width of [768, 1279, 1280, 1440]) {
    await page.setViewportSize({ width, height: 1024 });
    expect(await coveredBy(flows.drawer), `${width} px`).toEqual([]);
  }
});

/** The controls of the screen that lie below the drawer, even when they have the focus. */
const coveredBy = (drawer: Locator): Promise<readonly string[]> =>
  drawer.evaluate((element) => {
    const controls = [
      ...document.querySelectorAll<HTMLElement>('header a, header button, nav a, main :is(a, button, input, textarea, select)'),
    ];
    const seen = controls.filter((control) => control.checkVisibility() && control.getClientRects().length > 0);
    if (seen.length < 5) throw new Error('these are not all controls of the screen');
    return seen.flatMap((control) => {
      control.focus();
      const { left, top, width, height } = control.getBoundingClientRect();
      const above = document.elementFromPoint(left + width / 2, top + height / 2);
      return above !== null && !element.contains(above) ? [] : [control.getAttribute('aria-label') ?? control.textContent ?? control.id];
    });
  });

test('paths are generated while the page goes on to answer, printed', async ({ signedInProfile }) => {
  const { page } = await signedInProfile();
  const flows = stateFlows(page, 'page');
  await page.goto('/state-flows/palette');
  await expect(flows.table).toBeVisible();
  await page.evaluate(() => {
    const durations: number[] = [];
    Object.assign(window, { durations });
    const shortOnesToo = { type: 'event', durationThreshold: 16 };
    new PerformanceObserver((list) => durations.push(...list.getEntries().map(({ duration }) => duration))).observe(shortOnesToo);
  });
  const began = Date.now();
  await flows.part.getByRole('radio', { name: 'Paths' }).check();
  await expect(flows.part.getByText('Generating the paths…')).toBeVisible();
  await flows.part.getByRole('searchbox', { name: 'Search states and events' }).pressSequentially('open');
  await expect(flows.part.getByRole('list', { name: 'Paths' })).toBeVisible();
  const generatedMs = Date.now() - began;
  const slowest = Math.max(
    ...(await page.evaluate(() => ('durations' in window && Array.isArray(window.durations) ? window.durations : []))),
    0,
  );
  console.log(
    `Paths of the command palette: generated in ${generatedMs} ms, in which the slowest answer to a key or click took ${slowest} ms (goal 200)`,
  );
  // Other tests run beside this one: an answer that waits for the paths takes nearly as long as they do.
  expect(slowest).toBeLessThan(Math.max(200, generatedMs / 2));

  // What is being generated is given up where another machine is opened.
  await page.reload();
  await flows.part.getByRole('radio', { name: 'Paths' }).check();
  await flows.part.getByRole('link', { name: 'All state flows' }).click();
  await flows.machine('Framed page').click();
  await flows.part.getByRole('radio', { name: 'Paths' }).check();
  await expect(flows.part.getByRole('list', { name: 'Paths' })).toBeVisible();
});

const reportText = 'Send the file to your support. It says what the console did, without anything that was typed.';

/** All rules in the light theme, and those of colours in the dark one. */
async function check(page: Page): Promise<void> {
  expect(await violationsOn(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violationsOn(page, { rules: 'colours' })).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

async function downloadedBy(page: Page, act: () => Promise<void>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return download;
}

const textOf = async (download: Download): Promise<string> => readFile(await download.path(), 'utf8');

/** What the page adds to the others, kB as gzip; from the click on the largest chart to the frame that shows it, ms. */
const goals = { kilobytes: 150, openMs: 300 };

/** Between frames, ms: of a page at rest, and of the chart as it is scrolled by `step` pixels in each. */
const framesOf = (page: Page, step: number): Promise<readonly number[]> =>
  page.getByRole('region', { name: /^Chart of / }).evaluate(async (region, pixels) => {
    const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    const waits: number[] = [];
    let last = await nextFrame();
    for (let frame = 0; frame < 60; frame += 1) {
      region.scrollBy(pixels / 4, pixels);
      const now = await nextFrame();
      waits.push(now - last);
      last = now;
    }
    return waits;
  }, step);

test('the largest chart: what its code weighs, how soon it opens and how smoothly it pans, printed', async ({ signedInProfile }) => {
  const { page } = await signedInProfile();
  const scripts = (): Promise<readonly string[]> =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname)
        .filter((path) => path.endsWith('.js')),
    );
  const flows = stateFlows(page, 'page');
  await page.goto('/websites');
  // What any screen loads after itself, and the menu that leads there, are not of the page.
  await becomesIdle(page);
  await shell(page).userMenu.click();
  await expect(page.getByRole('menuitem', { name: 'State flows', exact: true })).toBeVisible();
  const before = await scripts();
  await page.getByRole('menuitem', { name: 'State flows', exact: true }).click();
  // The first chart brings the code of all.
  await flows.machine('Connection').click();
  await expect(flows.picture).toBeVisible();
  await expect(flows.table).toBeVisible();
  const kilobytes = gzipBytes((await scripts()).filter((path) => !before.includes(path))) / 1000;

  await flows.part.getByRole('link', { name: 'All state flows' }).click();
  const opened = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = (from: number) => () => {
          if (!document.querySelector('[aria-label^="Chart of "] svg')) requestAnimationFrame(look(from));
          else setTimeout(() => resolve(performance.now() - from));
        };
        addEventListener('click', ({ timeStamp }) => requestAnimationFrame(look(timeStamp)), { capture: true, once: true });
      }),
  );
  await flows.machine('Session').click();
  const openMs = await opened;
  const [rest, panned] = [await framesOf(page, 0), await framesOf(page, 12)];
  console.log(
    `The page State flows: ${kilobytes.toFixed(1)} of ${goals.kilobytes} kB; its largest chart opens in ${openMs.toFixed(0)} ms (goal ${goals.openMs}); ` +
      `frames while it is panned ${median(panned).toFixed(1)} ms, 95 % within ${percentile(panned, 0.95).toFixed(1)} (at rest ${median(rest).toFixed(1)} and ${percentile(rest, 0.95).toFixed(1)})`,
  );
  expect(kilobytes).toBeLessThanOrEqual(goals.kilobytes);
  // Other tests run beside this one: only what no busy machine explains fails it.
  expect(openMs).toBeLessThan(10 * goals.openMs);
  expect(median(panned)).toBeLessThan(3 * median(rest));
});
