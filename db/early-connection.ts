import { endWithPage } from './end-with-page.ts';

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
