import { Dexie } from 'dexie';
import { describe, expect, it, vi } from 'vitest';
import { openDeviceStore } from './device-store.ts';
import { storeErrorOf } from './store-error.ts';
import { schemaVersion, tableSchemas } from './stores.ts';

const newName = () => `unit-${crypto.randomUUID()}`;

/** The store as a later version of this console might leave it: a table of ours is gone, another one has come. */
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
  it('is neither opened nor changed, and the person is asked to reload', async () => {
    const name = newName();
    await writeNewer(name);
    const onVersionChange = vi.fn();
    const failure = await openDeviceStore({ name, appVersion: 'test', onVersionChange }).then(
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
    const store = await openDeviceStore({ name, appVersion: 'test' });
    expect(await store.outbox.list('u1')).toEqual([]);
    store.close();
    expect(await nativeVersion(name)).toBe(schemaVersion * 10 + 1);
  });

  it('closes the tab that has the older one open, which writes nothing any more', async () => {
    const name = newName();
    const onVersionChange = vi.fn();
    const store = await openDeviceStore({ name, appVersion: 'test', onVersionChange });
    await writeNewer(name);
    expect(onVersionChange).toHaveBeenCalledOnce();
    const place = { userId: 'u1', websiteId: 'w1', screen: 's' };
    await expect(store.drafts.put(place, { values: {}, base: {} })).rejects.toMatchObject({ name: 'DatabaseClosedError' });
    expect(await nativeVersion(name)).toBe((schemaVersion + 1) * 10);
  });
});
