import type { Category } from '#contract/entities/setting.ts';
import type { BlocksReading } from './blocks-overlay.ts';
import { type Cache, createCache } from './cache.ts';
import type { Drain } from './drain.ts';
import { createDrafts, type Drafts } from './drafts.ts';
import { createFence, type Fence } from './fence.ts';
import { createFiles, type Files, forgetSentFiles, forgetStrayFiles } from './files.ts';
import type { Outbox } from './outbox.ts';
import { type AwaitOptions, awaitOutcome, type SaveOutcome } from './outcome-of.ts';
import { readSettings, type SettingsReading } from './overlay.ts';
import type { QueueDeps } from './queue-deps.ts';
import { type StoreError, storeErrorOf } from './store-error.ts';
import type { ClientDatabase, LogRow } from './stores.ts';
import { createWatch, type LoadBlocksOverlay, type Watch } from './watch.ts';

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
  /** All that left a user's queue in the last weeks, oldest first. */
  readLog(userId: string): Promise<readonly LogRow[]>;
  /** Bytes used and allowed; null where the browser does not tell. */
  usage(): Promise<{ readonly usedBytes: number; readonly quotaBytes: number } | null>;
  /** Asks the browser not to evict the store; false where it won't. */
  persist(): Promise<boolean>;
  close(): void;
}

/** What the store needs besides its database: `now` in ms since the epoch, `newId` gives UUIDs. */
export interface ClientStoreDeps extends Omit<QueueDeps, 'db'> {
  readonly onFailed: (error: StoreError) => void;
  /** Makes the queue's two sides, whose code may come late: `load` fetches it ahead. */
  readonly createQueue: (deps: QueueDeps) => { readonly outbox: Outbox; readonly drain: Drain; readonly load: () => Promise<void> };
  readonly loadBlocksOverlay: LoadBlocksOverlay;
}

/** The store on an open database, from which it first drops what is too old. Rejects when the device fails. */
export async function createClientStore(db: ClientDatabase, deps: ClientStoreDeps): Promise<DeviceStore> {
  const { now, newId, appVersion, onMalformed, onQueued, loadBlocksOverlay } = deps;
  await forgetOld(db, now());
  const cache = createCache(db, { now, onMalformed });
  const fail = (thrown: unknown) => deps.onFailed(storeErrorOf(thrown));
  const queue = deps.createQueue({ db, now, newId, appVersion, onMalformed, onQueued });
  return {
    cache,
    outbox: queue.outbox,
    drain: queue.drain,
    loadQueue: queue.load,
    fence: createFence(db, now),
    drafts: createDrafts(db, now),
    files: createFiles(db, now, fail),
    watch: createWatch(db, cache, loadBlocksOverlay, fail),
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
    readLog: (userId) => db.log.where('userId').equals(userId).sortBy('id'),
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

async function forgetOld(db: ClientDatabase, now: number): Promise<void> {
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
