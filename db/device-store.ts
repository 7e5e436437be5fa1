import { createClientStore, type DeviceStore } from './client-store.ts';
import { deferredQueue } from './deferred.ts';
import type { EvictElsewhere } from './make-room.ts';
import { newId } from './new-id.ts';
import { openDatabase } from './open-database.ts';
import { NewerStoreError, type StoreError } from './store-error.ts';
import type { DeviceDatabase } from './stores.ts';
import { onlyTab, type Tabs } from './tabs.ts';

export type { DeviceStore } from './client-store.ts';

export interface DeviceStoreOptions {
  readonly name?: string;
  /** A newer version has the store, from now on or since before: this tab has closed it for good and must be reloaded. */
  readonly onVersionChange?: () => void;
  /** Another tab holds an older version open, which keeps this one from opening. */
  readonly onBlocked?: () => void;
  /** This tab queued something for the user. */
  readonly onQueued?: (userId: string) => void;
  readonly onMalformed?: (problem: { readonly store: 'resources' | 'outbox'; readonly key: string }) => void;
  readonly onFailed?: (error: StoreError) => void;
  readonly now?: () => number;
  readonly appVersion: string;
  /** Which tab this is; without it the store takes itself for the only one. */
  readonly tabs?: Tabs | Promise<Tabs>;
  /** Asked first where the disk is full. */
  readonly evictElsewhere?: EvictElsewhere;
}

/**
 * Opens the device store. Rejects with what IndexedDB says where it can't be opened (`storeErrorOf` reads it), and with
 * `NewerStoreError` where a newer version wrote it: nothing is read or written then.
 */
export async function openDeviceStore(options: DeviceStoreOptions): Promise<DeviceStore> {
  const opening = openDatabase(options.name ?? 'frontage', (db) => listen(db, options)).catch((thrown: unknown) => {
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
    onMalformed: options.onMalformed ?? (() => undefined),
    onQueued: options.onQueued ?? (() => undefined),
    onFailed: options.onFailed ?? (() => undefined),
    createQueue: deferredQueue,
    // Apart from what a settings screen needs.
    loadBlocksOverlay: () => import('./blocks-overlay.ts'),
    loadRecords: () => import('./records.ts'),
    loadEviction: () => import('./evict-oldest.ts'),
  });
}

function listen(db: DeviceDatabase, { onVersionChange, onBlocked }: DeviceStoreOptions): void {
  db.on('versionchange', () => {
    // Without this the next call of this stale tab would reopen the upgraded store and write rows it can't index.
    db.close({ disableAutoOpen: true });
    onVersionChange?.();
    // Dexie's own handler, which comes after ours, would close it in the way that opens again.
    return false;
  });
  db.on('blocked', () => {
    onBlocked?.();
    return false;
  });
}
