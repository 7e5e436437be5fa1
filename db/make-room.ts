import { storeErrorOf } from './store-error.ts';
import type { ClientDatabase } from './stores.ts';

/** Loads the code that only a full disk needs. */
export type LoadEviction = () => Promise<Pick<typeof import('./evict-oldest.ts'), 'evictOldest'>>;

/** Empties caches of this origin outside the store. False where there was nothing to empty. Never rejects. */
export type EvictElsewhere = () => Promise<boolean>;

/**
 * Wraps a database: a write that fails on a full disk removes what can be fetched again, oldest first, and is repeated until it fits. It
 * rejects with the device's error once nothing is left to remove.
 */
export function withRoom(db: ClientDatabase, evictElsewhere: EvictElsewhere, loadEviction: LoadEviction): ClientDatabase {
  const { resources, outbox, drafts, tabDrafts, idMap, files, leases, epochs, log, meta } = db;
  return {
    ...{ resources, outbox, drafts, tabDrafts, idMap, files, leases, epochs, log, meta },
    async transaction(mode, tables, scope) {
      for (;;) {
        try {
          return await db.transaction(mode, tables, scope);
        } catch (thrown) {
          const isFull = mode === 'rw' && storeErrorOf(thrown).code === 'quota';
          if (!isFull || !(await makeRoom(db, evictElsewhere, loadEviction))) throw thrown;
        }
      }
    },
    watch: (query, observer, paceMs) => db.watch(query, observer, paceMs),
    nativeVersion: () => db.nativeVersion(),
    close: (options) => db.close(options),
  };
}

/** Removes the rows of one round. False where nothing is left to remove, or where removing fails. */
async function makeRoom(db: ClientDatabase, evictElsewhere: EvictElsewhere, loadEviction: LoadEviction): Promise<boolean> {
  try {
    if (await evictElsewhere()) return true;
    const { evictOldest } = await loadEviction();
    return await db.transaction('rw', [db.resources, db.files, db.idMap, db.outbox, db.meta], () => evictOldest(db));
  } catch {
    return false;
  }
}
