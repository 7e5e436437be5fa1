import type { Json } from '#contract/json.ts';
import type { PaginationInfo } from '#contract/api-result.ts';
import type { LiveViewObserver } from './live-view.ts';
import type { StoredEntry } from './migrate-entry.ts';

/** Server state. `revision` grows with each write, so that a read that started earlier can't undo a later one. */
export interface CacheRow {
  readonly userId: string;
  readonly key: string;
  readonly websiteId: string | null;
  readonly data: Json;
  readonly pagination: PaginationInfo | null;
  readonly etag: string | null;
  readonly fetchedAt: number;
  readonly revision: number;
  /** A delete of this device was confirmed, and no answer has brought the record since. */
  readonly isDeleted?: true;
  /** The confirmed writes, by field: the value of our last confirmed save and those that it and earlier ones replaced, or a decision. */
  readonly ours?: Readonly<Record<string, ConfirmedWrite>>;
}

export interface ConfirmedWrite {
  readonly value: Json;
  readonly over: readonly Json[];
  /** `lastSaveOf` its entry. Absent in rows of earlier versions. */
  readonly savedAt?: number;
  /** A decision: somebody else wrote the value, and a person has decided against it, in a change that is not confirmed yet. */
  readonly isTheirs?: true;
  /** Somebody else's change was joined with ours into `value`: what was ours before. */
  readonly own?: Json;
}

/** A draft as schema version 1 stored it, one for all tabs. */
export interface SharedDraftRow {
  readonly userId: string;
  readonly websiteId: string;
  readonly screen: string;
  readonly values: Readonly<Record<string, Json>>;
  readonly base: Readonly<Record<string, Json>>;
  readonly savedAt: number;
}

/**
 * A draft of one tab. Each write gives it the next `seq`, so that the newest has the highest, whatever the clock says. One that is adopted from
 * the stash may come after newer ones.
 */
export interface DraftRow extends SharedDraftRow {
  readonly seq?: number;
  readonly tab: string;
  /** Its place among all that the tabs have drafted and saved (`Stash.addDraft`). */
  readonly order?: number;
  readonly isAdopted?: true;
}

/** The local id of a record that was created on this device, and the server's id that replaced it. */
export interface IdMapRow {
  readonly localId: string;
  readonly userId: string;
  readonly serverId: string;
  /** The collection of the record (`BoundMutation`); absent in rows of earlier versions, and of files that are only cached. */
  readonly collection?: string;
  readonly createdAt: number;
  /** The last day of use (`db/forget-old.ts`) on which an entry or a draft named it; absent until the next start. */
  readonly namedOn?: number;
}

/** A pending file, or one that was sent lately, for its picture without a connection. */
export interface FileRow {
  /** The id on this device. */
  readonly id: string;
  readonly userId: string;
  readonly blob: Blob;
  readonly name: string;
  readonly createdAt: number;
  /** The tab in which it was chosen; absent where an older version wrote it, and for the server's own files. */
  readonly tab?: string;
}

/** The tab that drains a user's outbox. `beatAt`: when it last renewed its lease, ms since the epoch. */
export interface LeaseRow {
  readonly userId: string;
  readonly holder: string;
  readonly epoch: number;
  readonly beatAt: number;
}

/** Grows with every acquisition of the drain lock. A drainer with an older number is fenced. */
export interface EpochRow {
  readonly userId: string;
  readonly epoch: number;
}

/** `rejected`: the server refused it, and its form has the values. `evicted`: the browser removed the store that it waited in. */
export type FinalStatus = 'done' | 'discarded' | 'rejected' | 'superseded' | 'evicted';

/** A mutation that was dequeued, for the sync centre and for callers that await one save. */
export interface LogRow {
  readonly opId: string;
  readonly userId: string;
  readonly websiteId: string | null;
  readonly words: string;
  readonly outcome: FinalStatus;
  /** For `superseded`: the entry that carries the change on; null where a confirmed delete has made it pointless. */
  readonly by: string | null;
  /** For `superseded`: the entry that carries it on has its values beside others. Absent: it has other values, or nobody compared. */
  readonly isJoined?: true;
  readonly at: number;
}

export interface MetaRow {
  readonly key: string;
  readonly value: Json;
}

/** The rows of a query, in the order of its index and then of the primary key. Its calls reject when the device fails. */
export interface StoreCollection<Row, Key> {
  first(): Promise<Row | undefined>;
  last(): Promise<Row | undefined>;
  toArray(): Promise<Row[]>;
  sortBy(field: string): Promise<Row[]>;
  primaryKeys(): Promise<Key[]>;
  count(): Promise<number>;
  /** The first `count` rows. */
  limit(count: number): StoreCollection<Row, Key>;
  /** Returns how many rows there were. */
  delete(): Promise<number>;
}

/** One index of a table, without the rows that lack its field. */
export interface StoreIndex<Row, Key> {
  equals(value: unknown): StoreCollection<Row, Key>;
  anyOf(values: readonly unknown[]): StoreCollection<Row, Key>;
  noneOf(values: readonly unknown[]): StoreCollection<Row, Key>;
  above(value: unknown): StoreCollection<Row, Key>;
  /** From `lower` on, and below `upper`. */
  between(lower: unknown, upper: unknown): StoreCollection<Row, Key>;
  below(value: unknown): StoreCollection<Row, Key>;
}

/** One table, with the part of Dexie's interface that this layer uses. Inside a transaction its calls belong to that. */
export interface StoreTable<Row, Key> {
  get(key: Key): Promise<Row | undefined>;
  bulkGet(keys: Key[]): Promise<(Row | undefined)[]>;
  toArray(): Promise<Row[]>;
  toCollection(): StoreCollection<Row, Key>;
  where(index: string): StoreIndex<Row, Key>;
  /** Rejects with `ConstraintError` where the key, or a value of a unique index, exists already. Returns the key. */
  add(row: Row): Promise<Key>;
  put(row: Row): Promise<Key>;
  bulkPut(rows: readonly Row[]): Promise<Key>;
  /** Returns how many rows it found: 0 or 1. */
  update(key: Key, changes: Partial<Row>): Promise<number>;
  delete(key: Key): Promise<void>;
  bulkDelete(keys: Key[]): Promise<void>;
}

/** The interface of the database: Dexie in the console, one in memory in simulated schedules. */
export interface ClientDatabase {
  readonly resources: StoreTable<CacheRow, [string, string]>;
  readonly outbox: StoreTable<StoredEntry, number>;
  /** Of schema version 1. Emptied by `db/migrations.ts` at each start, and written by old code alone. */
  readonly drafts: StoreTable<SharedDraftRow, [string, string, string]>;
  readonly tabDrafts: StoreTable<DraftRow, number>;
  readonly idMap: StoreTable<IdMapRow, string>;
  readonly files: StoreTable<FileRow, string>;
  readonly leases: StoreTable<LeaseRow, string>;
  readonly epochs: StoreTable<EpochRow, string>;
  readonly log: StoreTable<LogRow, number>;
  readonly meta: StoreTable<MetaRow, string>;
  /**
   * Runs `scope` atomically; inside another transaction it is part of that. The scope must wait for nothing but calls of these tables: else
   * the transaction ends early, and the next call rejects.
   */
  transaction<Result>(
    mode: 'r' | 'rw',
    tables: readonly (string | StoreTable<unknown, unknown>)[],
    scope: () => PromiseLike<Result> | Result,
  ): Promise<Result>;
  /**
   * Runs `query` now and after each change of what it read, by this tab or another; at most every `paceMs`. A query that fails goes to
   * `error`; it is repeated only where there is a pace.
   */
  watch<Value>(query: () => Promise<Value>, observer: LiveViewObserver<Value>, paceMs?: number): { unsubscribe(): void };
  /** Called in the transaction that takes an entry out of the outbox, before that. */
  readonly onLeaving?: ((userId: string, opId: string) => void) | undefined;
  /** IndexedDB's version of the opened store, ten times that of the schema; 0 before it is opened. */
  nativeVersion(): number;
  close(options: { readonly disableAutoOpen: boolean }): void;
}

/** The schema that this code knows; raise it with a step in `DexieDatabase`. */
export const schemaVersion = 7;

/** IndexedDB's version of a store with this schema. */
export const nativeSchemaVersion = schemaVersion * 10;

/** Whether the store has a newer schema. Dexie raises the last digit of the native version when it only adds tables or indexes. */
export function isNewerSchema(nativeVersion: number): boolean {
  return Math.floor(nativeVersion / 10) > schemaVersion;
}

/** Primary key and indexes of each table, as Dexie writes them. */
export const tableSchemas = {
  resources: '[userId+key], userId, [userId+websiteId]',
  // With the index fields of `db/index-fields.ts`.
  outbox:
    '++seq, &opId, userId, [userId+record], [userId+attention], [userId+stands], [userId+lane], [userId+due+seq], localId, *dependsOn, *fileIds, recordVersion',
  drafts: '[userId+websiteId+screen], userId',
  tabDrafts: '++seq, &[userId+websiteId+screen+tab], [userId+websiteId+screen], userId',
  idMap: 'localId, userId, createdAt',
  files: 'id, userId',
  leases: 'userId',
  epochs: 'userId',
  log: '++id, opId, userId, at',
  meta: 'key',
} as const;
