import { endWithPage } from './end-with-page.ts';

/**
 * Dexie looks for IndexedDB when its code is loaded, and each time it opens a store: where looking throws, it is to find none. It asks once, too,
 * whether an array can be a key, and would compare keys wrongly for good if nobody answered. This code is loaded before Dexie's.
 */
export function letDexieLook(): void {
  const set = (name: 'indexedDB' | 'IDBKeyRange', value: unknown) =>
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  try {
    void globalThis.indexedDB;
  } catch {
    set('indexedDB', undefined);
  }
  if (!('IDBKeyRange' in globalThis)) set('IDBKeyRange', { only: () => undefined });
}
letDexieLook();

/** The name of the console's store. */
export const storeName = 'frontage';

/**
 * Opens the existing store while the code that reads it is still loading. Null where there is none, or where it can't be opened: whoever
 * needs the store then opens it as usual. Never creates or upgrades one, and never rejects.
 */
export async function connectEarly(name = storeName, factory?: IDBFactory): Promise<IDBDatabase | null> {
  try {
    return await connect(name, factory ?? globalThis.indexedDB);
  } catch {
    // The browser blocks site data, has no IndexedDB, or found no store.
    return null;
  }
}

function connect(name: string, factory: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(name);
    // There is no store. The request fails now, and leaves none.
    request.onupgradeneeded = () => request.transaction?.abort();
    request.onerror = (event) => {
      event.preventDefault();
      reject(request.error ?? new Error('the store could not be opened'));
    };
    request.onsuccess = () => {
      const connection = request.result;
      // Nobody has to wait for a connection that nobody uses yet.
      connection.onversionchange = () => {
        connection.close();
        closed.add(connection);
      };
      connection.onclose = () => closed.add(connection);
      endWithPage(connection, () => closed.add(connection));
      resolve(connection);
    };
  });
}

const closed = new WeakSet<IDBDatabase>();

/** False once the browser or another version of the store has asked for its end. */
export const isUsable = (connection: IDBDatabase): boolean => !closed.has(connection);
