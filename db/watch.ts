import type { Category } from '#contract/entities/setting.ts';
import { liveQuery } from 'dexie';
import type { GenericSchema } from 'valibot';
import { type BlocksReading, readBlocks } from './blocks-overlay.ts';
import type { Cache, Cached } from './cache.ts';
import { bind } from './commands/index.ts';
import type { ReadRow } from './migrate-row.ts';
import { readSettings, type SettingsReading } from './overlay.ts';
import { readQueue } from './queue-rows.ts';
import type { DeviceDatabase, LogRow } from './stores.ts';

/** A row of the queue with its words, for the chip and the sync centre. */
export type QueueEntry = ReadRow & { readonly words: string };

export type Unsubscribe = () => void;

/** Live views of the store: `callback` runs at once and again after each change, of this tab or another. */
export interface Watch {
  settings(userId: string, websiteId: string, category: Category, callback: (reading: SettingsReading) => void): Unsubscribe;
  blocks(userId: string, websiteId: string, callback: (reading: BlocksReading) => void): Unsubscribe;
  queue(userId: string, callback: (entries: readonly QueueEntry[]) => void): Unsubscribe;
  resource<Data>(
    userId: string,
    key: string,
    schema: GenericSchema<unknown, Data>,
    callback: (cached: Cached<Data> | null) => void,
  ): Unsubscribe;
  /** The latest 200 that left the queue, newest first. */
  log(userId: string, callback: (rows: readonly LogRow[]) => void): Unsubscribe;
}

/** Live views of an open database. `onFailed` hears of a view that ended because it could not be read. */
export function createWatch(db: DeviceDatabase, cache: Cache, onFailed: (thrown: unknown) => void): Watch {
  function watch<Value>(query: () => Promise<Value>, callback: (value: Value) => void): Unsubscribe {
    const subscription = liveQuery(query).subscribe({ next: callback, error: onFailed });
    return () => subscription.unsubscribe();
  }
  return {
    settings: (userId, websiteId, category, callback) => watch(() => readSettings(db, cache, userId, websiteId, category), callback),
    blocks: (userId, websiteId, callback) => watch(() => readBlocks(db, cache, userId, websiteId), callback),
    queue: (userId, callback) => watch(async () => (await readQueue(db, userId)).map(withWords), callback),
    resource: (userId, key, schema, callback) => watch(() => cache.get(userId, key, schema), callback),
    log: (userId, callback) =>
      watch(async () => (await db.log.where('userId').equals(userId).sortBy('id')).toReversed().slice(0, 200), callback),
  };
}

/** Names an entry for people; an unreadable one by what is known of it. */
export function withWords(entry: ReadRow): QueueEntry {
  if (entry.kind === 'unreadable')
    return { ...entry, words: entry.problem === 'newer' ? 'A change made by a newer version' : 'A change that can’t be read' };
  return { ...entry, words: bind(entry.row)?.words ?? entry.row.command };
}
