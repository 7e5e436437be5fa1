import { storeErrorOf } from './store-error.ts';
import type { ClientDatabase } from './stores.ts';

/** Empties caches of this origin outside the store. False where there was nothing to empty. Never rejects. */
export type EvictElsewhere = () => Promise<boolean>;

/**
 * Wraps a database: a write that finds the disk full removes what can be fetched again, oldest first, and is tried again until it
 * fits or nothing is left to remove. Only then does it reject, with the device's error.
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
    watch: (query, observer, paceMs) => db.watch(query, observer, paceMs),
    nativeVersion: () => db.nativeVersion(),
    close: (options) => db.close(options),
  };
}

/** Share of the removable rows that goes in one round: a store full of small rows takes few rounds. */
const shareOfRound = 0.25;

/** Removes one round. False where nothing is left to remove, or where removing fails. */
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
  /** Knows what earlier saves of its person put there, which no answer of the server tells: it goes when nothing else is left. */
  readonly hasOwnSaves: boolean;
  readonly evict: () => Promise<void>;
}

async function evictOldest(db: ClientDatabase): Promise<boolean> {
  const pending = await db.outbox.toArray();
  // By its text: what a newer version wrote names records and files too.
  const named = JSON.stringify(pending);
  const sent = new Set((await db.aliases.toArray()).map(({ localId }) => localId));
  const cached = (await db.resources.toArray())
    .filter(({ websiteId, key }) => !isNeeded(key, websiteId, named))
    .map(({ userId, key, fetchedAt, ours = {} }): Evictable => {
      const hasOwnSaves = Object.keys(ours).length > 0;
      return { at: fetchedAt, hasOwnSaves, evict: () => db.resources.delete([userId, key]) };
    });
  const files = (await db.files.toArray())
    .filter(({ id }) => sent.has(id) && !named.includes(id))
    .map(({ id, createdAt }): Evictable => ({ at: createdAt, hasOwnSaves: false, evict: () => db.files.delete(id) }));
  const all = [...cached, ...files].toSorted((a, b) => Number(a.hasOwnSaves) - Number(b.hasOwnSaves) || a.at - b.at);
  for (const { evict } of all.slice(0, Math.ceil(all.length * shareOfRound))) await evict();
  return all.length > 0;
}

/** True for the cached record of a pending entry: the entry is compared with it, and applied over it. */
function isNeeded(key: string, websiteId: string | null, named: string): boolean {
  const [kind, ...rest] = key.split('/');
  if (kind === 'settings') return named.includes(JSON.stringify(rest.join('/')));
  return kind === 'blocks' && websiteId !== null && named.includes(JSON.stringify(websiteId));
}
