import { kill } from 'node:process';
import type { Page } from 'playwright';
import { compared } from './compared.ts';
import { drained } from './drained.ts';
import { Ledger } from './ledger.ts';
import { answerOf, clearToasts } from './said.ts';
import { addBanner, bringToDevice, openHomepage } from './slowly.ts';
import { rendererOf } from './tab-faults.ts';
import { openWorld, type World } from './world.ts';

/** A tab that drains stops in the middle; another one takes over, and nothing is sent twice. */
export async function runFrozenLeader(): Promise<boolean> {
  let holds = true;
  for (const how of ['frozen', 'stopped'] as const) holds = (await freeze(how)) && holds;
  return holds;
}

async function freeze(how: 'frozen' | 'stopped'): Promise<boolean> {
  // Each answer takes that long: the leader stops in the middle of its drain.
  await using world = await openWorld({ draw: () => null, holdMs: () => 0, keys: true, roundTripMs: 700 });
  const { site, context, proxy, browser } = world;
  const ledger = new Ledger();
  const leader = await world.newPage();
  await openHomepage(leader, site.id);
  await bringToDevice(leader);
  const renderer = how === 'stopped' ? await rendererOf(browser, leader) : null;
  const second = await world.newPage();
  await openHomepage(second, site.id);
  await context.setOffline(true);
  const labels = Array.from({ length: 8 }, (_, at) => `Waits ${at + 1}`);
  for (const label of labels) {
    await openHomepage(leader, site.id);
    await clearToasts(leader);
    const made = ledger.write('1', { kind: 'create', label });
    await addBanner(leader, label);
    Object.assign(made, await answerOf(leader));
  }
  await leader.bringToFront();
  // Only one tab has a network at first: that one drains.
  await online(world, leader, true);
  const seen = await firstWrite(world);
  const wake = await stop(leader, renderer);
  const stoppedAt = performance.now();
  const before = proxy.effects.length;
  const next = firstWrite(world);
  await second.bringToFront();
  await online(world, second, true);
  await next;
  const takenOverMs = performance.now() - stoppedAt;
  const { left } = await drained(second);
  await wake();
  await leader.close();
  const { findings } = await compared({ api: world.api, websiteId: site.id, ledger, left, effects: proxy.effects, keys: true });
  for (const { kind, what } of findings) console.log(`${kind}: ${what}`);
  console.log(
    `leader ${how} at ${seen}, ${before} writes answered before; the other tab sent after ${(takenOverMs / 1000).toFixed(1)} s (goal 5 s); left ${left.length}, findings ${findings.length}`,
  );
  return findings.length === 0 && left.length === 0;
}

/** For one tab, whatever the others have. */
async function online({ context }: World, page: Page, isOnline: boolean): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', { offline: !isOnline, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
}

function firstWrite({ proxy }: World): Promise<string> {
  return new Promise((resolve) => {
    proxy.onRequest((method, path) => {
      if (method === 'GET' || path.endsWith('/preview')) return;
      proxy.onRequest(null);
      resolve(`${method} ${path}`);
    });
  });
}

/** Answers what wakes it. */
async function stop(page: Page, renderer: number | null): Promise<() => Promise<void>> {
  if (renderer !== null) {
    kill(renderer, 'SIGSTOP');
    return async () => void kill(renderer, 'SIGCONT');
  }
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
  return async () => void (await devtools.send('Page.setWebLifecycleState', { state: 'active' }));
}
