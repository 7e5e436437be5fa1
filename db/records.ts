import { pageCacheKey, recordCacheKey, recordCachePrefix } from '#contract/cache-keys.ts';
import type { PaginationInfo } from '#contract/api-result.ts';
import { paginationSchema } from '#contract/calls/paging.ts';
import { sameJson, toJson } from '#contract/json.ts';
import type { OutboxEntry, TargetScope } from '#contract/outbox-entry.ts';
import { type RecordValues, recordTarget, type ResourceDefinition, type Values } from '#contract/resources/define.ts';
import { isLocalId } from '#contract/resources/local-id.ts';
import { bind } from '#contract/resources/bind.ts';
import * as v from 'valibot';
import { rowOver, withoutQuota } from './cache.ts';
import { isDataCurrent } from './epochs.ts';
import { patched } from './entry-transitions.ts';
import { createdIn, idMapFrom, idMapRowsOf, readEntriesOfKind } from './outbox-entries.ts';
import { confirmedValuesOf, type PendingField } from './overlay.ts';
import { type AppliedRows, applyPending, fieldMarks, lookAlikes, withEntries, withoutTaken } from './records-overlay.ts';
import type { CacheRow, ClientDatabase, IdMapRow } from './stores.ts';

/** The records of one resource in one scope. `websiteId`: null where the resource belongs to the account. */
export interface RecordScope extends TargetScope {
  readonly userId: string;
  readonly resource: ResourceDefinition;
}

/** The parameters of a page of the API's list, as its cache key has them. */
export type PageQuery = Readonly<Record<string, string | number>>;

/** On the first page, `created` also has records that were confirmed after the page was read. */
export interface PageReading extends AppliedRows {
  readonly pagination: PaginationInfo | null;
  readonly fetchedAt: number | null;
}

/** One record with the state of each field. */
export interface StoredRecordReading {
  /** The server's id once it is known. */
  readonly id: string;
  /** Server state; null where it is not cached, or where the record is not on the server. */
  readonly stored: Values | null;
  readonly values: Values | null;
  readonly pendingFields: Readonly<Record<string, PendingField>>;
  readonly confirmedWrites: Values;
  readonly isDeleting: boolean;
  readonly fetchedAt: number | null;
}

/** All records of a scope on this device, in no order. */
export interface WholeReading extends PageReading {
  /** The server has listed the records that were asked about, and this device still has the first page of them. */
  readonly isListed: boolean;
}

export interface PageAnswer {
  readonly query: PageQuery;
  readonly rows: readonly RecordValues[];
  readonly pagination: PaginationInfo | null;
  /** By id: the server's warnings beside the records. */
  readonly warnings: Readonly<Record<string, readonly string[]>>;
  /** From `revisions` before the call began. Records that were written since stay as they are. */
  readonly revisions: ReadonlyMap<string, number>;
  /** From `dataEpoch` before the call began. */
  readonly epoch: number;
}

/** Reads and caches records. Its code loads with the first list of records. */
export interface RecordStore {
  /** The cached page of the server; null: it was never read. */
  readPage(scope: RecordScope, query: PageQuery): Promise<PageReading | null>;
  readAll(scope: RecordScope): Promise<PageReading>;
  readRecord(scope: RecordScope, id: string): Promise<StoredRecordReading>;
  watchPage(scope: RecordScope, query: PageQuery, callback: (page: PageReading | null) => void): () => void;
  /** `listed`: the query by which the list in question is made available offline, its first page. */
  watchAll(scope: RecordScope, callback: (page: WholeReading) => void, listed?: PageQuery): () => void;
  watchRecord(scope: RecordScope, id: string, callback: (reading: StoredRecordReading) => void): () => void;
  /** The cache revision of every record of the scope, by cache key. */
  revisions(scope: RecordScope): Promise<ReadonlyMap<string, number>>;
  /** Ids of cached records that a new one with these values could not be distinguished from: none of them is the new one. */
  lookAlikes(scope: RecordScope, values: Values): Promise<readonly string[]>;
  /** False where the user's data was removed meanwhile, or the device has no room. */
  putPage(scope: RecordScope, answer: PageAnswer): Promise<boolean>;
}

const pageSchema = v.object({
  ids: v.array(v.string()),
  pagination: v.nullable(paginationSchema),
  warnings: v.record(v.string(), v.array(v.string())),
});

/** As in `db/watch.ts`, which would become a file of its own if it were shared. ms. */
const paceMs = 100;

export function createRecordStore(db: ClientDatabase, now: () => number, onFailed: (thrown: unknown) => void): RecordStore {
  const tables = [db.resources, db.outbox, db.idMap];
  const inOneState = <Result>(read: () => Promise<Result>) => db.transaction('r', tables, read);
  function watch<Value>(read: () => Promise<Value>, callback: (value: Value) => void): () => void {
    const subscription = db.watch(() => inOneState(read), { next: callback, error: onFailed }, paceMs);
    return () => subscription.unsubscribe();
  }
  const page = (scope: RecordScope, query: PageQuery) => () => readPage(db, scope, query);
  return {
    readPage: (scope, query) => inOneState(page(scope, query)),
    readAll: (scope) => inOneState(() => readAll(db, scope)),
    readRecord: (scope, id) => inOneState(() => readRecord(db, scope, id)),
    watchPage: (scope, query, callback) => watch(page(scope, query), callback),
    watchAll: (scope, callback, listed) => watch(() => readAll(db, scope, listed), callback),
    watchRecord: (scope, id, callback) => watch(() => readRecord(db, scope, id), callback),
    revisions: (scope) => inOneState(async () => new Map((await cachedOf(db, scope)).map(({ key, revision }) => [key, revision]))),
    lookAlikes: (scope, values) => inOneState(async () => lookAlikes(scope.resource, (await readAll(db, scope)).rows, values)),
    putPage: (scope, answer) => withoutQuota(db.transaction('rw', [db.resources, db.meta], () => putPage(db, now(), scope, answer))),
  };
}

/** Inside a transaction. Leaves records out that a delivery has written since the call began: those are newer. */
async function putPage(db: ClientDatabase, now: number, scope: RecordScope, answer: PageAnswer): Promise<boolean> {
  const { userId, resource, websiteId } = scope;
  const keys = answer.rows.map(({ id }) => recordCacheKey(resource.name, websiteId, id));
  const pageKey = pageCacheKey(resource.name, websiteId, answer.query);
  // Two steps: Dexie loses a transaction that goes through many promises which are not its own.
  const [isCurrent, known] = await Promise.all([
    isDataCurrent(db, userId, answer.epoch),
    db.resources.bulkGet([pageKey, ...keys].map((key): [string, string] => [userId, key])),
  ]);
  if (!isCurrent) return false;
  const [page, ...records] = known;
  // A record that was evicted since the call began may have been changed or deleted in between.
  if (keys.some((key, at) => records[at] === undefined && answer.revisions.has(key))) return false;
  const rows = answer.rows.flatMap((record, at): CacheRow[] => {
    const [key = '', before] = [keys[at], records[at]];
    if (before && before.revision !== answer.revisions.get(key)) return [];
    const data = toJson(record);
    // The tag of an unchanged record is still valid.
    const etag = before && sameJson(before.data, data) ? before.etag : null;
    return [rowOver(now, { userId, key, websiteId, data, pagination: null, etag }, before)];
  });
  const { pagination, warnings } = answer;
  const data = toJson({ ids: answer.rows.map(({ id }) => id), pagination, warnings });
  await db.resources.bulkPut([...rows, rowOver(now, { userId, key: pageKey, websiteId, data, pagination: null, etag: null }, page)]);
  return true;
}

async function cachedOf(db: ClientDatabase, { userId, resource, websiteId }: RecordScope): Promise<readonly CacheRow[]> {
  const prefix = recordCachePrefix(resource.name, websiteId);
  const ofScope =
    websiteId === null ? db.resources.where('userId').equals(userId) : db.resources.where('[userId+websiteId]').equals([userId, websiteId]);
  return (await ofScope.toArray()).filter(({ key }) => key.startsWith(prefix));
}

/** The pending mutations of the scope's records, in outbox order, with the server's ids where they are known. */
async function entriesOf(db: ClientDatabase, scope: RecordScope, idMapRows: readonly IdMapRow[]): Promise<readonly OutboxEntry[]> {
  const { userId, resource, websiteId } = scope;
  const entries = await readEntriesOfKind(db, userId, recordTarget(resource, scope, ''));
  const [ids, createdHere] = [idMapFrom(idMapRows), createdIn(idMapRows, recordCachePrefix(resource.name, websiteId))];
  return entries.map((entry) => patched(entry, bind(entry)?.withServerIds(ids, createdHere)));
}

async function readPage(db: ClientDatabase, scope: RecordScope, query: PageQuery): Promise<PageReading | null> {
  const { userId, resource, websiteId } = scope;
  const idMapRows = await idMapRowsOf(db, userId);
  const entries = await entriesOf(db, scope, idMapRows);
  const cached = await db.resources.get([userId, pageCacheKey(resource.name, websiteId, query)]);
  const page = v.safeParse(pageSchema, cached?.data);
  if (!cached || !page.success) return null;
  const keys = page.output.ids.map((id): [string, string] => [userId, recordCacheKey(resource.name, websiteId, id)]);
  const rows = await db.resources.bulkGet(keys);
  const records = rows.flatMap((row) => readStored(resource, row) ?? []);
  const applied = applyPending(resource, records, entries);
  const isFirstPage = Number(query['page'] ?? 0) === 0;
  const late = isFirstPage ? await confirmedSince(db, scope, idMapRows, cached.fetchedAt, new Set(page.output.ids)) : [];
  const { warnings } = page.output;
  return {
    rows: applied.rows.map((row) => ({ ...row, warnings: warnings[row.id] ?? [] })),
    created: isFirstPage ? [...applied.created, ...applyPending(resource, late, entries).rows] : [],
    pagination: page.output.pagination,
    fetchedAt: cached.fetchedAt,
  };
}

/** Records that were created on this device and confirmed after the page was read, which therefore lacks them. */
async function confirmedSince(
  db: ClientDatabase,
  { userId, resource, websiteId }: RecordScope,
  idMapRows: readonly IdMapRow[],
  at: number,
  onPage: ReadonlySet<string>,
): Promise<readonly RecordValues[]> {
  // Records of two resources may have the same id; a file that is only cached has its server's id on this device too.
  const collection = recordCachePrefix(resource.name, websiteId);
  const mapped = idMapRows.filter(
    (row) => isLocalId(row.localId) && row.createdAt >= at && (row.collection ?? collection) === collection && !onPage.has(row.serverId),
  );
  const rows = await db.resources.bulkGet(
    mapped.toReversed().map(({ serverId }): [string, string] => [userId, recordCacheKey(resource.name, websiteId, serverId)]),
  );
  return rows.flatMap((row) => readStored(resource, row) ?? []);
}

async function readAll(db: ClientDatabase, scope: RecordScope, listed?: PageQuery): Promise<WholeReading> {
  const { userId, resource, websiteId } = scope;
  const entries = await entriesOf(db, scope, await idMapRowsOf(db, userId));
  const cached = await cachedOf(db, scope);
  const records = cached.flatMap((row) => readStored(resource, row) ?? []);
  const page = listed && (await db.resources.get([userId, pageCacheKey(resource.name, websiteId, listed)]));
  const read = v.safeParse(pageSchema, page?.data);
  const keys = new Set(cached.map(({ key }) => key));
  // Records may have been evicted since.
  const isListed = read.success && read.output.ids.every((id) => keys.has(recordCacheKey(resource.name, websiteId, id)));
  const times = [...cached, ...(isListed && page ? [page] : [])].map((row) => row.fetchedAt);
  const fetchedAt = times.length === 0 ? null : Math.min(...times);
  return { ...applyPending(resource, records, entries), pagination: null, fetchedAt, isListed };
}

/** Null for a deleted record, and for data that this version can't read. */
function readStored(resource: ResourceDefinition, row: CacheRow | undefined): RecordValues | null {
  const read = v.safeParse(resource.schema, row?.data);
  return read.success ? read.output : null;
}

async function readRecord(db: ClientDatabase, scope: RecordScope, wanted: string): Promise<StoredRecordReading> {
  const { userId, resource, websiteId } = scope;
  const idMapRows = await idMapRowsOf(db, userId);
  const id = idMapFrom(idMapRows).get(wanted) ?? wanted;
  const key = recordCacheKey(resource.name, websiteId, id);
  const row = await db.resources.get([userId, key]);
  const all = await entriesOf(db, scope, idMapRows);
  const own = ({ target }: OutboxEntry) => target.id === id || (isLocalId(wanted) && target.id === wanted);
  const entries = all.filter(own);
  // What another record takes is taken from the base of an edit too.
  const left = (values: Values) => withoutTaken(resource, entries[0]?.target.id ?? id, values, all);
  const known = readStored(resource, row);
  const stored = known && left(known);
  const isCreated = entries.some(({ mutation }) => mutation === 'create');
  const { values, isDeleting } = withEntries(resource, id, stored ?? {}, entries);
  return {
    id,
    stored,
    values: stored === null && !isCreated ? null : left(values),
    pendingFields: Object.fromEntries(entries.flatMap((entry) => Object.entries(fieldMarks(entry)))),
    confirmedWrites: await confirmedValuesOf(db, userId, key),
    isDeleting,
    fetchedAt: row?.fetchedAt ?? null,
  };
}
