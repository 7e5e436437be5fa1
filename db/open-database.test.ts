import { mutationName } from '#contract/outbox-entry.ts';
import { Dexie } from 'dexie';
import { describe, expect, it, vi } from 'vitest';
import { openClientStore } from './open-client-store.ts';
import { storeErrorOf } from './store-error.ts';
import { schemaVersion, tableSchemas } from './stores.ts';
import { DexieDatabase } from './dexie-database.ts';

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
