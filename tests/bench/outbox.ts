import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright';
import type { Json } from '#contract/json.ts';
import type { Category } from '#contract/entities/setting.ts';
import { settingsScreens } from '#contract/settings/index.ts';
import { categoryOf, fieldsOf } from '#contract/settings/screen.ts';
import { bringToDevice, openHomepage } from '../faults/browser/slowly.ts';
import type { Passage } from '../faults/browser/faulty-proxy.ts';
import { openWorld, type World } from '../faults/browser/world.ts';
import { outboxRows } from '../faults/browser/outbox-rows.ts';
import { inPageCode, withOutbox } from './outbox-code.ts';
import type { BenchRecord, Whose } from './outbox-in-page.ts';
import type { Api } from '../support/api.ts';
import { median } from './statistics.ts';

/** Minimum time from request to answer, where the API is quicker. ms. */
const roundTripMs = 50;
/** Parallel requests that the lower bound assumes; four, so that figures of different versions compare. */
const sideBySide = 4;
const records = 100;
const savesOfEach = 10;

const steps = [
  ['save', 'one more save'],
  ['create', 'one more create'],
  ['pick', 'what to send next'],
  ['center', 'sync centre'],
] as const;

/** A hundred times as many entries may take twice as long: an index has more levels, and the browser counts its rows. */
const flat = 2;

/** Prints the outbox's times when it is long: to drain it, to add to it, to read from it. */
await using world = await openWorld({ draw: () => null, holdMs: () => 0, keys: true, roundTripMs }, { bypassCSP: true });
const code = await inPageCode();
const { user, accountId } = world.api.session;
if (!user) throw new Error('Nobody is signed in.');
const whose: Whose = { userId: user.id, accountId, websiteId: world.site.id };

await drain(world, 'settings of websites', await settingsRecords(world), '/settings');
// Each preflight read compares the mutation with the list of all records, so requests are large.
await drain(world, 'blocks of one homepage', await blockRecords(world), '/blocks');
await lengths(world);

async function showWebsites(page: Page): Promise<void> {
  await page.goto('/websites');
  await page.getByRole('heading', { level: 1, name: 'Websites' }).waitFor();
}

async function settingsRecords({ api, proxy }: World): Promise<readonly BenchRecord[]> {
  proxy.setRoundTrip(0);
  const texts = new Map<Category, string>();
  for (const screen of settingsScreens)
    for (const field of fieldsOf(screen))
      if (field.kind === 'text' && !texts.has(categoryOf(screen, field))) texts.set(categoryOf(screen, field), field.key);
  const found: BenchRecord[] = [];
  for (const { id } of await api.websites())
    for (const [category, key] of texts)
      if (found.length < records)
        found.push({ kind: 'settings', websiteId: id, category, key, value: await settingOf(api, id, category, key) });
  return found;
}

async function settingOf(api: Api, websiteId: string, category: Category, key: string): Promise<readonly string[] | null> {
  return (await api.settings(websiteId, category)).get(key)?.value?.map(String) ?? null;
}

async function blockRecords({ api, site, proxy }: World): Promise<readonly BenchRecord[]> {
  proxy.setRoundTrip(0);
  const existing = new Set((await api.blocks(site.id)).map(({ id }) => id));
  for (let at = 0; at < records; at += 1) {
    const answer = await api.call('POST', `/websites/${site.id}/blocks/create`, { key: 'banner', label: `Record ${at}` });
    if (!answer.ok) throw new Error(`The API answered ${answer.status}: ${await answer.text()}`);
  }
  const blocks = (await api.blocks(site.id)).filter(({ id }) => !existing.has(id));
  return blocks.map(({ id, label, settings }) => {
    const title = settings?.find(({ key }) => key.endsWith('title'));
    if (!title) throw new Error('A banner has no title.');
    return { kind: 'block', websiteId: site.id, id, label, key: title.key, value: title.value?.map(String) ?? null };
  });
}

async function textOf(api: Api, record: BenchRecord): Promise<Json | undefined> {
  if (record.kind === 'settings') return (await settingOf(api, record.websiteId, record.category, record.key))?.[0];
  const block = (await api.blocks(record.websiteId)).find(({ id }) => id === record.id);
  return block?.settings?.find(({ key }) => key === record.key)?.value?.[0];
}

async function drain(
  { api, site, proxy, context, newPage }: World,
  what: string,
  saved: readonly BenchRecord[],
  path: string,
): Promise<void> {
  console.log(`${saved.length} records are there: ${what}`);
  const page = await newPage();
  await openHomepage(page, site.id);
  await bringToDevice(page);
  await showWebsites(page);
  await context.setOffline(true);
  await withOutbox(page, code);
  const entries = await page.evaluate(([w, all, rounds]) => globalThis.outboxInPage?.saveTexts(w, all, rounds), [
    whose,
    saved,
    savesOfEach,
  ] as const);
  console.log(`${entries} entries wait`);
  proxy.setRoundTrip(roundTripMs);
  const sent = { reads: 0, writes: 0 };
  let firstAt: number | null = null;
  proxy.onRequest((method, asked) => {
    if (!asked.includes(path)) return;
    firstAt ??= performance.now();
    sent[method === 'GET' ? 'reads' : 'writes'] += 1;
  });
  const onlineAt = performance.now();
  const before = proxy.effects.length;
  const passagesBefore = proxy.passages.length;
  await context.setOffline(false);
  // Reading the page's store takes the page's time: only after all requests have arrived.
  while (proxy.effects.length < before + (entries ?? 0)) await sleep(10);
  while ((await outboxRows(page)).length > 0) await sleep(50);
  proxy.onRequest(null);
  const effects = proxy.effects.slice(before);
  const passages = proxy.passages.slice(passagesBefore).filter(({ path: asked }) => asked.includes(path));
  // The delay of an answer, at most.
  const lastAt = (effects.at(-1)?.at ?? Number.NaN) + roundTripMs / 2;
  const took = lastAt - (firstAt ?? onlineAt);
  const floor = (records * roundTripMs) / sideBySide;
  const requests = sent.reads + sent.writes;
  const values = await Promise.all(saved.map((record) => textOf(api, record)));
  const wrong = values.filter((value) => value !== `Round ${savesOfEach}`);
  console.log(
    `${records * savesOfEach} saves over ${records} records became ${entries} entries; ${sent.writes} writes and ${sent.reads} reads were sent; ${wrong.length} records are not as saved`,
  );
  console.log(
    `drain: ${took.toFixed(0)} ms; ${(took / floor).toFixed(2)} of the floor of one request each (${floor} ms), ${(took / ((requests * roundTripMs) / sideBySide)).toFixed(2)} of that of all requests`,
  );
  const reads = passages.filter(({ method }) => method === 'GET').slice(0, 20);
  const byItself = (await timeWithoutStore(page, api, reads, 1)) / reads.length;
  console.log(`one read by itself, without the store: ${byItself.toFixed(0)} ms`);
  const withoutStore = await timeWithoutStore(page, api, passages, sideBySide);
  console.log(
    `the same ${passages.length} requests from the same page, ${sideBySide} at a time and with no store: ${withoutStore.toFixed(0)} ms; the drain took ${(took / withoutStore).toFixed(2)} of that`,
  );
  console.log(`until the first request after the connection was back: ${((firstAt ?? onlineAt) - onlineAt).toFixed(0)} ms`);
  await page.close();
}

/** How long the same requests take from the page without the store, at the same concurrency. ms. */
function timeWithoutStore(
  page: Page,
  { session: { apiToken, accountId } }: Api,
  passages: readonly Passage[],
  atOnce: number,
): Promise<number> {
  const headers = { authorization: `Bearer ${apiToken}`, ...(accountId === null ? {} : { 'x-account-id': accountId }) };
  // The proxy keeps bodies as latin1.
  const requests = passages.map(({ method, path, body }) => ({ method, path, body: Buffer.from(body, 'latin1').toString('utf8') }));
  return page.evaluate(
    async ([asked, common, lanes]) => {
      const left = [...asked];
      const lane = async () => {
        for (let next = left.shift(); next; next = left.shift()) {
          const { method, path, body } = next;
          const write = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
          const response = await fetch(path, method === 'GET' ? { headers: common } : { method, body, headers: { ...common, ...write } });
          if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
          await response.json();
        }
      };
      const since = performance.now();
      await Promise.all(Array.from({ length: lanes }, lane));
      return performance.now() - since;
    },
    [requests, headers, atOnce] as const,
  );
}

async function lengths({ site, context, newPage }: World): Promise<void> {
  const page = await newPage();
  await openHomepage(page, site.id);
  // In a tab without a homepage, which would apply 10,000 pending creates: the outbox alone is measured.
  await showWebsites(page);
  await context.setOffline(true);
  await withOutbox(page, code);
  const figures: Figures[] = [];
  for (const count of [100, 1_000, 10_000]) {
    await page.evaluate(([w, wanted]) => globalThis.outboxInPage?.fillWithCreates(w, wanted), [whose, count] as const);
    const rows = (await outboxRows(page)).length;
    if (rows !== count) throw new Error(`The outbox holds ${rows} entries.`);
    const other = await newPage();
    await showWebsites(other);
    await withOutbox(other, code);
    const times = await other.evaluate(([w, n]) => globalThis.outboxInPage?.timeAppends(w, n), [whose, 11] as const);
    const picks = await other.evaluate(([w, n]) => globalThis.outboxInPage?.timePicks(w, n), [whose, 11] as const);
    const chip = other.getByRole('banner').getByRole('button', { name: /^Sync status/u });
    const samples: number[] = [];
    for (let at = 0; at < 3; at += 1) {
      await chip.waitFor();
      samples.push(await chip.evaluate(openAndPaint));
      await other.getByRole('dialog', { name: 'Sync centre' }).getByRole('button', { name: 'Close' }).click();
      await other.getByRole('dialog', { name: 'Sync centre' }).waitFor({ state: 'hidden' });
    }
    if (!times || !picks) throw new Error('Nothing was timed.');
    figures.push({ save: median(times.save), create: median(times.create), pick: median(picks), center: median(samples) });
    console.log(`${count} entries: ${compare(figures, (ratio) => `${ratio.toFixed(1)}x`)}`);
    await other.close();
  }
  console.log(`10,000 entries to 100: ${compare(figures, (ratio) => `${ratio.toFixed(1)}x, ${ratio <= flat ? 'flat' : 'not flat'}`)}`);
  await page.evaluate(() => globalThis.outboxInPage?.empty());
}

/** The last figures, each with a text that `said` makes of its ratio to the first. */
function compare(figures: readonly Figures[], said: (ratio: number) => string): string {
  const [first, last] = [figures[0], figures.at(-1)];
  if (!first || !last) return '';
  return steps.map(([name, label]) => `${label} ${last[name].toFixed(1)} ms (${said(last[name] / first[name])})`).join(', ');
}

/** Medians, ms. */
interface Figures {
  readonly save: number;
  readonly create: number;
  readonly pick: number;
  readonly center: number;
}

/** From the click to the frame that shows the drawer with its entries. ms. */
async function openAndPaint(button: Element): Promise<number> {
  const since = performance.now();
  if (button instanceof HTMLElement) button.click();
  // Entries have buttons; lines of the log have none.
  const isThere = () => document.querySelector('[role=dialog] li button') !== null;
  while (!isThere()) await new Promise((resolve) => requestAnimationFrame(resolve));
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return performance.now() - since;
}
