import type { CacheRow, ClientDatabase } from './stores.ts';

/** The share of the removable rows that one round removes, so that a store full of small rows takes few rounds. */
const shareOfRound = 0.25;

interface Evictable {
  readonly name: string;
  readonly at: number;
  /** Rank 1 is removed once nothing of rank 0 is left. */
  readonly rank: 0 | 1;
  readonly evict: () => PromiseLike<unknown>;
}

/**
 * Inside a transaction: removes a part of what can be fetched again, oldest first, without what outbox entries need. False where nothing is
 * left to remove. `now` in ms since the epoch. `removed`: the answers that were removed for the same write, and stay if they are cached again.
 */
export async function evictOldest(db: ClientDatabase, now: number, removed = new Set<string>()): Promise<boolean> {
  const pending = await db.outbox.toArray();
  // Searches the text, since entries of a newer version name records and files too.
  const named = JSON.stringify(pending);
  const accountIds = [...new Set(pending.map(({ accountId }) => String(accountId ?? '')))];
  const sent = new Set((await db.idMap.toArray()).map(({ localId }) => localId));
  const cached = (await db.resources.toArray())
    .filter(({ websiteId, key }) => !isNeeded(key, websiteId === null ? accountIds : [websiteId], named))
    .filter((row) => row.data === null || !removed.has(nameOf(row)))
    .flatMap((row) => cachedRecord(db, row, now) ?? []);
  const files = (await db.files.toArray())
    .filter(({ id }) => sent.has(id) && !named.includes(id.slice(id.lastIndexOf('/') + 1)))
    .map(({ id, createdAt }): Evictable => ({ name: id, at: createdAt, rank: 0, evict: () => db.files.delete(id) }));
  const all = [...cached, ...files].toSorted((a, b) => a.rank - b.rank || a.at - b.at);
  for (const { name, evict } of all.slice(0, Math.ceil(all.length * shareOfRound))) {
    removed.add(name);
    await evict();
  }
  return all.length > 0;
}

/**
 * Null: nothing of the row can be removed. A row with confirmed writes loses its data and keeps those: the server can't return them, and
 * without them the user's own values would cause conflicts.
 *
 * So does a row of this millisecond, or of a clock that was ahead. Revisions begin with the time: once such a row is gone and cached again,
 * it could get the revision that a read began from before, and that read's older answer would be cached over it.
 */
function cachedRecord({ resources }: ClientDatabase, row: CacheRow, now: number): Evictable | null {
  const { userId, key, fetchedAt: at, revision, ours = {} } = row;
  const name = nameOf(row);
  const rank = Object.keys(ours).length === 0 ? 0 : 1;
  if (rank === 0 && revision < now) return { name, at, rank, evict: () => resources.delete([userId, key]) };
  if (row.data === null) return null;
  return { name, at, rank, evict: () => resources.put({ ...row, data: null, pagination: null, etag: null, revision: revision + 1 }) };
}

const nameOf = ({ userId, key }: CacheRow): string => `${userId} ${key}`;

/** Whether an outbox entry needs this row: the entry is compared with it and applied to it. */
function isNeeded(key: string, scopes: readonly string[], named: string): boolean {
  const [kind, ...rest] = key.split('/');
  if (kind === 'settings') return named.includes(JSON.stringify(rest.join('/')));
  const id = rest.slice(2).join('/');
  if (kind === 'record') return scopes.some((scope) => named.includes(JSON.stringify({ entity: rest[0], scope, id })));
  return kind === 'blocks' && scopes.some((scope) => named.includes(JSON.stringify(scope)));
}
