import { createClientStore, type ClientStore } from './client-store.ts';
import { deferredOutbox } from './deferred-outbox.ts';
import type { EvictElsewhere } from './make-room.ts';
import { type EarlyConnection, storeName } from './early-connection.ts';
import { newId } from './new-id.ts';
import { openDatabase } from './open-database.ts';
import { NewerStoreError, type StoreError } from './store-error.ts';
import type { DexieDatabase } from './dexie-database.ts';
import { onlyTab, type Tabs } from './tabs.ts';

export type { ClientStore } from './client-store.ts';

export interface OpenClientStoreOptions {
  readonly name?: string;
  /** A connection that was opened while this code was loading (`early-connection.ts`), or null. */
  readonly early?: Promise<EarlyConnection | null> | null;
  /** A newer version has upgraded the store, now or before. This tab has closed it and must be reloaded. */
  readonly onVersionChange?: () => void;
  /** Another tab holds an older version open, which keeps this one from opening. */
  readonly onBlocked?: () => void;
  /** This tab is about to add an entry to the user's outbox. */
  readonly onEnqueueing?: (userId: string) => void;
  /** That entry was not added. */
  readonly onWithdrawn?: (userId: string) => void;
  /** This tab has added an entry to the user's outbox, or made one due. */
  readonly onEnqueued?: (userId: string) => void;
  /** A cached answer could not be read, and is skipped. */
  readonly onMalformed?: (key: string) => void;
  readonly onFailed?: (error: StoreError) => void;
  readonly now?: () => number;
  readonly appVersion: string;
  /** The tabs of this browser; by default this one alone. */
  readonly tabs?: Tabs | Promise<Tabs>;
  /** Called first where the disk is full. */
  readonly evictElsewhere?: EvictElsewhere;
  /** Resolves when the device is free to drop what is too old. Absent: that comes first. */
  readonly quiet?: Promise<unknown>;
}

/**
 * Opens the client store. Rejects with IndexedDB's error (`storeErrorOf` reads it) where it can't be opened, and with `NewerStoreError`
 * where a newer version wrote it: nothing is read or written then.
 */
export async function openClientStore(options: OpenClientStoreOptions): Promise<ClientStore> {
  const opening = openOn(options).catch((thrown: unknown) => {
    if (thrown instanceof NewerStoreError) options.onVersionChange?.();
    throw thrown;
  });
  const [db, tabs] = await Promise.all([opening, options.tabs ?? onlyTab]);
  return createClientStore(db, {
    now: options.now ?? Date.now,
    newId,
    appVersion: options.appVersion,
    tabs,
    ...(options.evictElsewhere ? { evictElsewhere: options.evictElsewhere } : {}),
    ...(options.quiet ? { quiet: options.quiet } : {}),
    hasNoLateRows: (await options.early)?.hasNoLateRows ?? false,
    onMalformed: options.onMalformed ?? (() => undefined),
    onEnqueueing: options.onEnqueueing ?? (() => undefined),
    onWithdrawn: options.onWithdrawn,
    onEnqueued: options.onEnqueued ?? (() => undefined),
    onFailed: options.onFailed ?? (() => undefined),
    createOutboxParts: deferredOutbox,
    // A settings screen needs none of these.
    loadBlocksOverlay: () => import('./blocks-overlay.ts'),
    loadRecords: () => import('./records.ts'),
    loadEviction: () => import('./evict-oldest.ts'),
    loadForgetOld: () => import('./forget-old.ts'),
  });
}

async function openOn(options: OpenClientStoreOptions): Promise<DexieDatabase> {
  return openDatabase(options.name ?? storeName, (db) => listen(db, options), (await options.early)?.connection);
}

function listen(db: DexieDatabase, { onVersionChange, onBlocked }: OpenClientStoreOptions): void {
  db.on('versionchange', () => {
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
