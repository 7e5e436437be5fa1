import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { appendInWorker } from './append-in-worker.ts';
import { type AppendJob, type Appender, rowsAsText } from './append-job.ts';
import type { ClientStore } from './client-store.ts';
import { DexieDatabase } from './dexie-database.ts';
import { recordKey } from './index-fields.ts';
import { openClientStore } from './open-client-store.ts';
import { markRow } from './stash.ts';
import { nativeSchemaVersion } from './stores.ts';
import { save } from './testing/saves.ts';

let name: string;
let workers: Worker[];
let store: ClientStore;
let db: DexieDatabase;

beforeEach(async () => {
  name = `unit-${crypto.randomUUID()}`;
  workers = [];
  const Native = Worker;
  vi.stubGlobal(
    'Worker',
    class extends Native {
      constructor(...args: ConstructorParameters<typeof Worker>) {
        super(...args);
        workers.push(this);
      }
    },
  );
  store = await openClientStore({ name, appVersion: 'test' });
  db = new DexieDatabase(name);
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (const worker of workers) worker.terminate();
  store.close();
  db.close();
});

const record = recordKey({ entity: 'settings', scope: 'w1', id: 'w1/social' });
const keys = {
  epoch: 'data epoch of u1',
  cached: ['u1', 'k'],
  entries: ['u1', record],
} satisfies AppendJob['records'][number];
const nothing = rowsAsText([{ epoch: undefined, cached: undefined, entries: [] }]);

/** A job that writes the entry which a save would have left. */
async function jobOf(value: string): Promise<AppendJob> {
  const other = await openClientStore({ name: `unit-${crypto.randomUUID()}`, appVersion: 'test' });
  onTestFinished(() => other.close());
  await other.outbox.append(save({ fb_link: value }));
  const [read] = await other.outbox.list('u1');
  if (read?.kind !== 'readable') throw new Error('there is no entry');
  const { seq: _, ...entry } = read.entry;
  return {
    records: [keys],
    expected: nothing,
    rows: [{ ...entry, record, attention: 0, due: 0 }],
    mark: null,
    drafts: [],
  };
}

async function ready(appender: Appender): Promise<Appender> {
  // Until then nobody takes the job, and the worker refuses it.
  const job: AppendJob = { records: [keys], expected: 'nothing that a store holds', rows: [], mark: null, drafts: [] };
  await expect.poll(async () => appender.append(job)).toBe('changed');
  return appender;
}

const storedValues = async () => (await db.outbox.toArray()).map(({ body }) => body);

it('writes a row once the store holds what is expected, and tells the live views of every tab', async () => {
  const appender = await ready(appendInWorker(name, nativeSchemaVersion));
  const counts: number[] = [];
  const stop = store.watch.summary('u1', ({ pending }) => counts.push(pending));
  onTestFinished(stop);
  await expect.poll(() => counts).toEqual([0]);
  expect(await appender.append(await jobOf('mine'))).toBe('written');
  expect(await storedValues()).toMatchObject([{ settings: [{ value: ['mine'] }] }]);
  await expect.poll(() => counts).toEqual([0, 1]);
});

it('takes the save out of the drafts of its form with the same write, and marks that it is stored', async () => {
  const appender = await ready(appendInWorker(name, nativeSchemaVersion));
  const place = { userId: 'u1', websiteId: 'w1', screen: 'social-links' };
  const rowOf = (tab: string, values: Record<string, string>) => ({ ...place, tab, values, base: {}, savedAt: 1 });
  await db.tabDrafts.add(rowOf('only', { fb_link: 'mine', ig_link: 'not saved' }));
  const replaces = await db.tabDrafts.add(rowOf('closed', { fb_link: 'mine' }));
  await db.tabDrafts.add(rowOf('other', { fb_link: 'mine' }));
  const saved = { websiteId: 'w1', screens: ['social-links'], values: { fb_link: 'mine' }, base: {}, replaces, at: 2 };
  const drafts = [{ key: ['u1', 'w1', 'social-links', 'only'] as [string, string, string, string], saved }];
  expect(await appender.append({ ...(await jobOf('mine')), mark: markRow('a'), drafts })).toBe('written');
  expect((await db.tabDrafts.toArray()).map(({ tab, values }) => [tab, values])).toEqual([
    ['only', { ig_link: 'not saved' }],
    ['other', { fb_link: 'mine' }],
  ]);
  expect(await db.meta.get('stash/a')).toBeDefined();
});

it('takes nothing out of a draft of another screen, website or user that has the number of the one that the form was opened with', async () => {
  const appender = await ready(appendInWorker(name, nativeSchemaVersion));
  const row = { userId: 'u1', websiteId: 'w1', screen: 'social-links', tab: 'closed', values: { fb_link: 'mine' }, base: {}, savedAt: 1 };
  const others = [{ screen: 'contact' }, { websiteId: 'w2' }, { userId: 'u2' }];
  const numbers = await Promise.all(others.map((other) => db.tabDrafts.add({ ...row, ...other })));
  const saved = { websiteId: 'w1', screens: ['social-links'], values: { fb_link: 'mine' }, base: {}, at: 2 };
  const key: AppendJob['drafts'][number]['key'] = ['u1', 'w1', 'social-links', 'only'];
  const drafts = numbers.map((replaces) => ({ key, saved: { ...saved, replaces } }));
  expect(await appender.append({ ...(await jobOf('mine')), drafts })).toBe('written');
  expect(await db.tabDrafts.toArray()).toMatchObject(others);
});

it('writes nothing over an entry, an answer or a sign-out that came since', async () => {
  const appender = await ready(appendInWorker(name, nativeSchemaVersion));
  const job = await jobOf('mine');
  await db.meta.put({ key: keys.epoch, value: 1 });
  expect(await appender.append(job)).toBe('changed');
  await db.meta.delete(keys.epoch);
  await store.cache.put('u1', 'k', { websiteId: 'w1', data: [], etag: null });
  expect(await appender.append(job)).toBe('changed');
  await store.cache.wipe('u1');
  await store.outbox.append(save({ fb_link: 'another tab' }));
  expect(await appender.append(job)).toBe('changed');
  expect(await storedValues()).toMatchObject([{ settings: [{ value: ['another tab'] }] }]);
});

it('does not hold up a newer version of the store, and writes nothing there', async () => {
  const appender = await ready(appendInWorker(name, nativeSchemaVersion));
  const job = await jobOf('mine');
  store.close();
  db.close();
  const upgrade = indexedDB.open(name, nativeSchemaVersion + 10);
  const blocked = vi.fn();
  upgrade.onblocked = blocked;
  await new Promise((resolve) => {
    upgrade.onsuccess = resolve;
  });
  expect(blocked).not.toHaveBeenCalled();
  upgrade.result.close();
  expect(await appender.append(job)).toBe('changed');
});

it('starts once the browser is offline, before the first save', async () => {
  const appender = appendInWorker(name, nativeSchemaVersion);
  expect(workers).toHaveLength(0);
  dispatchEvent(new Event('offline'));
  expect(workers).toHaveLength(1);
  await ready(appender);
  expect(workers).toHaveLength(1);
});

it('is not there before its worker is ready, and no more once that has ended', async () => {
  const appender = appendInWorker(name, nativeSchemaVersion);
  const job = await jobOf('mine');
  await ready(appender);
  const [worker] = workers;
  worker?.terminate();
  // It may have ended before or after it wrote.
  expect(await appender.append(job)).toMatch(/^(?:written|unknown)$/u);
  await expect.poll(() => appender.append(job)).toBeNull();
});

it('takes a save after a new sign-in, of a record that was just read when the data was removed', async () => {
  const offline = await openClientStore({ name, appVersion: 'test', pendingReasonNow: () => ({ kind: 'offline' }) });
  onTestFinished(() => offline.close());
  const look = () => offline.readSettings('u1', 'w1', 'social');
  await look();
  await offline.outbox.appendAll([save({ fb_link: 'first' })]);
  // The page waits for the end of a worker that is ready.
  const isReady = async () => (await navigator.locks.query()).pending?.some((lock) => lock.name?.startsWith('frontage-append-'));
  await expect.poll(isReady).toBe(true);
  await Promise.all([look(), offline.forget('u1', { keepUnsent: false })]);
  expect(await offline.outbox.appendAll([save({ fb_link: 'mine' })])).toMatchObject({ kind: 'enqueued' });
});
