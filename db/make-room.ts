import { storeErrorOf } from './store-error.ts';
import type { ClientDatabase } from './stores.ts';

/** Loads the code that only a full disk needs. */
export type LoadEviction = () => Promise<Pick<typeof import('./evict-oldest.ts'), 'evictOldest'>>;

/** Empties caches of this origin outside the store. False where there was nothing to empty. Never rejects. */
export type EvictElsewhere = () => Promise<boolean>;

interface RoomParts {
  readonly evictElsewhere: EvictElsewhere;
  readonly loadEviction: LoadEviction;
  /** ms since the epoch. */
  readonly now: () => number;
}

/**
 * Wraps a database: a write that fails on a full disk removes what can be fetched again, oldest first, and is repeated until it fits. It
 * rejects with the device's error once nothing is left to remove. It removes nothing twice: an open screen fetches what it misses at once,
 * and one write would go on against it without an end.
 */
export function withRoom(db: ClientDatabase, parts: RoomParts): ClientDatabase {
  const { resources, outbox, drafts, tabDrafts, idMap, files, leases, epochs, log, meta } = db;
  return {
    ...{ resources, outbox, drafts, tabDrafts, idMap, files, leases, epochs, log, meta },
    async transaction(mode, tables, scope) {
      const removed = new Set<string>();
      for (let round = 1; ; round += 1) {
        try {
          return await db.transaction(mode, tables, scope);
        } catch (thrown) {
          const isFull = mode === 'rw' && storeErrorOf(thrown).code === 'quota';
          if (!isFull || !(await makeRoom(db, parts, round === 1, removed))) throw thrown;
        }
      }
    },
    watch: (query, observer, paceMs) => db.watch(query, observer, paceMs),
    nativeVersion: () => db.nativeVersion(),
    close: (options) => db.close(options),
  };
}

/** Removes the rows of one round. False where nothing is left to remove, or where removing fails. */
async function makeRoom(
  db: ClientDatabase,
  { evictElsewhere, loadEviction, now }: RoomParts,
  isFirst: boolean,
  removed: Set<string>,
): Promise<boolean> {
  try {
    if (isFirst && (await evictElsewhere())) return true;
    const { evictOldest } = await loadEviction();
    return await db.transaction('rw', [db.resources, db.files, db.idMap, db.outbox], () => evictOldest(db, now(), removed));
  } catch {
    return false;
  }
}
