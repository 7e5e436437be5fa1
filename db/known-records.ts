import type { Category } from '#contract/entities/setting.ts';
import type { StoredEntry } from './migrate-entry.ts';
import type { CacheRow, MetaRow } from './stores.ts';

/** What this tab has read last of a record: its rows, as they are stored, and that of the epoch of its user's data. */
export interface KnownRecord {
  readonly epoch: MetaRow | undefined;
  readonly cached: CacheRow | undefined;
  /** In outbox order. */
  readonly entries: readonly StoredEntry[];
}

/**
 * The settings of each category that were read last, with their `knownName`. Those of one website alone: somebody may open the screens of
 * hundreds in a day.
 */
export type KnownRecords = Map<Category, KnownRecord & { readonly name: string }>;

/** `key`: the cache key of the record. */
export const knownName = (userId: string, key: string): string => `${userId} ${key}`;
