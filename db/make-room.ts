import { storeErrorOf } from './store-error.ts';
import type { ClientDatabase } from './stores.ts';

/** What else of this origin can be fetched again: empties it, and answers whether there was any. Never rejects. */
export type EvictElsewhere = () => Promise<boolean>;

/**
 * The database with room made for its writes: where a transaction finds the disk full, what can be fetched again goes, oldest
 * first, until it fits or nothing is left. Only then does it reject with what the device said.
 */
export function withRoom(db: ClientDatabase, evictElsewhere: EvictElsewhere): ClientDatabase {
  const { resources, outbox, drafts, tabDrafts, aliases, files, leases, epochs, log, meta } = db;
  return {
    ...{ resources, outbox, drafts, tabDrafts, aliases, files, leases, epochs, log, meta },
    async transaction(mode, tables, scope) {
      for (;;) {
        try {
          return await db.transaction(mode, tables, scope);
        } catch (thrown) {
          const isFull = mode === 'rw' && storeErrorOf(thrown).code === 'quota';
          if (!isFull || !(await makeRoom(db, evictElsewhere))) throw thrown;
        }
      }
    },
    watch: (query, observer) => db.watch(query, observer),
    nativeVersion: () => db.nativeVersion(),
    close: (options) => db.close(options),
  };
}

/** Of what can go: at least one row, and few enough rounds for a store that is full of small ones. */
const shareOfRound = 0.25;

/** Makes some room; false where there is nothing left that can be fetched again, or the device does not let it go. */
async function makeRoom(db: ClientDatabase, evictElsewhere: EvictElsewhere): Promise<boolean> {
  try {
    if (await evictElsewhere()) return true;
    return await db.transaction('rw', [db.resources, db.files, db.aliases, db.outbox], () => evictOldest(db));
  } catch {
    return false;
  }
}

interface Evictable {
  readonly at: number;
  readonly evict: () => Promise<void>;
}

async function evictOldest(db: ClientDatabase): Promise<boolean> {
  const pending = await db.outbox.toArray();
  // By its text: what a newer version wrote names records and files too.
  const named = JSON.stringify(pending);
  const sent = new Set((await db.aliases.toArray()).map(({ localId }) => localId));
  const cached = (await db.resources.toArray())
    .filter(({ websiteId, key }) => !isNeeded(key, websiteId, named))
    .map(({ userId, key, fetchedAt }): Evictable => ({ at: fetchedAt, evict: () => db.resources.delete([userId, key]) }));
  const files = (await db.files.toArray())
    .filter(({ id }) => sent.has(id) && !named.includes(id))
    .map(({ id, createdAt }): Evictable => ({ at: createdAt, evict: () => db.files.delete(id) }));
  const all = [...cached, ...files].toSorted((a, b) => a.at - b.at);
  for (const { evict } of all.slice(0, Math.ceil(all.length * shareOfRound))) await evict();
  return all.length > 0;
}

/** Pending entries are compared with what is cached of their record, and shown over it. */
function isNeeded(key: string, websiteId: string | null, named: string): boolean {
  const [kind, ...rest] = key.split('/');
  if (kind === 'settings') return named.includes(JSON.stringify(rest.join('/')));
  return kind === 'blocks' && websiteId !== null && named.includes(JSON.stringify(websiteId));
}
