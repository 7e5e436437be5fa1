import type { KnownRecords } from './known-records.ts';
import type { BlocksReading } from './blocks-overlay.ts';
import { type Cache, type CacheDeps, createCache } from './cache.ts';
import type { Drain } from './drain.ts';
import type { Fence } from './fence.ts';
import { dataEpochOf, raiseDataEpoch, fenceOff } from './epochs.ts';
import { createDrafts, type Drafts } from './drafts.ts';
import { createFiles, type Files, forgetSentFiles } from './files.ts';
import { type EvictElsewhere, type LoadEviction, withRoom } from './make-room.ts';
import type { Outbox } from './outbox.ts';
import type { AwaitSaveStatus } from './save-status.ts';
import type { OutboxParts } from './outbox-parts.ts';
import { type ReadSettings, readSettings } from './overlay.ts';
import type { OutboxDeps } from './outbox-writes.ts';
import type { RecordStore } from './records.ts';
import { recordVersion } from './migrate-entry.ts';
import { NewerStoreError, type StoreError, storeErrorOf } from './store-error.ts';
import { type ClientDatabase, isNewerSchema, type LogRow } from './stores.ts';
import type { StorePlace } from './store-place.ts';
import { onlyTab, type Tabs } from './tabs.ts';
import { createPendingNotes, type PendingNotes } from './pending-note.ts';
import type { Unsubscribe } from './shared-view.ts';
import { createWatch, type LoadBlocksOverlay, type Watch, whenLoaded } from './watch.ts';

/** Everything that this browser stores for the console. */
export interface ClientStore {
  readonly cache: Cache;
  readonly outbox: Outbox;
  readonly drain: Drain;
  /** Prefetches the code of both. Rejects where it can't be loaded. */
  readonly loadOutbox: () => Promise<void>;
  readonly fence: Fence;
  readonly drafts: Drafts;
  /**
   * Adopts what earlier pages of a user could only stash: their saves go into the outbox, and their drafts are stored. After the first screen, that
   * of other users too. Never rejects: what the device refuses stays for the next start.
   */
  adoptStashed(userId: string): Promise<void>;
  /** Says that the page is going, and may take its transactions with it, or that it is there again. */
  setLeaving(isLeaving: boolean): void;
  readonly files: Files;
  readonly watch: Watch;
  /** Loads its code with the first call. */
  readonly records: () => Promise<RecordStore>;
  readonly readSettings: ReadSettings;
  readBlocks(userId: string, websiteId: string): Promise<BlocksReading>;
  readonly awaitSaveStatus: AwaitSaveStatus;
  /** Grows whenever the user's data is removed. Read it before a call, and pass it to the write of the answer. */
  dataEpoch(userId: string): Promise<number>;
  /** Removes the cached data and the log of all users but these. Unsent data (outbox, drafts) stays, tied to its user. */
  wipeExcept(staying: readonly string[]): Promise<void>;
  /** Removes a user's unsent data (outbox, files, drafts), for every tab: no tab can claim any of it afterwards. */
  discardUnsent(userId: string): Promise<void>;
  /**
   * Removes a user's cache and log, and without `keepUnsent` the unsent data too (outbox, files, drafts). Deliveries and reads that end
   * later, in any tab, write nothing of the user.
   */
  forget(userId: string, options: { readonly keepUnsent: boolean }): Promise<void>;
  /** The log of a user's outbox, oldest first, as far back as `db/forget-old.ts` keeps it. */
  readLog(userId: string): Promise<readonly LogRow[]>;
  /** Bytes used and allowed; null where the browser does not report them. */
  usage(): Promise<{ readonly usedBytes: number; readonly quotaBytes: number } | null>;
  /** Where all of this is stored. Nothing is on this device unless it is `device`. */
  place(): StorePlace;
  /** Calls back with each change of the place. */
  watchPlace(callback: (place: StorePlace) => void): () => void;
  /** Notes what waits for the user outside the store, and what was lost with an earlier one (`pending-note.ts`). Loads its code. */
  followWaiting(userId: string): Unsubscribe;
  readonly notes: PendingNotes;
  /** Asks the browser not to evict the store; false where it won't. */
  persist(): Promise<boolean>;
  close(): void;
}

/** What the store needs besides its database: `now` in ms since the epoch, `newId` gives UUIDs. */
export interface ClientStoreDeps extends Omit<OutboxDeps, 'db' | 'tabs'>, CacheDeps {
  readonly tabs?: Tabs;
  readonly watchPlace?: ClientStore['watchPlace'];
  /** Absent: in `localStorage`. */
  readonly notes?: PendingNotes;
  readonly evictElsewhere?: EvictElsewhere | undefined;
  /** Resolves once the first screen stands: what is too old is dropped then. Absent: that comes first, before the store can be used. */
  readonly afterFirstScreen?: Promise<unknown> | undefined;
  /** It is known that no entry is pending, and that version 1 has left no draft. */
  readonly hasNoLateRows?: boolean;
  readonly onFailed: (error: StoreError) => void;
  /** Creates the outbox and the drain, whose code may load late: `load` prefetches it. */
  readonly createOutboxParts: (deps: OutboxDeps) => OutboxParts & { readonly load: () => Promise<void> };
  readonly loadBlocksOverlay: LoadBlocksOverlay;
  readonly loadRecords: () => Promise<Pick<typeof import('./records.ts'), 'createRecordStore'>>;
  readonly loadEviction: LoadEviction;
  /** Absent: its own chunk. */
  readonly loadAdoptStashed?: () => Promise<Pick<typeof import('./adopt-stashed.ts'), 'adopt'>>;
  readonly loadForgetOld: () => Promise<Pick<typeof import('./forget-old.ts'), 'forgetOld'>>;
}

/** A table of any rows. */
interface Removable {
  where(index: 'userId'): { equals(userId: string): { delete(): Promise<number> } };
}

/**
 * Whether an older version may have written a draft or an entry since the upgrade, which no screen sees before it is carried over. Reads counts
 * alone, which take little longer for ten thousand entries than for ten.
 */
function mayHaveLateRows(db: ClientDatabase): Promise<boolean> {
  return db.transaction('r', [db.drafts, db.outbox], async () => {
    const [drafts, entries, current] = await Promise.all([
      db.drafts.toCollection().count(),
      db.outbox.toCollection().count(),
      db.outbox
        .where('recordVersion')
        .above(recordVersion - 1)
        .count(),
    ]);
    return drafts > 0 || entries > current;
  });
}

/**
 * The store on an open database, from which it first drops what is too old, where the device lets it. Rejects with `NewerStoreError`
 * where a newer version wrote the store.
 */
export async function createClientStore(database: ClientDatabase, deps: ClientStoreDeps): Promise<ClientStore> {
  const {
    now,
    onMalformed,
    loadBlocksOverlay,
    loadRecords,
    tabs = onlyTab,
    place = () => 'device',
    watchPlace = () => () => undefined,
  } = deps;
  if (isNewerSchema(database.nativeVersion())) throw new NewerStoreError();
  const { evictElsewhere = () => Promise.resolve(false), loadEviction } = deps;
  const { notes = createPendingNotes(() => globalThis.localStorage) } = deps;
  // The note is about the store on the device: what leaves the memory of this tab was never in it.
  const leaveNote: PendingNotes['lower'] = (userId, opId) => {
    if (place() === 'device') notes.lower(userId, opId);
  };
  const db: ClientDatabase = { ...withRoom(database, { evictElsewhere, loadEviction, now }), onLeaving: leaveNote };
  const fail = (thrown: unknown) => deps.onFailed(storeErrorOf(thrown));
  // Where the device fails, the next start does it: pending entries must be shown and sent all the same.
  const forgetOld = async () => (await deps.loadForgetOld()).forgetOld(db, now(), deps.stash?.has);
  const forget = () => forgetOld().catch(fail);
  // Reads that come after it wait for its transaction.
  if (deps.afterFirstScreen && (deps.hasNoLateRows || !(await mayHaveLateRows(db).catch(() => true))))
    void deps.afterFirstScreen.then(forget);
  else await forget();
  const known: KnownRecords = new Map();
  // Not through `withRoom`, as the files below: a cached answer must not evict others.
  const cache = createCache(database, { now, onMalformed });
  const unsent = [db.outbox, db.files, db.idMap, db.tabDrafts];
  /** Removes a user's rows from these tables, after `before`. A write that has begun earlier, in any tab, is dropped. */
  const remove = (userId: string, from: readonly Removable[], before?: () => Promise<void>) =>
    db.transaction('rw', [db.resources, db.log, ...unsent, db.epochs, db.leases, db.meta], async () => {
      await raiseDataEpoch(db, userId);
      if (from.includes(db.outbox)) deps.stash?.forget(userId);
      // After the first step, which waits for reads that have begun earlier: they would set it again.
      known.clear();
      await fenceOff(db, now, userId);
      await before?.();
      // What is on the device stays there while the store is in memory.
      if (from.includes(db.outbox) && place() === 'device') notes.clear(userId);
      for (const table of from) await table.where('userId').equals(userId).delete();
    });
  const readSettingsOf: ReadSettings = (userId, websiteId, category) => readSettings(db, onMalformed, userId, websiteId, category, known);
  const parts = deps.createOutboxParts({ ...deps, db, tabs, known });
  const drafts = createDrafts(db, now, tabs, deps.stash);
  async function adoptStashed(userId: string): Promise<void> {
    const { stash } = deps;
    // What is stashed outlives the tab; what would be adopted in memory does not.
    if (!stash || place() !== 'device') return;
    const left = stash.left(await tabs.living());
    if (left.length === 0) return;
    const own = left.filter((record) => record.userId === userId);
    const others = left.filter((record) => record.userId !== userId);
    try {
      const { adopt } = await (deps.loadAdoptStashed ?? (() => import('./adopt-stashed.ts')))();
      const adoption = { stash, outbox: parts.outbox, db, onFailed: fail };
      await adopt(adoption, own);
      // Of users who may never sign in here again: in the store it takes no room of other pages, and slows no start.
      void Promise.resolve(deps.afterFirstScreen).then(() => adopt(adoption, others));
    } catch (thrown) {
      fail(thrown);
    }
  }

  return {
    cache,
    outbox: parts.outbox,
    drain: parts.drain,
    loadOutbox: parts.load,
    fence: parts.fence,
    drafts,
    adoptStashed,
    setLeaving: (isLeaving) => deps.stash?.setLeaving(isLeaving),
    files: createFiles(database, now, fail),
    watch: createWatch(db, cache, loadBlocksOverlay, fail, readSettingsOf),
    async records() {
      return (await loadRecords()).createRecordStore(db, now, fail);
    },
    readSettings: readSettingsOf,
    readBlocks: async (userId, websiteId) => (await loadBlocksOverlay()).readBlocksView(db, cache, userId, websiteId),
    awaitSaveStatus: parts.awaitSaveStatus,
    dataEpoch: (userId) => dataEpochOf(db, userId),
    wipeExcept: (staying) =>
      db.transaction('rw', [db.resources, db.log, db.files, db.idMap, db.epochs, db.meta], async () => {
        const keys = await db.resources.where('userId').noneOf(staying).primaryKeys();
        known.clear();
        // Of those too who have nothing cached yet: what they asked for first may be on its way.
        const drainers = (await db.epochs.toCollection().primaryKeys()).filter((userId) => !staying.includes(userId));
        for (const userId of new Set([...keys.map(([owner]) => owner), ...drainers])) await raiseDataEpoch(db, userId);
        // The log too: its texts name what was changed.
        for (const table of [db.resources, db.log]) await table.where('userId').noneOf(staying).delete();
        await forgetSentFiles(db, await db.idMap.where('userId').noneOf(staying).toArray());
      }),
    discardUnsent: (userId) => remove(userId, unsent),
    // Files first: the id map, which goes too, says which were sent already and are only kept for display.
    async forget(userId, { keepUnsent }) {
      // The cache tells which of it was overtaken.
      if (keepUnsent) await adoptStashed(userId);
      await remove(userId, [db.resources, db.log, ...(keepUnsent ? [] : unsent)], async () => {
        // The sign-out is over, and its tab can't end the lease of a passed epoch.
        await db.leases.delete(userId);
        await forgetSentFiles(db, await db.idMap.where('userId').equals(userId).toArray());
      });
    },
    readLog: (userId) => db.log.where('userId').equals(userId).sortBy('id'),
    place,
    watchPlace,
    notes,
    followWaiting: (userId) =>
      whenLoaded(
        import('./follow-waiting.ts'),
        ({ followWaiting }) => followWaiting({ db, notes, place, now, newId: deps.newId, onFailed: fail }, userId),
        fail,
      ),
    async usage() {
      if (place() !== 'device') return null;
      const estimate = await globalThis.navigator?.storage?.estimate?.();
      return estimate ? { usedBytes: estimate.usage ?? 0, quotaBytes: estimate.quota ?? 0 } : null;
    },
    async persist() {
      return place() === 'device' && ((await globalThis.navigator?.storage?.persist?.()) ?? false);
    },
    close: () => db.close({ disableAutoOpen: true }),
  };
}
