import { endWithPage } from './end-with-page.ts';
import type { OpenRequest } from './open-request.ts';
import type { StoreFault, StorePlace } from './store-place.ts';
import { longWriteLimitMs, within } from './within.ts';

/** Chromium fails an opening without a reason now and then, and while it removes the store; a later one works. */
const passing: readonly string[] = ['UnknownError', 'AbortError'];
const mostTries = 4;
/** Before the second try; longer each time. ms. */
const pauseMs = 50;

/**
 * Opens the store for `request`, which follows upgrades. Rejects where its version is newer. `limitMs`: without a sign of life for this long it
 * counts as stalled; null: no limit. While another tab blocks an upgrade there is none either, since the console says so then.
 */
export async function openNative(
  name: string,
  version: number,
  request: OpenRequest,
  limitMs: number | null,
  factory?: IDBFactory,
): Promise<IDBDatabase | StoreFault> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await openOnce(name, version, request, limitMs, factory);
    } catch (thrown) {
      if (!(thrown instanceof DOMException)) return 'missing';
      if (thrown.name === 'VersionError') throw thrown;
      if (!passing.includes(thrown.name) || tries === mostTries) return 'missing';
      await new Promise((resolve) => setTimeout(resolve, tries * pauseMs));
    }
  }
}

function openOnce(
  name: string,
  version: number,
  request: OpenRequest,
  limitMs: number | null,
  factory: IDBFactory = globalThis.indexedDB,
): Promise<IDBDatabase | 'stalled'> {
  return new Promise((resolve, reject) => {
    const native = factory.open(name, version);
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const waitAtMost = (ms: number | null) => {
      clearTimeout(timer);
      if (limitMs !== null && ms !== null) timer = setTimeout(end, ms, () => resolve('stalled'));
    };
    function end(settle: () => void): void {
      clearTimeout(timer);
      isOver = true;
      settle();
    }
    native.onblocked = (event) => {
      waitAtMost(null);
      request.onblocked?.(event);
    };
    native.onupgradeneeded = (event) => {
      if (isOver) return native.transaction?.abort();
      waitAtMost(longWriteLimitMs);
      request.upgrade(native, event);
    };
    native.onerror = (event) => {
      event.preventDefault();
      end(() => reject(native.error));
    };
    native.onsuccess = () => {
      // Too late: the store is in memory by now.
      if (isOver) return native.result.close();
      endWithPage(native.result);
      end(() => resolve(native.result));
    };
    waitAtMost(limitMs);
  });
}

/** Opens an existing store; null where there is none. Never creates or upgrades one. Rejects where it can't be opened. */
export function openExisting(name: string, factory: IDBFactory = globalThis.indexedDB): Promise<IDBDatabase | null> {
  return new Promise((resolve, reject) => {
    const request = factory.open(name);
    let isThere = true;
    request.onupgradeneeded = () => {
      isThere = false;
      request.transaction?.abort();
    };
    request.onerror = (event) => {
      event.preventDefault();
      if (isThere) reject(request.error ?? new Error('the store could not be opened'));
      else resolve(null);
    };
    request.onsuccess = () => resolve(request.result);
  });
}

/**
 * Whether transactions complete on this connection. It tries one that may write to all tables, which waits for every other one, and writes
 * nothing. While an earlier page or a frozen tab holds a transaction, it does not complete.
 */
export async function canTransact(connection: IDBDatabase, limitMs: number): Promise<boolean> {
  try {
    const transaction = connection.transaction([...connection.objectStoreNames], 'readwrite');
    transaction.objectStore('meta').get('');
    const asked = new Promise<boolean>((resolve) => {
      transaction.oncomplete = () => resolve(true);
      transaction.onabort = () => resolve(false);
    });
    const completed = await within(limitMs, asked, null);
    // Later ones would wait for it, too.
    if (completed === null) transaction.abort();
    return completed === true;
  } catch {
    // The browser has closed it.
    return false;
  }
}

/** Whether a store could be opened on the device now. */
export async function probeDevice(name: string, limitMs: number): Promise<StorePlace> {
  const probe = async (): Promise<StorePlace> => {
    try {
      const connection = await openExisting(name);
      // There is none, but one could be created.
      if (!connection) return 'device';
      const works = await canTransact(connection, limitMs);
      connection.close();
      return works ? 'device' : 'stalled';
    } catch {
      return 'missing';
    }
  };
  return within(2 * limitMs, probe(), 'stalled');
}
