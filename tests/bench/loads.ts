import { offlineReady } from '../e2e/support/offline.ts';
import { gzipBytes } from '../support/script-size.ts';
import { settingsPath, readyConditions } from '../support/ready-conditions.ts';
import { loadUntilReady } from '../support/stopwatch.ts';
import type { Figure } from './figures.ts';
import { type Bench, coldLoad, newContext, sampled, throttle } from './visit.ts';

const social = settingsPath('marketing/social');

export async function scriptSizes(bench: Bench): Promise<readonly Figure[]> {
  const signIn = await coldLoad(bench, '/login', readyConditions.signInTakenOver);
  const settings = await coldLoad(bench, social, readyConditions.socialLinks, true);
  return [
    { name: 'JavaScript to a usable sign-in screen (gzip)', unit: 'kB', samples: [gzipBytes(signIn.scripts) / 1000], goal: 140 },
    { name: 'JavaScript to a usable settings screen (gzip)', unit: 'kB', samples: [gzipBytes(settings.scripts) / 1000], goal: 240 },
  ];
}

/** Loads in a profile that has visited before: its caches are filled and its service worker is installed. */
async function visitedLoads(bench: Bench): Promise<readonly Figure[]> {
  const context = await newContext(bench, { signedIn: true, first: readyConditions.socialLinks, serviceWorker: true });
  const page = await context.newPage();
  const load = async () => {
    await page.goto(social, { waitUntil: 'commit' });
    return (await loadUntilReady(page)).at;
  };
  await load();
  await offlineReady(page);
  const reload = await sampled(9, load);
  await context.setOffline(true);
  const offline = await sampled(9, load);
  await context.close();
  return [
    { name: 'Reload of a settings screen', unit: 'ms', samples: reload, goal: 75 },
    { name: 'Offline cold start to a settings screen', unit: 'ms', samples: offline, goal: 75 },
  ];
}

/** Slow and far away: 400 ms, 50 kB/s. */
async function slowLoads(bench: Bench): Promise<readonly Figure[]> {
  const first: number[] = [];
  const again: number[] = [];
  for (let i = 0; i < 3; i += 1) {
    const context = await newContext(bench, { first: readyConditions.signIn, serviceWorker: true });
    const page = await context.newPage();
    await throttle(page, 400, 50_000);
    await page.goto('/login', { waitUntil: 'commit' });
    first.push((await loadUntilReady(page)).at / 1000);
    await offlineReady(page);
    await page.goto('/login', { waitUntil: 'commit' });
    again.push((await loadUntilReady(page)).at / 1000);
    await context.close();
  }
  return [
    { name: 'Sign-in form at 400 ms and 50 kB/s, first time', unit: 's', samples: first, goal: 1.5 },
    { name: 'Sign-in form at 400 ms and 50 kB/s, again', unit: 's', samples: again, goal: 0.5 },
  ];
}

export async function loads(bench: Bench): Promise<readonly Figure[]> {
  const cold = await sampled(9, async () => (await coldLoad(bench, '/login', readyConditions.signIn)).at);
  return [
    { name: 'Cold load to the sign-in form', unit: 'ms', samples: cold, goal: 120 },
    ...(await visitedLoads(bench)),
    ...(await slowLoads(bench)),
  ];
}

/** The same browser and server with an empty page: one line of text. */
export async function emptyPageLoad(bench: Bench): Promise<readonly number[]> {
  return sampled(9, async () => (await coldLoad(bench, '/assets/none', { selector: 'body' })).at);
}
