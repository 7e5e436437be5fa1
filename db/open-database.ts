import { NewerStoreError } from './store-error.ts';
import { isNewerSchema } from './stores.ts';
import { DexieDatabase } from './dexie-database.ts';

/**
 * Opens the database, and rejects with `NewerStoreError` where a newer version upgraded it. Nothing is written then. `listen`
 * is called with each database before it is opened.
 */
export async function openDatabase(name: string, listen: (db: DexieDatabase) => void): Promise<DexieDatabase> {
  try {
    return await open(name, undefined, listen);
  } catch (thrown) {
    if (!isVersionError(thrown)) throw thrown;
    const found = await nativeVersionOf(name);
    if (isNewerSchema(found)) throw new NewerStoreError();
    return open(name, found, listen);
  }
}

async function open(name: string, found: number | undefined, listen: (db: DexieDatabase) => void): Promise<DexieDatabase> {
  const db = new DexieDatabase(name, withVersion(globalThis.indexedDB, found));
  listen(db);
  await db.open();
  return db;
}

/**
 * Dexie opens a newer store without a version, adds the tables that it misses and raises the native version. This factory opens only
 * versions that this code knows: `found` where Dexie names none.
 */
function withVersion(factory: IDBFactory, found: number | undefined): IDBFactory {
  return {
    open(name, version) {
      const known = version ?? found;
      if (known === undefined) throw new DOMException('The store is of a newer version.', 'VersionError');
      return factory.open(name, known);
    },
    deleteDatabase: (name) => factory.deleteDatabase(name),
    cmp: (first, second) => factory.cmp(first, second),
    databases: () => factory.databases(),
  };
}

function isVersionError(thrown: unknown): boolean {
  return thrown instanceof Error && (thrown.name === 'VersionError' || isVersionError(thrown.cause));
}

/** The native version of an existing store. */
function nativeVersionOf(name: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = globalThis.indexedDB.open(name);
    request.onsuccess = () => {
      const { version } = request.result;
      request.result.close();
      resolve(version);
    };
    request.onerror = () => reject(request.error ?? new Error('the store could not be opened'));
  });
}
