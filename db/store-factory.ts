import type { MemoryFactory } from './memory-factory.ts';
import { canTransact, probeDevice, openExisting, openNative } from './open-native.ts';
import { OpenRequest } from './open-request.ts';
import type { StoreFault, StorePlace } from './store-place.ts';
import { storeLimitMs } from './within.ts';

/** The IndexedDB that Dexie opens: the browser's own, and one in memory for as long as that can't be used. */
export interface StoreFactory {
  readonly factory: IDBFactory;
  /** The part of `IDBKeyRange` that Dexie calls. */
  readonly keyRange: Pick<typeof IDBKeyRange, 'bound' | 'lowerBound' | 'upperBound' | 'only'>;
  place(): StorePlace;
  /** Calls back with each change of the place. */
  watch(callback: (place: StorePlace) => void): () => void;
  /** Of the store on the device, where only the last digit is newer than this code's: Dexie raises that when it only adds tables or indexes. */
  setVersion(found: number): void;
  /** Has the store opened in memory from now on, until the device answers. */
  leaveDevice(fault: StoreFault): Promise<void>;
  /** Asks the device no more. */
  end(): void;
}

interface StoreFactoryDeps {
  readonly name: string;
  /** A connection that is open already, for the first opening; null once that can't be used any more. */
  readonly early: () => IDBDatabase | null;
  /** The database is to be closed and opened anew: the device answers again, or the browser has removed the store under this tab. */
  readonly onReopen: () => void;
  readonly limitMs?: number | undefined;
}

/** How long after the store went to memory the device is asked again, ms; each time twice as long. */
const firstRetryMs = 2_000;
const longestRetryMs = 60_000;

export function createStoreFactory({ name, early, onReopen, limitMs = storeLimitMs }: StoreFactoryDeps): StoreFactory {
  let place: StorePlace = 'device';
  /** Where the next opening looks first. */
  let opensIn: 'device' | 'memory' = 'device';
  let memory: MemoryFactory | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let knownVersion: number | undefined;
  let retryMs = firstRetryMs;
  const listeners = new Set<(place: StorePlace) => void>();

  function setPlace(next: StorePlace): void {
    if (next === place) return;
    place = next;
    for (const listener of listeners) listener(next);
  }

  async function loadMemory(): Promise<MemoryFactory> {
    const { createMemoryFactory } = await import('./memory-factory.ts');
    memory ??= createMemoryFactory();
    return memory;
  }

  async function leaveDevice(fault: StoreFault): Promise<void> {
    await loadMemory();
    opensIn = 'memory';
    setPlace(fault);
    if (isOver) return;
    retry = setTimeout(async () => {
      const found = await probeDevice(name, limitMs);
      if (isOver) return;
      if (found !== 'device') return leaveDevice(found);
      opensIn = 'device';
      onReopen();
    }, retryMs);
    retryMs = Math.min(longestRetryMs, 2 * retryMs);
  }

  /** Also carries to the device what is in memory. */
  async function openOnDevice(version: number, request: OpenRequest): Promise<IDBDatabase | StoreFault> {
    const connection = early();
    const isRight = connection?.name === name && connection.version === version;
    if (connection && !isRight) connection.close();
    const opened = connection && isRight ? connection : await openNative(name, version, request, limitMs);
    if (typeof opened === 'string') return opened;
    if (await canTransact(opened, limitMs)) {
      if (!memory || (await carry(memory, opened))) {
        memory = null;
        retryMs = firstRetryMs;
        setPlace('device');
        // Not called where this tab closes it. Later, since Dexie's own handler runs after this one and would close what is opened anew.
        opened.addEventListener('close', () => setTimeout(() => (isOver ? undefined : onReopen())));
        return opened;
      }
    }
    opened.close();
    return 'stalled';
  }

  async function carry({ factory }: MemoryFactory, device: IDBDatabase): Promise<boolean> {
    const { carryToDevice } = await import('./carry-to-device.ts');
    const from = await openExisting(name, factory);
    try {
      if (from) await carryToDevice(from, device);
      return true;
    } catch {
      return false;
    } finally {
      from?.close();
    }
  }

  async function open(version: number, request: OpenRequest): Promise<IDBDatabase> {
    if (opensIn === 'device') {
      const opened = await openOnDevice(version, request);
      if (typeof opened !== 'string') return opened;
      await leaveDevice(opened);
    }
    const { factory } = await loadMemory();
    const opened = await openNative(name, version, request, null, factory);
    if (typeof opened === 'string') throw new DOMException('There is no room in memory.', 'UnknownError');
    return opened;
  }

  const ranges = () => (place !== 'device' && memory ? memory.keyRange : globalThis.IDBKeyRange);
  return {
    factory: {
      open(_, asked) {
        const request = new OpenRequest();
        // Dexie opens a newer store without a version, adds the tables that it misses and raises its version. This opens only versions that
        // this code knows.
        const version = asked ?? knownVersion;
        const opened = version === undefined ? Promise.reject(newer()) : open(version, request);
        opened.then(
          (connection) => request.succeed(connection),
          (error: unknown) => request.fail(error instanceof DOMException ? error : new DOMException(String(error), 'UnknownError')),
        );
        return request;
      },
      deleteDatabase: (other) => globalThis.indexedDB.deleteDatabase(other),
      cmp: (first, second) => globalThis.indexedDB.cmp(first, second),
      databases: () => globalThis.indexedDB.databases(),
    },
    keyRange: {
      bound: (...args) => ranges().bound(...args),
      lowerBound: (...args) => ranges().lowerBound(...args),
      upperBound: (...args) => ranges().upperBound(...args),
      only: (...args) => ranges().only(...args),
    },
    place: () => place,
    watch(callback) {
      listeners.add(callback);
      return () => listeners.delete(callback);
    },
    setVersion(found) {
      knownVersion = found;
    },
    leaveDevice,
    end() {
      isOver = true;
      clearTimeout(retry);
    },
  };
}

const newer = () => new DOMException('The store is of a newer version.', 'VersionError');
