import { raiseEvictedRevision } from './cache.ts';
import type { CacheRow, ClientDatabase } from './stores.ts';

/** The share of the removable rows that one round removes, so that a store full of small rows takes few rounds. */
const shareOfRound = 0.25;

interface Evictable {
  readonly at: number;
  /** Rank 1 is removed once nothing of rank 0 is left. */
  readonly rank: 0 | 1;
  /** Of the cached row; 0 for a file. */
  readonly revision: number;
  readonly evict: () => PromiseLike<unknown>;
}

/**
 * Inside a transaction: removes a part of what can be fetched again, oldest first, without what outbox entries need. False where nothing is
 * left to remove.
 */
export async function evictOldest(db: ClientDatabase): Promise<boolean> {
  const pending = await db.outbox.toArray();
  // Searches the text, since entries of a newer version name records and files too.
  const named = JSON.stringify(pending);
  const sent = new Set((await db.idMap.toArray()).map(({ localId }) => localId));
  const cached = (await db.resources.toArray())
    .filter(({ websiteId, key }) => !isNeeded(key, websiteId, named))
    .flatMap((row) => cachedRecord(db, row) ?? []);
  const files = (await db.files.toArray())
    .filter(({ id }) => sent.has(id) && !named.includes(id))
    .map(({ id, createdAt }): Evictable => ({ at: createdAt, rank: 0, revision: 0, evict: () => db.files.delete(id) }));
  const all = [...cached, ...files].toSorted((a, b) => a.rank - b.rank || a.at - b.at);
  const chosen = all.slice(0, Math.ceil(all.length * shareOfRound));
  for (const { evict } of chosen) await evict();
  await raiseEvictedRevision(db, Math.max(0, ...chosen.map(({ revision }) => revision)));
  return all.length > 0;
}

/**
 * A row with confirmed writes loses its data and keeps those: the server can't return them, and without them the user's own values would
 * cause conflicts. Null: nothing of the row can be removed.
 */
function cachedRecord({ resources }: ClientDatabase, row: CacheRow): Evictable | null {
  const { userId, key, fetchedAt: at, revision, ours = {} } = row;
  const evict = () => resources.delete([userId, key]);
  if (Object.keys(ours).length === 0) return { at, rank: 0, revision, evict };
  if (row.data === null) return null;
  return {
    at,
    rank: 1,
    revision,
    evict: () => resources.put({ ...row, data: null, pagination: null, etag: null, revision: revision + 1 }),
  };
}

/** Whether an outbox entry needs this row: the entry is compared with it and applied to it. */
function isNeeded(key: string, websiteId: string | null, named: string): boolean {
  const [kind, ...rest] = key.split('/');
  if (kind === 'settings') return named.includes(JSON.stringify(rest.join('/')));
  if (kind === 'record') return named.includes(JSON.stringify({ entity: rest[0], id: rest.slice(2).join('/') }));
  return kind === 'blocks' && websiteId !== null && named.includes(JSON.stringify(websiteId));
}
