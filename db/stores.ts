import type { Json } from '#contract/json.ts';
import type { Pagination } from '#contract/outcome.ts';
import { Dexie, type EntityTable, type Table } from 'dexie';

/** The server's word as last heard. `revision` counts writes, so that a read that started earlier can't undo a later one. */
export interface CacheRow {
  readonly userId: string;
  readonly key: string;
  readonly websiteId: string | null;
  readonly data: Json;
  readonly pagination: Pagination | null;
  readonly etag: string | null;
  readonly fetchedAt: number;
  readonly revision: number;
  /** By field: what our last confirmed save put there, and the values that it and those before it replaced. */
  readonly ours?: Readonly<Record<string, OwnSave>>;
}

export interface OwnSave {
  readonly value: Json;
  readonly over: readonly Json[];
}

export interface DraftRow {
  readonly userId: string;
  readonly websiteId: string;
  readonly screen: string;
  readonly values: Readonly<Record<string, Json>>;
  readonly base: Readonly<Record<string, Json>>;
  readonly savedAt: number;
}

/** An id made offline and the server's id that replaced it. */
export interface AliasRow {
  readonly localId: string;
  readonly userId: string;
  readonly serverId: string;
  readonly createdAt: number;
}

/** A file that waits to be sent, or was sent lately: the last known picture, also offline. */
export interface FileRow {
  /** The id on this device. */
  readonly id: string;
  readonly userId: string;
  readonly blob: Blob;
  readonly name: string;
  readonly createdAt: number;
}

/** Who drains for a user, and when it last showed signs of life (ms since the epoch). */
export interface LeaseRow {
  readonly userId: string;
  readonly holder: string;
  readonly epoch: number;
  readonly beatAt: number;
}

/** Grows with every acquisition; a drainer with an older number is fenced off. */
export interface EpochRow {
  readonly userId: string;
  readonly epoch: number;
}

export const leavings = ['done', 'discarded', 'superseded'] as const;
export type Leaving = (typeof leavings)[number];

/** What left the queue, for the sync centre and for whoever waits for one save. */
export interface LogRow {
  readonly opId: string;
  readonly userId: string;
  readonly websiteId: string | null;
  readonly words: string;
  readonly outcome: Leaving;
  /** For `superseded`: the row that carries the change on. */
  readonly by: string | null;
  readonly at: number;
}

export interface MetaRow {
  readonly key: string;
  readonly value: Json;
}

/** An outbox row as it rests: whatever an older or newer version wrote. Read through `db/migrate-row.ts` only. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** Dexie schema version 1. Writes are flushed to disk before they resolve. */
export class DeviceDatabase extends Dexie {
  declare readonly resources: Table<CacheRow, [string, string]>;
  declare readonly outbox: Table<StoredRow, number>;
  declare readonly drafts: Table<DraftRow, [string, string, string]>;
  declare readonly aliases: EntityTable<AliasRow, 'localId'>;
  declare readonly files: EntityTable<FileRow, 'id'>;
  declare readonly leases: EntityTable<LeaseRow, 'userId'>;
  declare readonly epochs: EntityTable<EpochRow, 'userId'>;
  declare readonly log: Table<LogRow, number>;
  declare readonly meta: EntityTable<MetaRow, 'key'>;

  constructor(name: string, engine?: { readonly indexedDB: IDBFactory; readonly IDBKeyRange: typeof IDBKeyRange }) {
    super(name, { chromeTransactionDurability: 'strict', ...(engine ?? {}) });
    this.version(1).stores({
      resources: '[userId+key], userId, [userId+websiteId]',
      outbox: '++seq, &opId, userId',
      drafts: '[userId+websiteId+screen], userId',
      aliases: 'localId, userId, createdAt',
      files: 'id, userId',
      leases: 'userId',
      epochs: 'userId',
      log: '++id, opId, userId, at',
      meta: 'key',
    });
  }
}
