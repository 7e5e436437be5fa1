import type { StoredEntry } from './migrate-entry.ts';
import type { CacheRow, MetaRow } from './stores.ts';

/** What this tab has read last of a record: its rows, as they are stored, and that of the epoch of its user's data. */
export interface KnownRecord {
  readonly epoch: MetaRow | undefined;
  readonly cached: CacheRow | undefined;
  /** In outbox order. */
  readonly entries: readonly StoredEntry[];
}

/** By `knownName`. */
export type KnownRecords = Map<string, KnownRecord>;

/** `key`: the cache key of the record. */
export const knownName = (userId: string, key: string): string => `${userId} ${key}`;
