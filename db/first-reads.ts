import { settingsKey } from '#contract/cache-keys.ts';
import { cachedIn } from './cache.ts';
import type { ClientStore } from './client-store.ts';
import { isUsable } from './early-connection.ts';
import { readingOf } from './overlay.ts';
import { type CacheRow, nativeSchemaVersion, type tableSchemas } from './stores.ts';
import { storeLimitMs, within } from './within.ts';

/** What the first screen reads: keys of a user's cache. */
export interface FirstKeys {
  readonly userId: string;
  readonly keys: readonly string[];
}

/** What was read from the store before Dexie opened it. No entry was pending, and version 1 of the schema had left no draft. */
export interface EarlyReading {
  readonly userId: string;
  /** Cached rows by key; undefined where there is none. */
  readonly rows: ReadonlyMap<string, CacheRow | undefined>;
  readonly hasDrafts: boolean;
}

const tables = ['outbox', 'drafts', 'tabDrafts', 'resources'] as const satisfies readonly (keyof typeof tableSchemas)[];

/**
 * Reads in one transaction, so that rows and counts are of one moment. Null where an entry may have to be applied to the rows, or where they
 * can't be read; `stalled` where IndexedDB does not answer in time. Never rejects.
 */
export function readEarly(
  connection: IDBDatabase | null,
  first: FirstKeys,
  limitMs = storeLimitMs,
): Promise<EarlyReading | 'stalled' | null> {
  return within(limitMs, read(connection, first), 'stalled');
}

function read(connection: IDBDatabase | null, { userId, keys }: FirstKeys): Promise<EarlyReading | null> {
  return new Promise((resolve) => {
    // Another version may have other tables, or other rows in them.
    if (connection?.version !== nativeSchemaVersion || !isUsable(connection)) return resolve(null);
    let transaction: IDBTransaction;
    try {
      transaction = connection.transaction(tables);
    } catch {
      // The browser has closed it, and has not said so yet.
      return resolve(null);
    }
    const [entries, shared, drafts] = (['outbox', 'drafts', 'tabDrafts'] as const).map((table) => transaction.objectStore(table).count());
    const rows = keys.map((key): readonly [string, IDBRequest<CacheRow | undefined>] => [
      key,
      transaction.objectStore('resources').get([userId, key]),
    ]);
    transaction.oncomplete = () => {
      const isPlain = entries?.result === 0 && shared?.result === 0;
      resolve(isPlain ? { userId, rows: new Map(rows.map(([key, { result }]) => [key, result])), hasDrafts: drafts?.result !== 0 } : null);
    };
    transaction.onabort = () => resolve(null);
  });
}

interface FirstReadsDeps {
  readonly early: EarlyReading;
  /** Resolves when the first screen is there. */
  readonly afterFirstScreen: Promise<unknown>;
  /** Calls back with each change of the database, by this tab or another. */
  readonly onChanged: (callback: () => void) => void;
  readonly onMalformed: (key: string) => void;
}

/**
 * The store until its first screen is there: reads are answered from the early rows, so that the screen need not wait until Dexie has opened
 * the database. Any change of the database drops the rows. Live views read the database itself, and show what has changed since.
 */
export function withFirstReads(store: ClientStore, { early, afterFirstScreen, onChanged, onMalformed }: FirstReadsDeps): ClientStore {
  let first: EarlyReading | null = early;
  const drop = () => {
    first = null;
  };
  onChanged(drop);
  void afterFirstScreen.then(drop);
  /** Null where the database has to be asked. */
  const earlyRow = (userId: string, key: string) => (first?.userId === userId && first.rows.has(key) ? { row: first.rows.get(key) } : null);
  return {
    ...store,
    cache: {
      ...store.cache,
      async get(userId, key, schema) {
        const found = earlyRow(userId, key);
        return found ? cachedIn(found.row, key, schema, onMalformed) : store.cache.get(userId, key, schema);
      },
    },
    async readSettings(userId, websiteId, category) {
      const key = settingsKey(websiteId, category);
      const found = earlyRow(userId, key);
      if (!found) return store.readSettings(userId, websiteId, category);
      return readingOf(found.row, key, onMalformed);
    },
    drafts: {
      ...store.drafts,
      get: async (place) => (first?.userId === place.userId && !first.hasDrafts ? null : store.drafts.get(place)),
    },
    watch: {
      ...store.watch,
      // Nothing is pending. What another tab saves meanwhile is shown after the first screen.
      summary(userId, callback) {
        if (first?.userId !== userId) return store.watch.summary(userId, callback);
        let stop: (() => void) | null = () => undefined;
        void afterFirstScreen.then(() => {
          if (stop) stop = store.watch.summary(userId, callback);
        });
        return () => {
          stop?.();
          stop = null;
        };
      },
    },
  };
}
