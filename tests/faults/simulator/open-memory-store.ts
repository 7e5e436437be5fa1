import * as blocksOverlay from '#db/blocks-overlay.ts';
import * as records from '#db/records.ts';
import { type ClientStoreDeps, createClientStore, type DeviceStore } from '#db/client-store.ts';
import { createQueue } from '#db/save-status.ts';
import type { ClientDatabase } from '#db/stores.ts';
import * as eviction from '#db/evict-oldest.ts';
import * as unnamedFiles from '#db/unnamed-files.ts';

/** The parameters that a test may leave out. */
type Optional = 'appVersion' | 'tabs' | 'evictElsewhere' | 'onMalformed' | 'onQueued' | 'onFailed';
export type MemoryStoreOptions = Omit<ClientStoreDeps, 'createQueue' | 'loadBlocksOverlay' | 'loadRecords' | 'loadEviction' | Optional> &
  Partial<Pick<ClientStoreDeps, Optional>>;

/** Opens the console's store on a database, with all of its code loaded: nothing is imported lazily, nothing takes real time. */
export function openMemoryStore(database: ClientDatabase, options: MemoryStoreOptions): Promise<DeviceStore> {
  const nothing = () => undefined;
  return createClientStore(database, {
    appVersion: 'test',
    onMalformed: nothing,
    onQueued: nothing,
    onFailed: nothing,
    ...options,
    createQueue: (deps) => ({ ...createQueue(deps, () => Promise.resolve(unnamedFiles)), load: () => Promise.resolve() }),
    loadBlocksOverlay: () => Promise.resolve(blocksOverlay),
    loadRecords: () => Promise.resolve(records),
    loadEviction: () => Promise.resolve(eviction),
  });
}
