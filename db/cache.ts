import { isJsonObject, type Json, sameJson } from '#contract/json.ts';
import type { PaginationInfo } from '#contract/api-result.ts';
import * as v from 'valibot';
import { isDataCurrent } from './epochs.ts';
import { withoutSecretKeys, withoutSecrets } from './secrets.ts';
import { storeErrorOf } from './store-error.ts';
import type { CacheRow, ClientDatabase } from './stores.ts';

/** A cached answer. `fetchedAt` in ms since the epoch. */
export interface Cached<Data> {
  readonly data: Data;
  readonly pagination: PaginationInfo | null;
  readonly etag: string | null;
  readonly fetchedAt: number;
  readonly revision: number;
}

export interface CacheEntry {
  readonly websiteId: string | null;
  readonly data: Json;
  readonly pagination?: PaginationInfo | null;
  readonly etag: string | null;
  /** From `revision()` before the read began. The answer is dropped where the cache has a newer revision by now. */
  readonly expectedRevision?: number;
  /** From `dataEpoch` before the read began. The answer is dropped where the user's data was removed since. */
  readonly epoch?: number;
}

/** Cached answers of the API, each belonging to one user. */
export interface Cache {
  /** Null where nothing is cached, or where the cached data does not fit `schema`, which is reported. */
  get<Data>(userId: string, key: string, schema: v.GenericSchema<unknown, Data>): Promise<Cached<Data> | null>;
  /** Grows with each write of a key; 0 before the first. */
  revision(userId: string, key: string): Promise<number>;
  /** False where `expectedRevision` or `epoch` is out of date, or where the device has no room. Rejects when the device fails. */
  put(userId: string, key: string, entry: CacheEntry): Promise<boolean>;
  /** Removes everything cached for the user. */
  wipe(userId: string): Promise<void>;
}

export interface CacheDeps {
  readonly now: () => number;
  /** Called with the key of a row that no longer fits its schema. */
  readonly onMalformed: (key: string) => void;
}

/** The cache on an open database. */
export function createCache(db: ClientDatabase, deps: CacheDeps): Cache {
  return {
    async get(userId, key, schema) {
      return cachedIn(await db.resources.get([userId, key]), key, schema, deps.onMalformed);
    },
    async revision(userId, key) {
      return (await db.resources.get([userId, key]))?.revision ?? 0;
    },
    put: (userId, key, entry) =>
      withoutQuota(
        db.transaction('rw', [db.resources, db.meta], async () => {
          if (!(await isDataCurrent(db, userId, entry.epoch))) return false;
          const known = await db.resources.get([userId, key]);
          const revision = known?.revision ?? 0;
          if (entry.expectedRevision !== undefined && entry.expectedRevision !== revision) return false;
          const { websiteId, data, etag, pagination = null } = entry;
          await putOver(db, deps.now(), { userId, key, websiteId, data, pagination, etag }, known);
          return true;
        }),
      ),
    async wipe(userId) {
      await db.resources.where('userId').equals(userId).delete();
    },
  };
}

/** What a row holds, as `Cache.get` answers it. */
export function cachedIn<Data>(
  row: CacheRow | undefined,
  key: string,
  schema: v.GenericSchema<unknown, Data>,
  onMalformed: CacheDeps['onMalformed'],
): Cached<Data> | null {
  if (!row || row.data === null) return null;
  const parsed = v.safeParse(schema, row.data);
  if (!parsed.success) {
    onMalformed(key);
    return null;
  }
  return {
    data: parsed.output,
    pagination: row.pagination ?? null,
    etag: row.etag ?? null,
    fetchedAt: row.fetchedAt,
    revision: row.revision,
  };
}

/** For writes of data that can be fetched again: false, instead of an error, where the device has no room. */
export async function withoutQuota(written: PromiseLike<boolean>): Promise<boolean> {
  try {
    return await written;
  } catch (thrown) {
    if (storeErrorOf(thrown).code === 'quota') return false;
    throw thrown;
  }
}

/**
 * Writes server state to the cache under the next revision. Without `ours` the confirmed writes stay as they were. Only `rowOver` builds rows
 * of server state, and it strips the values of secret fields; `confirmed-writes.ts` writes decisions only. Inside a transaction.
 */
export async function putResource(db: ClientDatabase, now: number, row: Omit<CacheRow, 'fetchedAt' | 'revision'>): Promise<void> {
  await putOver(db, now, row, await db.resources.get([row.userId, row.key]));
}

/** As `putResource`, for a caller that has read the row before in this transaction. */
export async function putOver(
  db: ClientDatabase,
  now: number,
  row: Omit<CacheRow, 'fetchedAt' | 'revision'>,
  known: CacheRow | undefined,
): Promise<void> {
  await db.resources.put(rowOver(now, row, known));
}

/** The row that replaces `known`, which was read in this transaction. */
export function rowOver(now: number, row: Omit<CacheRow, 'fetchedAt' | 'revision'>, known: CacheRow | undefined): CacheRow {
  const data = withoutSecrets(row.data);
  const ours = withoutOverwritten(withoutSecretKeys(row.ours ?? known?.ours ?? {}), data);
  // Does not begin at 0 again after an eviction: an answer to an earlier read would count as the newest.
  const revision = (known?.revision ?? now) + 1;
  return { ...row, data, fetchedAt: now, revision, ours };
}

/** The confirmed writes that `data` still has. The others are forgotten for good, even where their value comes back later. */
export function withoutOverwritten(known: NonNullable<CacheRow['ours']>, data: Json): NonNullable<CacheRow['ours']> {
  if (data === null || Object.keys(known).length === 0) return known;
  const values = valuesByField(data);
  return Object.fromEntries(Object.entries(known).filter(([key, { value }]) => sameJson(values.get(key) ?? null, value)));
}

/** The values of a cached record, or of a cached list of settings or blocks, by field. Without the order of blocks, which is rebased on enqueue. */
function valuesByField(data: Json): ReadonlyMap<string, Json> {
  if (isJsonObject(data)) return new Map(Object.entries(data));
  const values = new Map<string, Json>();
  for (const item of Array.isArray(data) ? data : []) {
    if (!isJsonObject(item)) continue;
    const { id, key, value, enabled, settings } = item;
    if (typeof key === 'string' && value !== undefined) values.set(key, value);
    if (typeof id !== 'string') continue;
    if (enabled !== undefined) values.set(`${id}/enabled`, enabled);
    for (const [name, one] of valuesByField(settings ?? null)) values.set(`${id}/setting/${name}`, one);
  }
  return values;
}
