import type { Category } from '#contract/entities/setting.ts';
import type { BlocksReading } from './blocks-overlay.ts';
import { type Cache, createCache } from './cache.ts';
import { deferredQueue } from './deferred.ts';
import type { Drain } from './drain.ts';
import { createDrafts, type Drafts } from './drafts.ts';
import { createFence, type Fence } from './fence.ts';
import { createFiles, type Files, forgetSentFiles, forgetStrayFiles } from './files.ts';
import { newId as randomId } from './new-id.ts';
import type { Outbox } from './outbox.ts';
import { type AwaitOptions, awaitOutcome, type SaveOutcome } from './outcome-of.ts';
import { readSettings, type SettingsReading } from './overlay.ts';
import { type StoreError, storeErrorOf } from './store-error.ts';
import { DeviceDatabase } from './stores.ts';
import { createWatch, loadBlocksOverlay, type Watch } from './watch.ts';

export interface DeviceStoreOptions {
  readonly name?: string;
  /** Another IndexedDB than the browser's, for tests. */
  readonly engine?: { readonly indexedDB: IDBFactory; readonly IDBKeyRange: typeof IDBKeyRange };
  /** A newer version opened in another tab; this one has closed its store for good and must be reloaded. */
  readonly onVersionChange?: () => void;
  /** Another tab holds an older version open, which keeps this one from opening. */
  readonly onBlocked?: () => void;
  /** This tab queued something for the user. */
  readonly onQueued?: (userId: string) => void;
  readonly onMalformed?: (problem: { readonly store: 'resources' | 'outbox'; readonly key: string }) => void;
  readonly onFailed?: (error: StoreError) => void;
  readonly now?: () => number;
  readonly appVersion: string;
  readonly newId?: () => string;
}

/** All that this browser remembers. */
export interface DeviceStore {
  readonly cache: Cache;
  readonly outbox: Outbox;
  readonly drain: Drain;
  /** Fetches the code of both ahead. Rejects where it can't be had. */
  readonly loadQueue: () => Promise<void>;
  readonly fence: Fence;
  readonly drafts: Drafts;
  readonly files: Files;
  readonly watch: Watch;
  readSettings(userId: string, websiteId: string, category: Category): Promise<SettingsReading>;
  readBlocks(userId: string, websiteId: string): Promise<BlocksReading>;
  awaitOutcome(opId: string, options?: AwaitOptions): Promise<SaveOutcome>;
  /** Removes what is cached of every user but those who stay. What was not sent (queue, drafts) stays, tied to its user. */
  wipeUnkept(staying: readonly string[]): Promise<void>;
  /** Removes all of one user's: cache and log, and what has not been sent (queue, files, drafts) unless `keepUnsent`. */
  forget(userId: string, options: { readonly keepUnsent: boolean }): Promise<void>;
  /** Bytes used and allowed; null where the browser does not tell. */
  usage(): Promise<{ readonly usedBytes: number; readonly quotaBytes: number } | null>;
  /** Asks the browser not to evict the store; false where it won't. */
  persist(): Promise<boolean>;
  close(): void;
}

/** Opens the device store. Rejects with what IndexedDB says where it can't be opened (`storeErrorOf` reads it). */
export async function openDeviceStore(options: DeviceStoreOptions): Promise<DeviceStore> {
  const now = options.now ?? Date.now;
  const db = new DeviceDatabase(options.name ?? 'frontage', options.engine);
  db.on('versionchange', () => {
    // Without this the next call of this stale tab would reopen the upgraded store and write rows it can't index.
    db.close({ disableAutoOpen: true });
    options.onVersionChange?.();
    // Dexie's own handler, which comes after ours, would close it in the way that opens again.
    return false;
  });
  db.on('blocked', () => {
    options.onBlocked?.();
    return false;
  });
  await db.open();
  await forgetOld(db, now());

  const onMalformed = options.onMalformed ?? (() => undefined);
  const cache = createCache(db, { now, onMalformed });
  const fail = (thrown: unknown) => options.onFailed?.(storeErrorOf(thrown));
  const newId = options.newId ?? randomId;
  const deps = { db, now, onMalformed, appVersion: options.appVersion, newId, onQueued: options.onQueued ?? (() => undefined) };
  const queue = deferredQueue(deps);
  return {
    cache,
    outbox: queue.outbox,
    drain: queue.drain,
    loadQueue: queue.load,
    fence: createFence(db, now),
    drafts: createDrafts(db, now),
    files: createFiles(db, now, fail),
    watch: createWatch(db, cache, fail),
    readSettings: (userId, websiteId, category) => readSettings(db, cache, userId, websiteId, category),
    readBlocks: async (userId, websiteId) => (await loadBlocksOverlay()).readBlocks(db, cache, userId, websiteId),
    awaitOutcome: (opId, awaitOptions) => awaitOutcome(db, opId, awaitOptions),
    wipeUnkept: (staying) =>
      db.transaction('rw', [db.resources, db.files, db.aliases], async () => {
        await db.resources.where('userId').noneOf(staying).delete();
        await forgetSentFiles(db, await db.aliases.where('userId').noneOf(staying).toArray());
      }),
    forget: (userId, { keepUnsent }) =>
      db.transaction('rw', [db.resources, db.drafts, db.log, db.outbox, db.files, db.aliases], async () => {
        // Before the aliases go: they tell which files were sent and are only remembered.
        await forgetSentFiles(db, await db.aliases.where('userId').equals(userId).toArray());
        const unsent = [db.outbox, db.files, db.aliases, db.drafts];
        for (const table of [db.resources, db.log, ...(keepUnsent ? [] : unsent)]) await table.where('userId').equals(userId).delete();
      }),
    async usage() {
      const estimate = await globalThis.navigator?.storage?.estimate?.();
      return estimate ? { usedBytes: estimate.usage ?? 0, quotaBytes: estimate.quota ?? 0 } : null;
    },
    async persist() {
      return (await globalThis.navigator?.storage?.persist?.()) ?? false;
    },
    close: () => db.close({ disableAutoOpen: true }),
  };
}

/** How long the log, the aliases of things made offline, and files that were sent are kept. ms. */
const keptMs = 30 * 86_400_000;

async function forgetOld(db: DeviceDatabase, now: number): Promise<void> {
  await db.transaction('rw', [db.log, db.aliases, db.files, db.drafts, db.outbox], async () => {
    await db.drafts.filter((draft) => draft.savedAt < now - keptMs).delete();
    await db.log
      .where('at')
      .below(now - keptMs)
      .delete();
    const old = db.aliases.where('createdAt').below(now - keptMs);
    await forgetSentFiles(db, await old.toArray());
    await old.delete();
    await forgetStrayFiles(db);
  });
}
