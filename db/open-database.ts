import { isUsable } from './early-connection.ts';
import { NewerStoreError } from './store-error.ts';
import { isNewerSchema } from './stores.ts';
import { DexieDatabase } from './dexie-database.ts';

/**
 * Opens the database, and rejects with `NewerStoreError` where a newer version upgraded it. Nothing is written then. `listen`
 * is called with each database before it is opened. `early`: a connection to it that is taken over where its version is right.
 */
export async function openDatabase(name: string, listen: (db: DexieDatabase) => void, early?: IDBDatabase): Promise<DexieDatabase> {
  try {
    return await open(name, undefined, listen, early);
  } catch (thrown) {
    if (!isVersionError(thrown)) throw thrown;
    const found = await nativeVersionOf(name);
    if (isNewerSchema(found)) throw new NewerStoreError();
    return open(name, found, listen);
  }
}

/** The database on a connection of this code's version, which it takes over with its first call. */
export function databaseOn(connection: IDBDatabase, listen: (db: DexieDatabase) => void): DexieDatabase {
  const db = new DexieDatabase(connection.name, withVersion(globalThis.indexedDB, undefined, connection));
  listen(db);
  return db;
}

async function open(
  name: string,
  found: number | undefined,
  listen: (db: DexieDatabase) => void,
  early?: IDBDatabase,
): Promise<DexieDatabase> {
  const db = new DexieDatabase(name, withVersion(globalThis.indexedDB, found, early));
  listen(db);
  await db.open();
  return db;
}

/**
 * Dexie opens a newer store without a version, adds the tables that it misses and raises the native version. This factory opens only
 * versions that this code knows: `found` where Dexie names none. It gives `early` once; any other version of it is closed.
 */
function withVersion(factory: IDBFactory, found: number | undefined, early?: IDBDatabase): IDBFactory {
  let offered = early;
  return {
    open(name, version) {
      const known = version ?? found;
      if (known === undefined) throw new DOMException('The store is of a newer version.', 'VersionError');
      const connection = offered;
      offered = undefined;
      if (connection && connection.name === name && connection.version === known && isUsable(connection))
        return new OpenedRequest(connection);
      connection?.close();
      return factory.open(name, known);
    },
    deleteDatabase: (name) => factory.deleteDatabase(name),
    cmp: (first, second) => factory.cmp(first, second),
    databases: () => factory.databases(),
  };
}

/** A request for a connection that is open already. It succeeds once whoever made it listens. */
class OpenedRequest extends EventTarget implements IDBOpenDBRequest {
  readonly error = null;
  readonly readyState = 'done';
  readonly transaction = null;
  onsuccess: IDBOpenDBRequest['onsuccess'] = null;
  onerror: IDBOpenDBRequest['onerror'] = null;
  onblocked: IDBOpenDBRequest['onblocked'] = null;
  onupgradeneeded: IDBOpenDBRequest['onupgradeneeded'] = null;
  readonly result: IDBDatabase;

  constructor(connection: IDBDatabase) {
    super();
    this.result = connection;
    queueMicrotask(() => this.onsuccess?.(new Event('success')));
  }

  get source(): never {
    throw new DOMException('An opened store has no source.', 'InvalidStateError');
  }
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
