import { mutationName } from '#contract/outbox-entry.ts';
import { Dexie } from 'dexie';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AnyMutation } from './append.ts';
import { connectEarly } from './early-connection.ts';
import { readEarly } from './first-reads.ts';
import { openClientStore } from './open-client-store.ts';
import { storeErrorOf } from './store-error.ts';
import { schemaVersion, tableSchemas } from './stores.ts';
import { DexieDatabase } from './dexie-database.ts';

const save: AnyMutation = {
  userId: 'u1',
  accountId: 'a1',
  websiteId: 'w1',
  resource: 'settings',
  mutation: 'update',
  body: { category: 'social', settings: [{ key: 'fb_link', value: ['typed'], category: 'social', type: null }] },
  base: { fb_link: null },
};

/** The outbox as it is stored. */
async function stored(name: string) {
  const raw = new DexieDatabase(name);
  const entries = await raw.outbox.toArray();
  raw.close({ disableAutoOpen: true });
  return entries;
}

const newName = () => `unit-${crypto.randomUUID()}`;

/** The store as a later version might leave it: one of our tables is gone, and there is a new one. */
async function writeNewer(name: string): Promise<void> {
  const newer = new Dexie(name);
  const { outbox, meta } = tableSchemas;
  newer.version(schemaVersion + 1).stores({ outbox, meta, later: 'id' });
  await newer.open();
  newer.close();
}

async function nativeVersion(name: string): Promise<number | undefined> {
  return (await indexedDB.databases()).find((database) => database.name === name)?.version;
}

describe('a store that a newer version wrote', () => {
  it('is neither opened nor changed, and the tab asks for a reload', async () => {
    const name = newName();
    await writeNewer(name);
    const onVersionChange = vi.fn();
    const failure = await openClientStore({ name, appVersion: 'test', onVersionChange }).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(storeErrorOf(failure)).toMatchObject({ code: 'closed' });
    expect(failure).toMatchObject({ name: 'NewerStoreError' });
    expect(onVersionChange).toHaveBeenCalledOnce();
    expect(await nativeVersion(name)).toBe((schemaVersion + 1) * 10);
    const later = await new Dexie(name).open();
    expect(later.tables.map((table) => table.name)).toEqual(['later', 'meta', 'outbox']);
    later.close();
  });

  it('is opened where Dexie only raised the last digit of its version', async () => {
    const name = newName();
    const patched = new Dexie(name);
    patched.version(schemaVersion + 0.1).stores(tableSchemas);
    await patched.open();
    patched.close();
    const store = await openClientStore({ name, appVersion: 'test' });
    expect(await store.outbox.list('u1')).toEqual([]);
    store.close();
    expect(await nativeVersion(name)).toBe(schemaVersion * 10 + 1);
  });

  it('closes the store of a tab that has the older one open, which writes nothing after that', async () => {
    const name = newName();
    const onVersionChange = vi.fn();
    const store = await openClientStore({ name, appVersion: 'test', onVersionChange });
    await writeNewer(name);
    expect(onVersionChange).toHaveBeenCalledOnce();
    const place = { userId: 'u1', websiteId: 'w1', screen: 's' };
    await expect(store.drafts.put(place, { values: {}, base: {} })).rejects.toMatchObject({ name: 'DatabaseClosedError' });
    expect(await nativeVersion(name)).toBe((schemaVersion + 1) * 10);
  });
});

it('finds entries and drafts that version 1 wrote after the upgrade, during a rollback', async () => {
  const name = newName();
  const localId = 'local:11111111-1111-4111-8111-111111111111';
  const of = { userId: 'u1', accountId: 'a1', websiteId: 'w1' } as const;
  const before = await openClientStore({ name, appVersion: 'test', now: () => 1_000 });
  await before.outbox.append({
    ...of,
    resource: 'file',
    mutation: 'upload',
    body: { localId, websiteId: 'w1', settingKey: 'desktop_logo', category: 'style', type: 'image', name: 'a.png', bytes: 3 },
    base: {},
    file: { blob: new Blob(['abc']), name: 'a.png' },
  });
  before.close();
  const raw = new DexieDatabase(name);
  // As version 1 writes it, without the index fields of version 2.
  const late = new Set(['record', 'localId', 'attention', 'mayHaveBeenApplied', 'troubles', 'maybeOurs']);
  for (const entry of await raw.outbox.toArray())
    await raw.outbox.put({ ...Object.fromEntries(Object.entries(entry).filter(([field]) => !late.has(field))), recordVersion: 1 });
  raw.close({ disableAutoOpen: true });
  const store = await openClientStore({ name, appVersion: 'test', now: () => 1_000 });
  expect(await store.files.state('u1', localId)).toMatchObject({ kind: 'pending' });
  expect(await store.outbox.counts('u1')).toEqual({ pending: 1, attention: 0 });
  const saved = await store.outbox.append({
    ...of,
    resource: 'settings',
    mutation: 'update',
    body: { category: 'style', settings: [{ key: 'desktop_logo', value: [localId], category: 'style', type: 'image' }] },
    base: { desktop_logo: null },
  });
  const entries = (await store.outbox.list('u1')).flatMap((read) => (read.kind === 'readable' ? [read.entry] : []));
  expect(saved.kind).toBe('enqueued');
  expect(entries.map(mutationName)).toEqual(['file.upload', 'settings.update']);
  expect(entries.at(-1)?.dependsOn).toEqual([entries[0]?.opId]);
  store.close();
});

describe('a connection that was opened while the code was loading', () => {
  const earlyOf = async (name: string) => {
    const early = await connectEarly(name);
    if (early === null) throw new Error('there is no store');
    return early;
  };

  const nobody = { userId: '', keys: [] };

  it('is the one that the store uses', async () => {
    const name = newName();
    (await openClientStore({ name, appVersion: 'test' })).close();
    const early = await earlyOf(name);
    const open = vi.spyOn(indexedDB, 'open');
    const store = await openClientStore({ name, appVersion: 'test', early: Promise.resolve(early) });
    expect(await store.outbox.list('u1')).toEqual([]);
    expect(open).not.toHaveBeenCalled();
    open.mockRestore();
    store.close();
    expect(() => early.transaction('outbox')).toThrow(expect.objectContaining({ name: 'InvalidStateError' }));
  });

  it('creates no store, and rejects nothing where the browser refuses one', async () => {
    const name = newName();
    expect(await connectEarly(name)).toBeNull();
    expect(await nativeVersion(name)).toBeUndefined();
    const refusing = {
      ...indexedDB,
      open() {
        throw new DOMException('refused', 'SecurityError');
      },
    };
    expect(await connectEarly(name, refusing)).toBeNull();
  });

  it('says whether an entry is pending', async () => {
    const name = newName();
    const store = await openClientStore({ name, appVersion: 'test' });
    const idle = await earlyOf(name);
    expect(await readEarly(idle, nobody)).not.toBeNull();
    await store.outbox.append({
      ...{ userId: 'u1', accountId: 'a1', websiteId: 'w1' },
      resource: 'file',
      mutation: 'upload',
      body: {
        ...{ localId: 'local:22222222-2222-4222-8222-222222222222', websiteId: 'w1', settingKey: 'desktop_logo', category: 'style' },
        ...{ type: 'image', name: 'a.png', bytes: 3 },
      },
      base: {},
      file: { blob: new Blob(['abc']), name: 'a.png' },
    });
    expect(await readEarly(idle, nobody)).toBeNull();
    idle.close();
    store.close();
  });

  it('is closed and not used where an older version wrote the store, whose entries are kept and found', async () => {
    const name = newName();
    const before = await openClientStore({ name, appVersion: 'test' });
    await before.outbox.append(save);
    before.close();
    const [entry] = await stored(name);
    await Dexie.delete(name);
    const older = new Dexie(name);
    older.version(5).stores({ ...tableSchemas, outbox: tableSchemas.outbox.replace(', recordVersion', '') });
    await older.open();
    await older.table('outbox').add(entry);
    older.close();
    const early = await earlyOf(name);
    const afterFirstScreen = new Promise(() => undefined);
    const store = await openClientStore({ name, appVersion: 'test', early: Promise.resolve(early), afterFirstScreen });
    expect(await store.outbox.list('u1')).toMatchObject([{ kind: 'readable', entry: { opId: entry?.['opId'] } }]);
    expect(await nativeVersion(name)).toBe(schemaVersion * 10);
    store.close();
    const raw = new DexieDatabase(name);
    expect(await raw.outbox.where('recordVersion').above(0).count()).toBe(1);
    raw.close();
  });

  it('keeps nobody waiting, and is not used once it is closed for that', async () => {
    const name = newName();
    (await openClientStore({ name, appVersion: 'test' })).close();
    const early = await earlyOf(name);
    await Dexie.delete(name);
    const store = await openClientStore({ name, appVersion: 'test', early: Promise.resolve(early) });
    expect(await store.outbox.list('u1')).toEqual([]);
    store.close();
  });
});

it('drops what is too old only after the first screen, and carries over at once what an older version wrote', async () => {
  const name = newName();
  const count = async () => {
    const raw = new DexieDatabase(name);
    await raw.open();
    const rows = [await raw.log.count(), await raw.tabDrafts.count()];
    raw.close();
    return rows;
  };
  (await openClientStore({ name, appVersion: 'test' })).close();
  const raw = new DexieDatabase(name);
  await raw.open();
  const row = { userId: 'u1', websiteId: null, words: '', outcome: 'done', by: null, at: 1 } as const;
  await raw.log.bulkAdd(Array.from({ length: 5_001 }, (_, index) => ({ ...row, opId: `${index}` })));
  raw.close();
  const afterFirstScreen = Promise.withResolvers<void>();
  const store = await openClientStore({ name, appVersion: 'test', afterFirstScreen: afterFirstScreen.promise });
  expect(await count()).toEqual([5_001, 0]);
  afterFirstScreen.resolve();
  await expect.poll(count).toEqual([5_000, 0]);
  store.close();
  const again = new DexieDatabase(name);
  await again.open();
  await again.drafts.put({ userId: 'u1', websiteId: 'w1', screen: 's', values: {}, base: {}, savedAt: 1 });
  again.close();
  (await openClientStore({ name, appVersion: 'test', afterFirstScreen: new Promise(() => undefined) })).close();
  expect(await count()).toEqual([5_000, 1]);
});

it('reads no pending entry before the first screen, except where an older version may have written one', async () => {
  const name = newName();
  const afterFirstScreen = new Promise(() => undefined);
  const first = await openClientStore({ name, appVersion: 'test' });
  await first.outbox.append(save);
  first.close();
  const read = vi.spyOn(IDBObjectStore.prototype, 'getAll');
  onTestFinished(() => read.mockRestore());
  const plain = await openClientStore({ name, appVersion: 'test', afterFirstScreen });
  expect(read).not.toHaveBeenCalled();
  expect(await plain.outbox.counts('u1')).toEqual({ pending: 1, attention: 0 });
  plain.close();
  const raw = new DexieDatabase(name);
  for (const { record: _, attention: __, ...entry } of await raw.outbox.toArray()) await raw.outbox.put({ ...entry, recordVersion: 1 });
  raw.close({ disableAutoOpen: true });
  read.mockClear();
  const late = await openClientStore({ name, appVersion: 'test', afterFirstScreen });
  expect(read).toHaveBeenCalled();
  expect(await late.outbox.counts('u1')).toEqual({ pending: 1, attention: 0 });
  late.close();
});
