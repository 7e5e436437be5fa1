import { mutationName } from '#contract/outbox-entry.ts';
import { kill } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request } from 'playwright';
import { shell } from '../../e2e/models/shell.ts';
import { compared } from './compared.ts';
import { drained } from './drained.ts';
import { Ledger } from './ledger.ts';
import { outboxRows, storeHeldMs } from './outbox-rows.ts';
import { answerOf, clearToasts } from './said.ts';
import { addBanner, bringToDevice, openHomepage } from './slowly.ts';
import { rendererOf } from './tab-faults.ts';
import { openWorld, type World } from './world.ts';

/** The tab that drains is stopped in the middle; another one takes over, and nothing is sent twice. */
export async function runFrozenLeader(): Promise<boolean> {
  let holds = true;
  for (const how of ['frozen', 'stopped'] as const) holds = (await freeze(how)) && holds;
  return holds;
}

interface Write {
  readonly page: Page;
  readonly path: string;
}

async function freeze(how: 'frozen' | 'stopped'): Promise<boolean> {
  let isOffline = false;
  // Slow answers, so that the leader can be stopped in the middle of its drain.
  await using world = await openWorld(
    { draw: () => (isOffline ? 'requestLost' : null), holdMs: () => 0, keys: true, roundTripMs: 700 },
    // The service worker runs in the process of one of its tabs: stopped with that, it would block every request of the other tab.
    how === 'stopped' ? { serviceWorkers: 'block' } : {},
  );
  const { site, proxy, browser } = world;
  const ledger = new Ledger();
  const tabs = [await world.newPage(), await world.newPage()] as const;
  for (const page of tabs) await openHomepage(page, site.id);
  if (how === 'frozen') await bringToDevice(tabs[0]);
  const renderers = new Map<Page, number>();
  if (how === 'stopped') for (const page of tabs) renderers.set(page, await rendererOf(browser, page));
  isOffline = true;
  for (let at = 1; at <= 8; at += 1) {
    const [page] = tabs;
    await openHomepage(page, site.id);
    await clearToasts(page);
    const label = `Waits ${at}`;
    const made = ledger.write('1', { kind: 'create', label });
    await addBanner(page, label);
    Object.assign(made, await answerOf(page));
  }
  console.log(`${ledger.entries.length} changes wait`);
  const drains = nextWrite(world, () => true);
  isOffline = false;
  const leader = await withinPatience(drains);
  if (leader === null) {
    console.log('No tab sent anything after the connection was back.');
    return false;
  }
  const other = leader.page === tabs[0] ? tabs[1] : tabs[0];
  const takesOver = nextWrite(world, (page) => page === other);
  const wake = await stop(leader.page, renderers.get(leader.page) ?? null);
  const stoppedAt = performance.now();
  const before = proxy.effects.length;
  // Resolves when the page closes, where nothing is measured.
  const held = storeHeldMs(other).catch(() => 0);
  const wentOn = nextWrite(world, (page) => page === leader.page);
  const taken = await withinPatience(Promise.race([takesOver, wentOn]));
  if (taken?.page === leader.page) {
    // Chromium may not freeze a visible tab, or one without a window.
    console.log(`The leader was to be ${how} at ${leader.path}, and went on: this Chromium does not do that. Nothing is measured.`);
    return true;
  }
  const takenOverMs = performance.now() - stoppedAt;
  if (taken === null) {
    // Whether the tab knows of the connection, and whether the leader's heartbeat still changes.
    const chip = await shell(other)
      .chip(/^Sync status/u)
      .getAttribute('aria-label');
    const requests = proxy.passages.filter(({ at }) => at > stoppedAt).map(({ method, path, status }) => `${method} ${path} ${status}`);
    const rows = (await outboxRows(other)).map(({ status, attempts, lastError, ...entry }) =>
      JSON.stringify([mutationName(entry), status, attempts, lastError]),
    );
    console.log(['Nothing was sent.', `The chip says ${chip}.`, ...rows, 'Requests since:', ...requests].join('\n  '));
  }
  const heldMs = await held;
  if (heldMs > 1_000) console.log(`The store was held for ${seconds(heldMs)}: the leader may stand still inside a transaction.`);
  const { left } = await drained(other);
  // The resumed tab finds that its epoch has passed: it sends nothing, and does not write a late answer.
  const late: string[] = [];
  world.context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (isWrite(request) && request.frame().page() === leader.page) late.push(`${request.method()} ${pathname}`);
  });
  await wake();
  await shell(leader.page).chip(/Saved/u).waitFor();
  await leader.page.close();
  const isEmpty = (await outboxRows(other)).length === left.length;
  const { findings } = await compared({ api: world.api, websiteId: site.id, ledger, left, effects: proxy.effects, keys: true });
  for (const { kind, what } of findings) console.log(`${kind}: ${what}`);
  if (late.length > 0) console.log(`The old leader sent, when it went on: ${late.join(', ')}`);
  if (!isEmpty) console.log('The old leader put entries back when it went on.');
  console.log(
    `the leader was ${how} at ${leader.path}, after ${before} of ${ledger.entries.length} writes; the other tab ${taken === null ? 'sent nothing in' : 'sent after'} ${seconds(takenOverMs)} (goal 5 s, from when the store is free); left ${left.length}, findings ${findings.length}`,
  );
  return taken !== null && findings.length === 0 && left.length === 0 && late.length === 0 && isEmpty;
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** Longer than the longest back-off. */
const withinPatience = (write: Promise<Write>): Promise<Write | null> => Promise.race([write, sleep(90_000, null)]);

function isWrite(request: Request): boolean {
  const { pathname } = new URL(request.url());
  return request.method() !== 'GET' && pathname.startsWith('/api/') && !pathname.endsWith('/preview');
}

/** The next write to the API by the given tab. */
function nextWrite({ context }: World, isWanted: (page: Page) => boolean): Promise<Write> {
  return new Promise((resolve) => {
    const look = (request: Request) => {
      const { pathname } = new URL(request.url());
      if (!isWrite(request)) return;
      const page = request.frame().page();
      if (!isWanted(page)) return;
      context.off('request', look);
      resolve({ page, path: pathname });
    };
    context.on('request', look);
  });
}

/** Freezes the tab; returns the function that resumes it. */
async function stop(page: Page, renderer: number | null): Promise<() => Promise<void>> {
  if (renderer !== null) {
    kill(renderer, 'SIGSTOP');
    return async () => void kill(renderer, 'SIGCONT');
  }
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
  return async () => void (await devtools.send('Page.setWebLifecycleState', { state: 'active' }));
}
