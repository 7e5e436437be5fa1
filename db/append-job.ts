import type { SavedDraft } from './without-saved.ts';
import type { StoredEntry } from './migrate-entry.ts';
import type { MetaRow } from './stores.ts';
import type { KnownRecord } from './known-records.ts';

/** Rows to be written to the outbox, if the store still holds what they were made from. */
export interface AppendJob {
  /** By record: the keys of its rows in `meta` and `resources`, and that of its entries in the index `[userId+record]`. */
  readonly records: readonly { readonly epoch: string; readonly cached: [string, string]; readonly entries: [string, string] }[];
  /** Their rows as JSON, as `rowsAsText` gives it. */
  readonly expected: string;
  readonly rows: readonly StoredEntry[];
  /** The mark that a stashed save is stored; null where it was not stashed. */
  readonly mark: MetaRow | null;
  /** The drafts that the save is taken out of, by `[userId+websiteId+screen+tab]`. */
  readonly drafts: readonly { readonly key: [string, string, string, string]; readonly saved: SavedDraft }[];
}

/** `changed`: the store holds something else, and nothing was written. `unknown`: whoever should write it has ended. */
export type AppendOutcome = 'written' | 'changed' | 'unknown';

/** Writes to the outbox beside the page's main thread. */
export interface Appender {
  /** Resolves once the rows are durable, or with the reason why they may not be. Never rejects. Null where nobody is there to write them. */
  append(job: AppendJob): Promise<AppendOutcome> | null;
}

/** The first message to the worker. */
export interface WorkerStart {
  /** The name of its channel, and of the lock that it holds while it lives. */
  readonly channel: string;
  readonly store: string;
  /** IndexedDB's version of the store. */
  readonly version: number;
}

export interface WorkerJob {
  readonly id: number;
  readonly job: AppendJob;
}

/** `id` 0, without an outcome: the worker is ready. */
export interface WorkerAnswer {
  readonly id: number;
  readonly outcome: AppendOutcome | null;
}

/** For comparing. A row that is not there is `null` in it. */
export const rowsAsText = (records: readonly KnownRecord[]): string =>
  JSON.stringify(records.map(({ epoch, cached, entries }) => [epoch, cached, entries]));
