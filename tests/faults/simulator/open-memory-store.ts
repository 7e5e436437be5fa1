import * as adopting from '#db/adopt-stashed.ts';
import * as blocksOverlay from '#db/blocks-overlay.ts';
import * as forgetting from '#db/forget-old.ts';
import * as records from '#db/records.ts';
import { type ClientStoreDeps, createClientStore, type ClientStore } from '#db/client-store.ts';
import { createOutboxParts } from '#db/outbox-parts.ts';
import type { ClientDatabase } from '#db/stores.ts';
import * as eviction from '#db/evict-oldest.ts';
import * as unnamedFiles from '#db/unnamed-files.ts';

/** The parameters that a test may leave out. */
type Optional = 'appVersion' | 'tabs' | 'evictElsewhere' | 'onMalformed' | 'onEnqueueing' | 'onEnqueued' | 'onFailed';
export type MemoryStoreOptions = Omit<
  ClientStoreDeps,
  'createOutboxParts' | 'loadBlocksOverlay' | 'loadRecords' | 'loadEviction' | 'loadForgetOld' | 'loadAdoptStashed' | Optional
> &
  Partial<Pick<ClientStoreDeps, Optional>>;

/** Opens the console's store on a database, with all of its code loaded: nothing is imported lazily, nothing takes real time. */
export function openMemoryStore(database: ClientDatabase, options: MemoryStoreOptions): Promise<ClientStore> {
  const nothing = () => undefined;
  return createClientStore(database, {
    appVersion: 'test',
    onMalformed: nothing,
    onEnqueueing: nothing,
    onEnqueued: nothing,
    onFailed: nothing,
    ...options,
    createOutboxParts: (deps) => ({ ...createOutboxParts(deps, () => Promise.resolve(unnamedFiles)), load: () => Promise.resolve() }),
    loadBlocksOverlay: () => Promise.resolve(blocksOverlay),
    loadRecords: () => Promise.resolve(records),
    loadEviction: () => Promise.resolve(eviction),
    loadForgetOld: () => Promise.resolve(forgetting),
    loadAdoptStashed: () => Promise.resolve(adopting),
  });
}
