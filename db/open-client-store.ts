import { Dexie } from 'dexie';
import type { PendingReason } from '#contract/pending-reason.ts';
import { createClientStore, type ClientStore } from './client-store.ts';
import { deferredOutbox } from './deferred-outbox.ts';
import type { EvictElsewhere } from './make-room.ts';
import { isUsable, letDexieLook, storeName } from './early-connection.ts';
import { newId } from './new-id.ts';
import { openDatabase } from './open-database.ts';
import { createStoreFactory, type StoreFactory } from './store-factory.ts';
import { NewerStoreError, type StoreError } from './store-error.ts';
import { DexieDatabase } from './dexie-database.ts';
import { type FirstKeys, readEarly, withFirstReads } from './first-reads.ts';
import { createStash, hasStashed, type StashArea } from './stash.ts';
import type { PendingNotes } from './pending-note.ts';
import { onlyTab, type Tabs } from './tabs.ts';
import { storeLimitMs, within } from './within.ts';

export type { ClientStore } from './client-store.ts';

export interface OpenClientStoreOptions {
  readonly name?: string;
  /** A connection that was opened while this code was loading (`early-connection.ts`), or null. */
  readonly early?: Promise<IDBDatabase | null> | null;
  /** What the first screen reads, until `afterFirstScreen` resolves. */
  readonly first?: FirstKeys;
  /** A newer version has upgraded the store, now or before. This tab has closed it and must be reloaded. */
  readonly onVersionChange?: () => void;
  /** Another tab holds an older version open, which keeps this one from opening. */
  readonly onBlocked?: () => void;
  /** This tab is about to add an entry to the user's outbox. */
  readonly onEnqueueing?: (userId: string) => void;
  /** Why every save stays pending now; null where no reason is known. */
  readonly pendingReasonNow?: () => PendingReason | null;
  /** That entry was not added. */
  readonly onWithdrawn?: (userId: string) => void;
  /** This tab has added an entry to the user's outbox, or made one due. */
  readonly onEnqueued?: (userId: string) => void;
  /** A cached answer could not be read, and is skipped. */
  readonly onMalformed?: (key: string) => void;
  readonly onFailed?: (error: StoreError) => void;
  readonly now?: () => number;
  readonly appVersion: string;
  /** What waits, noted outside the store; by default in `localStorage`. */
  readonly notes?: PendingNotes;
  /** How long IndexedDB may take before the store is in memory, and for each save, ms. */
  readonly limitMs?: number;
  /** The tabs of this browser; by default this one alone. */
  readonly tabs?: Tabs | Promise<Tabs>;
  /** Web Storage, for what a page that goes can't leave to IndexedDB. Absent: nothing is stashed. Reading the property may throw. */
  readonly stashArea?: () => StashArea | null;
  /** Called first where the disk is full. */
  readonly evictElsewhere?: EvictElsewhere;
  /** Resolves once the first screen stands: what is too old is dropped then. Absent: that comes first. */
  readonly afterFirstScreen?: Promise<unknown>;
}

const nothing = (): void => undefined;

/**
 * Opens the client store, in the memory of this tab where IndexedDB can't be used or does not answer: `place` says so. Rejects with
 * `NewerStoreError` where a newer version wrote the store: nothing is read or written then. Where an early connection has what the first screen
 * reads, it resolves before Dexie is opened.
 */
export async function openClientStore(options: OpenClientStoreOptions): Promise<ClientStore> {
  const { now = Date.now, afterFirstScreen, onMalformed = nothing } = options;
  letDexieLook();
  const { limitMs = storeLimitMs } = options;
  const found = await within(limitMs, options.early ?? Promise.resolve(null), 'stalled');
  if (found === 'stalled') void options.early?.then((late) => late?.close());
  let connection = found === 'stalled' ? null : found;
  // From before the read: another tab may save while this one waits for its name.
  let onChanged: () => void = () => {
    isOutdated = true;
  };
  let isOutdated = false;
  if (connection) Dexie.on('storagemutated', () => onChanged());
  // The first screen shows what is adopted before it, and what was read earlier would lack it.
  const hasLeft = options.stashArea !== undefined && hasStashed(options.stashArea, options.first?.userId ?? '');
  const reading = await readEarly(connection, (hasLeft ? null : options.first) ?? { userId: '', keys: [] }, limitMs);
  const early = reading === 'stalled' ? null : reading;
  if (reading === 'stalled') {
    connection?.close();
    connection = null;
  }
  const stores = createStoreFactory({
    name: options.name ?? storeName,
    limitMs,
    early() {
      const offered = connection && isUsable(connection) ? connection : null;
      connection = null;
      return offered;
    },
    onReopen: () => void db.reopen().catch(nothing),
  });
  if (found === 'stalled' || reading === 'stalled') await stores.leaveDevice('stalled');
  else if (!globalThis.indexedDB) await stores.leaveDevice('missing');
  const db = new DexieDatabase(options.name ?? storeName, stores);
  listen(db, options);
  const isEarly = connection !== null && afterFirstScreen !== undefined && early !== null;
  if (isEarly) openLater(db, stores, afterFirstScreen, options);
  const [tabs] = await Promise.all([options.tabs ?? onlyTab, isEarly ? null : openNow(db, stores, options)]);
  const created = await createClientStore(db, {
    onEnqueueing: nothing,
    onEnqueued: nothing,
    onFailed: nothing,
    ...options,
    limitMs,
    now,
    newId,
    tabs,
    ...(options.stashArea ? { stash: createStash(options.stashArea, tabs.own, now) } : {}),
    place: stores.place,
    watchPlace: stores.watch,
    hasNoLateRows: early !== null,
    onMalformed,
    createOutboxParts: (deps) => deferredOutbox(deps, options.name ?? storeName),
    // A settings screen needs none of these.
    loadBlocksOverlay: () => import('./blocks-overlay.ts'),
    loadRecords: () => import('./records.ts'),
    loadEviction: () => import('./evict-oldest.ts'),
    loadForgetOld: () => import('./forget-old.ts'),
  });
  const store: ClientStore = {
    ...created,
    close() {
      stores.end();
      created.close();
    },
  };
  if (!isEarly || isOutdated) return store;
  return withFirstReads(store, {
    early,
    afterFirstScreen,
    onChanged: (callback) => {
      onChanged = callback;
    },
    onMalformed,
  });
}

async function openNow(db: DexieDatabase, stores: StoreFactory, options: OpenClientStoreOptions): Promise<void> {
  try {
    await openDatabase(db, stores);
  } catch (thrown) {
    if (thrown instanceof NewerStoreError) options.onVersionChange?.();
    throw thrown;
  }
}

/** Opened after the first screen, or with the first call that needs it. */
function openLater(db: DexieDatabase, stores: StoreFactory, afterFirstScreen: Promise<unknown>, options: OpenClientStoreOptions): void {
  // A newer version may have upgraded the store meanwhile.
  afterFirstScreen.then(() => openNow(db, stores, options)).catch(nothing);
}

function listen(db: DexieDatabase, { onVersionChange, onBlocked }: OpenClientStoreOptions): void {
  db.on('versionchange', ({ newVersion }) => {
    // Somebody deletes the store. What is typed can still be saved, to a new one.
    if (newVersion === null) {
      void db.reopen().catch(nothing);
      return false;
    }
    // Without this the next call of this stale tab would reopen the upgraded store and write rows it can't index.
    db.close({ disableAutoOpen: true });
    onVersionChange?.();
    // Dexie's own handler runs after this one, and would close the store so that the next call reopens it.
    return false;
  });
  db.on('blocked', () => {
    onBlocked?.();
    return false;
  });
}
