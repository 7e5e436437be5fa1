import { offlineReady } from '../e2e/support/offline.ts';
import { settingsPath, readyConditions } from '../support/ready-conditions.ts';
import { gzipBytes } from '../support/script-size.ts';
import { loadUntilReady, type ReadyCondition } from '../support/stopwatch.ts';
import type { Measure, Samples } from './measure.ts';
import { type Bench, type ContextOptions, coldLoad, newContext, settled, throttle } from './visit.ts';

const social = settingsPath('marketing/social');

/** The same browser and server with one line of text: what every other time is given as a multiple of. */
async function* emptyPages(bench: Bench): AsyncGenerator<Samples<'empty'>, void> {
  for (;;) yield { empty: [(await coldLoad(bench, '/assets/none', { selector: 'body' })).at] };
}

async function* scriptSizes(bench: Bench): AsyncGenerator<Samples<'signIn' | 'settings'>, void> {
  for (;;) {
    const signIn = await coldLoad(bench, '/login', readyConditions.signInTakenOver);
    const settings = await coldLoad(bench, social, readyConditions.socialLinks, true);
    const kilobytes = (scripts: readonly string[]) => gzipBytes(scripts, bench.checkout) / 1000;
    yield { signIn: [kilobytes(signIn.scripts)], settings: [kilobytes(settings.scripts)] };
  }
}

async function* coldLoads(bench: Bench): AsyncGenerator<Samples<'cold'>, void> {
  for (;;) yield { cold: [(await coldLoad(bench, '/login', readyConditions.signIn)).at] };
}

/** A profile that has visited this address before: its caches are filled and its service worker is installed. */
export async function visitedBefore(
  bench: Bench,
  path = social,
  first: ReadyCondition = readyConditions.socialLinks,
  options: Pick<ContextOptions, 'bypassCSP'> = {},
) {
  const context = await newContext(bench, { signedIn: true, first, serviceWorker: true, ...options });
  const page = await context.newPage();
  const load = async () => {
    await page.goto(path, { waitUntil: 'commit' });
    const { at } = await loadUntilReady(page);
    await settled(page);
    return at;
  };
  await load();
  await offlineReady(page);
  return { context, page, load };
}

async function* reloads(bench: Bench): AsyncGenerator<Samples<'reload'>, void> {
  const { load } = await visitedBefore(bench);
  for (;;) yield { reload: [await load()] };
}

async function* offlineStarts(bench: Bench): AsyncGenerator<Samples<'offline'>, void> {
  const { context, load } = await visitedBefore(bench);
  await context.setOffline(true);
  for (;;) yield { offline: [await load()] };
}

/** Slow and far away: 400 ms, 50 kB/s. */
async function* slowLoads(bench: Bench): AsyncGenerator<Samples<'first' | 'again'>, void> {
  for (;;) {
    const context = await newContext(bench, { first: readyConditions.signIn, serviceWorker: true });
    const page = await context.newPage();
    await throttle(page, 400, 50_000);
    const load = async () => {
      await page.goto('/login', { waitUntil: 'commit' });
      return (await loadUntilReady(page)).at / 1000;
    };
    const first = await load();
    await offlineReady(page);
    const again = await load();
    await context.close();
    yield { first: [first], again: [again] };
  }
}

export const emptyPage: Measure = {
  figures: { empty: { name: 'Empty page of the same server', unit: 'ms', goal: null, isFloor: true } },
  rounds: 9,
  take: emptyPages,
};

export const loads: readonly Measure[] = [
  {
    figures: {
      signIn: { name: 'JavaScript to a usable sign-in screen (gzip)', unit: 'kB', goal: 135 },
      settings: { name: 'JavaScript to a usable settings screen (gzip)', unit: 'kB', goal: 230 },
    },
    rounds: 1,
    take: scriptSizes,
  },
  { figures: { cold: { name: 'Cold load to the sign-in form', unit: 'ms', goal: 120 } }, rounds: 9, take: coldLoads },
  { figures: { reload: { name: 'Reload of a settings screen', unit: 'ms', goal: 75 } }, rounds: 9, take: reloads },
  { figures: { offline: { name: 'Offline cold start to a settings screen', unit: 'ms', goal: 75 } }, rounds: 9, take: offlineStarts },
  {
    figures: {
      first: { name: 'Sign-in form at 400 ms and 50 kB/s, first time', unit: 's', goal: 1.5 },
      again: { name: 'Sign-in form at 400 ms and 50 kB/s, again', unit: 's', goal: 0.5 },
    },
    rounds: 3,
    take: slowLoads,
  },
];
