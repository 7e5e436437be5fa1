import type { Page } from 'playwright';
import { settingsScreens } from '#contract/settings/index.ts';
import type { SettingsScreen } from '#contract/settings/screen.ts';
import { socialLinks } from '#contract/settings/social-links.ts';
import { shell } from '../e2e/models/shell.ts';
import { demo } from '../support/accounts.ts';
import { settingsPath, readyConditions } from '../support/ready-conditions.ts';
import { clickUntilNotified, clickUntilReady, loadUntilReady } from '../support/stopwatch.ts';
import type { Figure } from './figures.ts';
import { median } from './statistics.ts';
import { type Bench, newContext, sampled, throttle } from './visit.ts';

const social = settingsPath('marketing/social');
const feeds = settingsPath('marketing/feeds');
const entry = (page: Page, path: string) => page.locator(`nav a[href="${path}"]`).first();
const facebook = (page: Page) => page.getByRole('textbox', { name: 'Facebook URL' });
const save = (page: Page) => page.getByRole('main').getByRole('button', { name: `Save ${socialLinks.title}` });

async function openSettings(bench: Bench) {
  const context = await newContext(bench, { signedIn: true, first: readyConditions.feeds, serviceWorker: true });
  const page = await context.newPage();
  await page.goto(feeds);
  await loadUntilReady(page);
  return { context, page };
}

async function signIn(bench: Bench): Promise<readonly Figure[]> {
  const samples = await sampled(7, async () => {
    const context = await newContext(bench, { first: readyConditions.signIn });
    const page = await context.newPage();
    await page.goto('/login');
    await loadUntilReady(page);
    await page.getByLabel('Email', { exact: true }).fill(demo.email);
    await page.getByLabel('Password', { exact: true }).fill(demo.password);
    const took = await clickUntilReady(page, () => page.getByRole('button', { name: 'Sign in' }).click(), readyConditions.websites);
    await context.close();
    return took;
  });
  return [{ name: 'Submit to the websites list', unit: 'ms', samples, goal: 200 }];
}

async function openings(bench: Bench): Promise<readonly Figure[]> {
  const first: number[] = [];
  const again: number[] = [];
  const slow: number[] = [];
  for (let i = 0; i < 6; i += 1) {
    const { context, page } = await openSettings(bench);
    const warmUp = i === 0;
    const took = await clickUntilReady(page, () => entry(page, social).click(), readyConditions.socialLinks);
    if (!warmUp) first.push(took);
    for (let j = 0; j < 3; j += 1) {
      await clickUntilReady(page, () => entry(page, feeds).click(), readyConditions.feeds);
      const back = await clickUntilReady(page, () => entry(page, social).click(), readyConditions.socialLinks);
      if (!warmUp) again.push(back);
    }
    await throttle(page, 400, 50_000);
    await clickUntilReady(page, () => entry(page, feeds).click(), readyConditions.feeds);
    const far = await clickUntilReady(page, () => entry(page, social).click(), readyConditions.socialLinks);
    if (!warmUp) slow.push(far / 1000);
    await context.close();
  }
  return [
    { name: 'Open a settings screen, first time', unit: 'ms', samples: first, goal: 40 },
    { name: 'Open a settings screen, again', unit: 'ms', samples: again, goal: 15 },
    { name: 'Visited settings screen at 400 ms and 50 kB/s', unit: 's', samples: slow, goal: 0.02 },
  ];
}

/** Opens every settings screen a second time: by the same click, with an API that answers, one that hangs, and no network at all. */
async function everyScreenAgain(bench: Bench): Promise<readonly Figure[]> {
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
  const round = async () => {
    const samples: number[] = [];
    for (const screen of settingsScreens) samples.push(await open(screen));
    return samples;
  };
  await round();
  const answered = await round();
  await context.route('**/api/**', () => new Promise<never>(() => undefined));
  const unanswered = await round();
  await context.unroute('**/api/**');
  await context.setOffline(true);
  const offline = await round();
  await context.close();
  const figure = (name: string, samples: readonly number[]): Figure => ({ name, unit: 'ms', samples, goal: 100, withP95: true });
  return [
    figure('Each settings screen again, the API answers', answered),
    figure('Each settings screen again, the API hangs', unanswered),
    figure('Each settings screen again, no network', offline),
  ];
}

async function saves(bench: Bench): Promise<readonly Figure[]> {
  const { context, page } = await openSettings(bench);
  await clickUntilReady(page, () => entry(page, social).click(), readyConditions.socialLinks);
  let count = 0;
  const one = (text: string) => async () => {
    count += 1;
    // A stack of notifications would cover the bar.
    const dismiss = page.getByRole('button', { name: /^Dismiss/ });
    while ((await dismiss.count()) > 0) await dismiss.first().click();
    await facebook(page).fill(`https://www.facebook.com/bench-${count}`);
    return clickUntilNotified(page, () => save(page).click(), text);
  };
  const online = await sampled(20, one('Settings successfully updated'));
  await context.setOffline(true);
  const kept = await sampled(20, one('Saved on this device'));
  await context.close();
  return [
    { name: 'Save confirmed by the server', unit: 'ms', samples: online, goal: 60, withP95: true },
    { name: 'Save kept on the device', unit: 'ms', samples: kept, goal: 30, withP95: true },
  ];
}

const typed = 'https://www.facebook.com/typing-on-and-on-and-on';

/** Time from key to frame of a bare input on an empty page: the browser's own share. */
async function bareTyping(bench: Bench): Promise<number> {
  const context = await newContext(bench);
  const page = await context.newPage();
  await page.goto('/assets/none');
  // In the page that has the stopwatch: a new document would not have it.
  await page.evaluate(() => document.body.replaceChildren(Object.assign(document.createElement('input'), { ariaLabel: 'Bare' })));
  await page.getByLabel('Bare').pressSequentially(typed, { delay: 40 });
  const keys = await page.evaluate(() => window.stopwatch.keyToFrame());
  await context.close();
  return median(keys.slice(5));
}

/** In a browser that does not wait for the next frame. */
export async function typing(bench: Bench): Promise<readonly Figure[]> {
  const floor = await bareTyping(bench);
  const { context, page } = await openSettings(bench);
  await clickUntilReady(page, () => entry(page, social).click(), readyConditions.socialLinks);
  await facebook(page).fill('');
  await facebook(page).pressSequentially(typed, { delay: 40 });
  const keys = await page.evaluate(() => window.stopwatch.keyToFrame());
  await context.close();
  return [{ name: 'Key to next frame', unit: 'ms', samples: keys.slice(5), goal: 2.4, withP95: true, floor }];
}

async function heap(bench: Bench): Promise<readonly Figure[]> {
  const { context, page } = await openSettings(bench);
  await clickUntilReady(page, () => entry(page, social).click(), readyConditions.socialLinks);
  const devtools = await context.newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  await context.close();
  return [{ name: 'Heap on a settings screen', unit: 'MB', samples: [usedSize / 1e6], goal: 9 }];
}

/** Each of these opens a new profile. */
export const screens = [signIn, openings, everyScreenAgain, saves, heap];
