import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type ClientStore, openClientStore } from './open-client-store.ts';
import { evictOldest } from './evict-oldest.ts';
import { recordCacheKey, settingsKey } from '#contract/cache-keys.ts';
import { DexieDatabase } from './dexie-database.ts';
import { withRoom } from './make-room.ts';
import { storeErrorOf } from './store-error.ts';
import { enqueued, save } from './testing/saves.ts';

let store: ClientStore;
let raw: DexieDatabase;
const key = settingsKey('w1', 'social');
const cache = (value: string) => store.cache.put('u1', key, { websiteId: 'w1', data: [{ key: 'fb_link', value: [value] }], etag: null });
const evict = () => raw.transaction('rw', raw.tables, () => evictOldest(raw, 1_000));
const saved = async (value: string) => {
  const opId = await enqueued(store.outbox.append(save({ fb_link: value }, { base: { fb_link: ['before'] } })));
  const epoch = await store.fence.take('u1', 'tab');
  await store.drain.claim(opId, epoch);
  await store.drain.applyResult(opId, epoch, { kind: 'applied', answer: null, ifMatch: null, read: null });
};
const baseInAnotherTab = async () => {
  await store.outbox.append(save({ fb_link: 'typed' }, { base: { fb_link: ['before'] } }));
  const [entry] = await store.outbox.list('u1');
  return entry?.kind === 'readable' && entry.entry.base['fb_link'];
};

beforeEach(async () => {
  const name = `evict-${crypto.randomUUID()}`;
  store = await openClientStore({ name, appVersion: 'test', now: () => 1_000 });
  raw = new DexieDatabase(name);
  await cache('before');
  await saved('mine');
});
afterEach(() => {
  raw.close();
  store.close();
});

it('a record is evicted before its confirmed writes: an edit from before those saves causes no conflict with them', async () => {
  expect(await evict()).toBe(true);
  expect(await raw.resources.toArray()).toMatchObject([{ key, data: null }]);
  expect(await baseInAnotherTab()).toEqual(['mine']);
});

it('writes that are confirmed after the eviction are recorded too', async () => {
  await evict();
  await saved('mine again');
  expect(await baseInAnotherTab()).toEqual(['mine again']);
});

it('a later value of somebody else is still a conflict', async () => {
  await evict();
  await cache('theirs');
  expect(await baseInAnotherTab()).toEqual(['before']);
});

it('confirmed writes are never evicted', async () => {
  expect([await evict(), await evict()]).toEqual([true, false]);
  expect(await raw.resources.toArray()).toMatchObject([{ key, data: null }]);
  expect(await baseInAnotherTab()).toEqual(['mine']);
});

it('an answer to a read from before the eviction does not replace what was cached since, also in the same millisecond', async () => {
  const other = settingsKey('w1', 'feeds');
  const put = (value: string, expectedRevision?: number) =>
    store.cache.put('u1', other, {
      websiteId: 'w1',
      data: [{ key: 'feed_url', value: [value] }],
      etag: null,
      ...(expectedRevision !== undefined && { expectedRevision }),
    });
  await put('first');
  const before = await store.cache.revision('u1', other);
  await evict();
  expect(await raw.resources.get(['u1', other])).toMatchObject({ data: null });
  await put('later');
  expect(await put('first', before)).toBe(false);
});

it('one write evicts an answer once, although an open screen fetches it again at once; the next write evicts it again', async () => {
  let rounds = 0;
  const loadEviction = async () => {
    rounds += 1;
    if (rounds > 20) throw new Error('no end');
    await cache('fetched again');
    await store.cache.put('u1', 'call/one', { websiteId: 'w1', data: [], etag: null });
    return { evictOldest };
  };
  const evictElsewhere = vi.fn(() => Promise.resolve(true));
  const db = withRoom(raw, { evictElsewhere, loadEviction, now: () => 5_000 });
  const write = () =>
    db.transaction('rw', [db.meta], () => Promise.reject(new DOMException('The disk is full.', 'QuotaExceededError'))).catch(storeErrorOf);
  expect(await write()).toMatchObject({ code: 'quota' });
  // The last one finds nothing that it has not evicted before.
  expect(rounds).toBe(3);
  expect(await write()).toMatchObject({ code: 'quota' });
  expect(rounds).toBe(6);
  expect(evictElsewhere).toHaveBeenCalledTimes(2);
});

it('the record that a pending change is about stays, and not that with the same id on another website', async () => {
  const put = (resource: string, websiteId: string | null) =>
    store.cache.put('u1', recordCacheKey(resource, websiteId, '1'), { websiteId, data: { id: '1' }, etag: null });
  for (const websiteId of ['w1', 'w2']) await put('redirect', websiteId);
  await put('user', null);
  await put('sync', null);
  const of = { userId: 'u1', accountId: 'a1', websiteId: 'w1', mutation: 'delete', body: { id: '1', name: 'One' }, base: {} } as const;
  for (const resource of ['redirect', 'user']) await enqueued(store.outbox.append({ ...of, resource }));
  while (await evict());
  const left = (await raw.resources.toArray()).filter(({ data }) => data !== null).map((row) => row.key);
  expect(left).toEqual([recordCacheKey('redirect', 'w1', '1'), recordCacheKey('user', null, '1')]);
});
