import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ClientStore, openClientStore } from './open-client-store.ts';
import { evictOldest } from './evict-oldest.ts';
import { settingsKey } from '#contract/cache-keys.ts';
import { DexieDatabase } from './stores.ts';
import { kept, save } from './testing/saves.ts';

let store: ClientStore;
let raw: DexieDatabase;
const key = settingsKey('w1', 'social');
const cache = (value: string) => store.cache.put('u1', key, { websiteId: 'w1', data: [{ key: 'fb_link', value: [value] }], etag: null });
const evict = () => raw.transaction('rw', raw.tables, () => evictOldest(raw));
const saved = async (value: string) => {
  const opId = await kept(store.outbox.append(save({ fb_link: value }, { base: { fb_link: ['before'] } })));
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

it('a record goes before what is known of own saves: an edit that began before them is not asked about them', async () => {
  expect(await evict()).toBe(true);
  expect(await raw.resources.toArray()).toMatchObject([{ key, data: null }]);
  expect(await baseInAnotherTab()).toEqual(['mine']);
});

it('what is confirmed after that is known as well', async () => {
  await evict();
  await saved('mine again');
  expect(await baseInAnotherTab()).toEqual(['mine again']);
});

it('what somebody else has written since is still a difference', async () => {
  await evict();
  await cache('theirs');
  expect(await baseInAnotherTab()).toEqual(['before']);
});

it('what is known of own saves stays, however little room there is', async () => {
  expect([await evict(), await evict()]).toEqual([true, false]);
  expect(await raw.resources.toArray()).toMatchObject([{ key, data: null }]);
  expect(await baseInAnotherTab()).toEqual(['mine']);
});
