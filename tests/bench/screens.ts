import type { BrowserContext, Locator, Page } from 'playwright';
import { redirects } from '#contract/resources/redirects.ts';
import { settingsScreens } from '#contract/settings/index.ts';
import type { SettingsScreen } from '#contract/settings/screen.ts';
import { siteInfo } from '#contract/settings/site-info.ts';
import { socialLinks } from '#contract/settings/social-links.ts';
import { shell } from '../e2e/models/shell.ts';
import { demo } from '../support/accounts.ts';
import { settingsPath, readyConditions } from '../support/ready-conditions.ts';
import { clickUntilNotified, clickUntilReady, loadUntilReady, type ReadyCondition } from '../support/stopwatch.ts';
import type { Measure, Samples } from './measure.ts';
import { type Bench, newContext, throttle } from './visit.ts';

export const social = settingsPath('marketing/social');
export const feeds = settingsPath('marketing/feeds');
export const entry = (page: Page, path: string) => page.locator(`nav a[href="${path}"]`).first();
export const facebook = (page: Page) => page.getByRole('textbox', { name: 'Facebook URL' });
export const save = (page: Page) => page.getByRole('main').getByRole('button', { name: `Save ${socialLinks.title}` });

/** What the notification of a confirmed save says. */
export const saved = 'Settings successfully updated';
export const toSocial = (page: Page) => clickUntilReady(page, () => entry(page, social).click(), readyConditions.socialLinks);
export const toFeeds = (page: Page) => clickUntilReady(page, () => entry(page, feeds).click(), readyConditions.feeds);

/** Opens the social links for the first time, and three times again. */
export async function openingTimes(page: Page) {
  const first = await toSocial(page);
  const again: number[] = [];
  for (let i = 0; i < 3; i += 1) {
    await toFeeds(page);
    again.push(await toSocial(page));
  }
  return { first: [first], again };
}

/** The settings screen of the feeds in a new profile. */
export async function openSettings(bench: Bench) {
  const context = await newContext(bench, { signedIn: true, first: readyConditions.feeds, serviceWorker: true });
  const page = await context.newPage();
  await page.goto(feeds);
  await loadUntilReady(page);
  return { context, page };
}

export async function openSocialLinks(bench: Bench) {
  const opened = await openSettings(bench);
  await toSocial(opened.page);
  return opened;
}

async function* signIns(bench: Bench): AsyncGenerator<Samples<'signIn'>, void> {
  for (;;) {
    const context = await newContext(bench, { first: readyConditions.signInTakenOver });
    const page = await context.newPage();
    await page.goto('/login');
    await loadUntilReady(page);
    await page.getByLabel('Email', { exact: true }).fill(demo.email);
    await page.getByLabel('Password', { exact: true }).fill(demo.password);
    const took = await clickUntilReady(page, () => page.getByRole('button', { name: 'Sign in' }).click(), readyConditions.websites);
    await context.close();
    yield { signIn: [took] };
  }
}

async function* openings(bench: Bench): AsyncGenerator<Samples<'first' | 'again' | 'slow'>, void> {
  for (;;) {
    const { context, page } = await openSettings(bench);
    const times = await openingTimes(page);
    await throttle(page, 400, 50_000);
    await toFeeds(page);
    const slow = await toSocial(page);
    await context.close();
    yield { ...times, slow: [slow / 1000] };
  }
}

/** Opens another screen than a form of plain fields, for the first time on the device. */
const openingOf = (name: string, path: string, condition: ReadyCondition): Measure => ({
  figures: { open: { name: `Open ${name}, first time`, unit: 'ms', goal: null } },
  rounds: 5,
  async *take(bench: Bench) {
    for (;;) {
      const { context, page } = await openSettings(bench);
      yield { open: [await clickUntilReady(page, () => entry(page, settingsPath(path)).click(), condition)] };
      await context.close();
    }
  },
});

/** Opens every settings screen a second time by the same click; `meanwhile` is what happens to the network before. */
const everyScreenAgain = (name: string, meanwhile: (context: BrowserContext) => Promise<unknown>): Measure => ({
  figures: { open: { name: `Each settings screen again, ${name}`, unit: 'ms', goal: 100, withP95: true } },
  rounds: settingsScreens.length,
  async *take(bench: Bench) {
    const { context, page } = await openSettings(bench);
    const open = async (screen: SettingsScreen) => {
      // On a design screen it is in the drawer.
      await shell(page).unfoldNavigation();
      return clickUntilReady(page, () => entry(page, settingsPath(screen.path)).click(), {
        heading: screen.title,
        // A code editor stands in a shadow root, so its host element is checked.
        selector: 'main [data-field] :is(input, textarea, select, button, [data-code-editor])',
      });
    };
    for (const screen of settingsScreens) await open(screen);
    await meanwhile(context);
    yield {};
    for (;;) for (const screen of settingsScreens) yield { open: [await open(screen)] };
  },
});

/** A stack of notifications would cover the bar. */
export async function dismissNotifications(page: Page): Promise<void> {
  const dismiss = page.getByRole('button', { name: /^Dismiss/ });
  while ((await dismiss.count()) > 0) await dismiss.first().click();
}

/** Saves a new address, and measures until the notification with this text. */
export async function* saves(page: Page, text: string): AsyncGenerator<number, void> {
  for (let count = 1; ; count += 1) {
    await dismissNotifications(page);
    await facebook(page).fill(`https://www.facebook.com/bench-${count}`);
    yield await clickUntilNotified(page, () => save(page).click(), text);
  }
}

async function* confirmedSaves(bench: Bench): AsyncGenerator<Samples<'confirmed'>, void> {
  const { page } = await openSocialLinks(bench);
  for await (const took of saves(page, saved)) yield { confirmed: [took] };
}

async function* keptSaves(bench: Bench): AsyncGenerator<Samples<'kept'>, void> {
  const { context, page } = await openSocialLinks(bench);
  // The service worker has all of the console's code, as after any earlier visit: what starts only offline comes from there.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await context.setOffline(true);
  for await (const took of saves(page, 'Saved on this device')) yield { kept: [took] };
}

const typed = 'https://www.facebook.com/typing-on-and-on-and-on';

/** Types a whole address, and returns ms from key to frame, without the first keys. */
export async function typeInto(page: Page, input: Locator): Promise<readonly number[]> {
  const before = await page.evaluate(() => window.stopwatch.keyToFrame().length);
  await input.fill('');
  await input.pressSequentially(typed, { delay: 40 });
  return page.evaluate((from) => window.stopwatch.keyToFrame().slice(from), before + 5);
}

/** Beside the console a bare input on an empty page: the browser's own share. */
async function* typing(bench: Bench): AsyncGenerator<Samples<'bare' | 'key'>, void> {
  const bare = await (await newContext(bench)).newPage();
  await bare.goto('/assets/none');
  // In the page that has the stopwatch: a new document would not have it.
  await bare.evaluate(() => document.body.replaceChildren(Object.assign(document.createElement('input'), { ariaLabel: 'Bare' })));
  const { page } = await openSocialLinks(bench);
  for (;;) yield { bare: await typeInto(bare, bare.getByLabel('Bare')), key: await typeInto(page, facebook(page)) };
}

async function* heaps(bench: Bench): AsyncGenerator<Samples<'heap'>, void> {
  for (;;) {
    const { context, page } = await openSocialLinks(bench);
    const devtools = await context.newCDPSession(page);
    await devtools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await devtools.send('Runtime.getHeapUsage');
    await context.close();
    yield { heap: [usedSize / 1e6] };
  }
}

export const screens: readonly Measure[] = [
  { figures: { signIn: { name: 'Submit to the websites list', unit: 'ms', goal: 200 } }, rounds: 7, take: signIns },
  {
    figures: {
      first: { name: 'Open a settings screen, first time', unit: 'ms', goal: 40 },
      again: { name: 'Open a settings screen, again', unit: 'ms', goal: 15 },
      slow: { name: 'Visited settings screen at 400 ms and 50 kB/s', unit: 's', goal: 0.02 },
    },
    rounds: 5,
    take: openings,
  },
  openingOf('a form with pictures and choices', siteInfo.path, {
    heading: siteInfo.title,
    selector: 'main:not(:has([data-skeleton])) [data-field=apple_touch_icon] button',
  }),
  openingOf('a list of records', redirects.path, { heading: redirects.labels.heading, selector: 'main table tbody a' }),
  everyScreenAgain('the API answers', async () => undefined),
  everyScreenAgain('the API hangs', (context) => context.route('**/api/**', () => new Promise<never>(() => undefined))),
  everyScreenAgain('no network', (context) => context.setOffline(true)),
  {
    figures: { confirmed: { name: 'Save confirmed by the server', unit: 'ms', goal: 60, withP95: true } },
    rounds: 20,
    take: confirmedSaves,
  },
  { figures: { kept: { name: 'Save kept on the device', unit: 'ms', goal: 30, withP95: true } }, rounds: 20, take: keptSaves },
  {
    figures: {
      bare: { name: 'Key to next frame in a bare input', unit: 'ms', goal: null, withP95: true, floor: 'bare input', isFloor: true },
      key: { name: 'Key to next frame', unit: 'ms', goal: 2.4, p95Goal: 8, withP95: true, floor: 'bare input' },
    },
    rounds: 4,
    isUnpaced: true,
    take: typing,
  },
  { figures: { heap: { name: 'Heap on a settings screen', unit: 'MB', goal: 9 } }, rounds: 1, take: heaps },
];
