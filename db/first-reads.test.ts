import { settingsKey } from '#contract/cache-keys.ts';
import { Dexie } from 'dexie';
import * as v from 'valibot';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectEarly } from './early-connection.ts';
import { readEarly } from './first-reads.ts';
import { type ClientStore, type OpenClientStoreOptions, openClientStore } from './open-client-store.ts';
import { schemaVersion, tableSchemas } from './stores.ts';
import type { Tabs } from './tabs.ts';

const userId = 'u1';
const websites = v.array(v.object({ name: v.string() }));
const social = settingsKey('w1', 'social');
const first = { userId, keys: ['websites', social] };
const place = { userId, websiteId: 'w1', screen: 'social-links' };

const setting = (value: string) => ({ key: 'fb_link', value: [value], category: 'social' as const, type: null });
const save = { userId, accountId: 'a1', websiteId: 'w1', resource: 'settings', mutation: 'update', base: {} } as const;
const putWebsites = (store: ClientStore, name: string) =>
  store.cache.put(userId, 'websites', { websiteId: null, data: [{ name }], etag: null });

/** A store with what an earlier visit has cached; `meanwhile` is what it has besides. */
async function visited(meanwhile: (store: ClientStore) => Promise<unknown> = async () => undefined): Promise<string> {
  const name = `unit-${crypto.randomUUID()}`;
  const store = await openClientStore({ name, appVersion: 'test' });
  await putWebsites(store, 'Harbour');
  await store.cache.put(userId, social, { websiteId: 'w1', data: [setting('stored')], etag: 'e1' });
  await meanwhile(store);
  store.close();
  return name;
}

async function opened(name: string, options: Partial<OpenClientStoreOptions> = {}) {
  const afterFirstScreen = Promise.withResolvers<void>();
  const connection = await connectEarly(name);
  if (!connection) throw new Error('there is no store');
  const transactions = vi.spyOn(connection, 'transaction');
  const early = Promise.resolve<IDBDatabase>(connection);
  const store = await openClientStore({ name, appVersion: 'test', early, first, afterFirstScreen: afterFirstScreen.promise, ...options });
  onTestFinished(() => {
    connection.close();
    store.close();
  });
  // The one that has read the rows.
  expect(transactions).toHaveBeenCalledOnce();
  transactions.mockClear();
  return { store, transactions, endFirstScreen: afterFirstScreen.resolve };
}

describe('reads of the first screen', () => {
  it('are answered as the database would, before it is opened', async () => {
    const name = await visited();
    const { store, transactions } = await opened(name);
    const atOnce = [
      await store.cache.get(userId, 'websites', websites),
      await store.readSettings(userId, 'w1', 'social'),
      await store.drafts.get(place),
    ];
    expect(transactions).not.toHaveBeenCalled();
    // A change of anything ends it.
    await store.cache.put(userId, 'other', { websiteId: null, data: [], etag: null });
    transactions.mockClear();
    expect(atOnce).toEqual([
      await store.cache.get(userId, 'websites', websites),
      await store.readSettings(userId, 'w1', 'social'),
      await store.drafts.get(place),
    ]);
    expect(transactions).toHaveBeenCalledTimes(3);
    expect(atOnce).toMatchObject([{ data: [{ name: 'Harbour' }] }, { stored: [{ value: ['stored'] }], etag: 'e1' }, null]);
  });

  it('see each write of this tab', async () => {
    const { store } = await opened(await visited());
    await putWebsites(store, 'Hills');
    expect(await store.cache.get(userId, 'websites', websites)).toMatchObject({ data: [{ name: 'Hills' }] });
    await store.outbox.append({ ...save, body: { category: 'social', settings: [setting('mine')] } });
    expect(await store.readSettings(userId, 'w1', 'social')).toMatchObject({ settings: [{ value: ['mine'] }] });
  });

  it('of another user, or of other keys, ask the database', async () => {
    const name = await visited((store) => store.cache.put('u2', 'websites', { websiteId: null, data: [{ name: 'Theirs' }], etag: null }));
    const { store } = await opened(name);
    expect(await store.cache.get('u2', 'websites', websites)).toMatchObject({ data: [{ name: 'Theirs' }] });
    expect(await store.readSettings(userId, 'w1', 'style')).toMatchObject({ stored: null });
  });

  it('ask for a draft where there is any', async () => {
    const name = await visited((store) => store.drafts.put(place, { values: { fb_link: 'typed' }, base: {} }));
    const { store } = await opened(name);
    expect(await store.drafts.get(place)).toMatchObject({ values: { fb_link: 'typed' } });
    expect(await store.readSettings(userId, 'w1', 'social')).toMatchObject({ settings: [{ value: ['stored'] }] });
  });

  it('wait for the database where an entry is pending', async () => {
    const name = await visited((store) => store.outbox.append({ ...save, body: { category: 'social', settings: [setting('mine')] } }));
    const connection = await connectEarly(name);
    expect(await readEarly(connection, first)).toBeNull();
    connection?.close();
  });

  it('are not used where the browser has closed the connection and has not said so yet', async () => {
    const connection = await connectEarly(await visited());
    connection?.close();
    expect(await readEarly(connection, first)).toBeNull();
  });

  it('are not used where another tab saves before this one has its name', async () => {
    const name = await visited();
    const other = await openClientStore({ name, appVersion: 'test' });
    const connection = await connectEarly(name);
    if (!connection) throw new Error('there is no store');
    const transactions = vi.spyOn(connection, 'transaction');
    const tabs = Promise.withResolvers<Tabs>();
    const early = Promise.resolve<IDBDatabase>(connection);
    const opening = openClientStore({ name, appVersion: 'test', early, first, afterFirstScreen: Promise.resolve(), tabs: tabs.promise });
    await expect.poll(() => transactions.mock.calls.length).toBeGreaterThan(0);
    await other.outbox.append({ ...save, body: { category: 'social', settings: [setting('mine')] } });
    tabs.resolve({ own: 'tab', living: async () => [] });
    const store = await opening;
    onTestFinished(() => {
      for (const each of [connection, other, store]) each.close();
    });
    expect(await store.readSettings(userId, 'w1', 'social')).toMatchObject({ settings: [{ value: ['mine'] }] });
  });
});

it('counts the outbox after the first screen, and not for a view that has ended', async () => {
  const { store, transactions, endFirstScreen } = await opened(await visited());
  const [seen, unseen] = [vi.fn(), vi.fn()];
  store.watch.summary(userId, seen);
  store.watch.summary(userId, unseen)();
  expect(transactions).not.toHaveBeenCalled();
  endFirstScreen();
  await expect.poll(() => seen.mock.calls).toMatchObject([[{ pending: 0, attention: 0 }]]);
  expect(unseen).not.toHaveBeenCalled();
});

it('asks for a reload where a newer version has upgraded the store before it was opened', async () => {
  const onVersionChange = vi.fn();
  const name = await visited();
  const { endFirstScreen } = await opened(name, { onVersionChange });
  const newer = new Dexie(name);
  newer.version(schemaVersion + 1).stores(tableSchemas);
  await newer.open();
  newer.close();
  endFirstScreen();
  await expect.poll(() => onVersionChange.mock.calls.length).toBe(1);
});
