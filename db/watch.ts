import type { Category } from '#contract/entities/setting.ts';
import type { OutboxEntry, Target } from '#contract/outbox-entry.ts';
import type { GenericSchema } from 'valibot';
import type { BlocksReading } from './blocks-overlay.ts';
import type { Cache, Cached } from './cache.ts';
import type { ReadSettings, SettingsReading } from './overlay.ts';
import { findEntry, type OutboxSummary, readEntriesOfAll, readSummary } from './outbox-entries.ts';
import type { ListedEntries } from './listed-entries.ts';
import { type SharedView, sharedView, type Unsubscribe } from './shared-view.ts';
import type { ClientDatabase, LogRow } from './stores.ts';

/** Loads the code that only a homepage needs. */
export type LoadBlocksOverlay = () => Promise<Pick<typeof import('./blocks-overlay.ts'), 'readBlocksView'>>;

/** The pace of views that a drain changes all the time, ms: nobody reads faster, and the drain needs the time. */
const drainPaceMs = 100;
/** The pace of all other views, ms. It is too short to be noticed, and is there because only a view with a pace repeats a failed query. */
const shortPaceMs = 20;

/** Live views of the store: `callback` runs at once and again after each change, of this tab or another. */
export interface Watch {
  settings(userId: string, websiteId: string, category: Category, callback: (reading: SettingsReading) => void): Unsubscribe;
  /** Loads its code with the first homepage. */
  blocks(userId: string, websiteId: string, callback: (reading: BlocksReading) => void): Unsubscribe;
  /** The entries that are pending for some records, in outbox order. */
  entriesOf(userId: string, targets: readonly Target[], callback: (entries: readonly OutboxEntry[]) => void): Unsubscribe;
  /** One entry; null: it is no longer in the outbox, or can't be read. */
  entry(opId: string, callback: (entry: OutboxEntry | null) => void): Unsubscribe;
  summary(userId: string, callback: (summary: OutboxSummary) => void): Unsubscribe;
  /** The first `limit` entries that are to be sent and the first `limit` that need a person. Loads its code with the first call. */
  entries(userId: string, limit: number, callback: (entries: ListedEntries) => void): Unsubscribe;
  resource<Data>(
    userId: string,
    key: string,
    schema: GenericSchema<unknown, Data>,
    callback: (cached: Cached<Data> | null) => void,
  ): Unsubscribe;
  /** The latest 200 rows of the log, newest first. Loads its code with the first call. */
  log(userId: string, callback: (rows: readonly LogRow[]) => void): Unsubscribe;
}

/** Begins a view once its code has come. */
export function whenLoaded<Code>(
  loading: Promise<Code>,
  begin: (code: Code) => Unsubscribe,
  onFailed: (thrown: unknown) => void,
): Unsubscribe {
  let stop: Unsubscribe | null = null;
  let isOver = false;
  loading.then((code) => {
    if (!isOver) stop = begin(code);
  }, onFailed);
  return () => {
    isOver = true;
    stop?.();
  };
}

/** Live views of an open database. Calls `onFailed` with errors of a query or its callback. */
export function createWatch(
  db: ClientDatabase,
  cache: Cache,
  loadBlocksOverlay: LoadBlocksOverlay,
  onFailed: (thrown: unknown) => void,
  readSettings: ReadSettings,
): Watch {
  function watch<Value>(query: () => Promise<Value>, callback: (value: Value) => void, paceMs = shortPaceMs): Unsubscribe {
    const subscription = db.watch(query, { next: callback, error: onFailed }, paceMs);
    return () => subscription.unsubscribe();
  }
  const summaries = new Map<string, SharedView<OutboxSummary>>();
  /** One view for the tab's drainer and its chip. */
  function summaryOf(userId: string): SharedView<OutboxSummary> {
    const view = summaries.get(userId) ?? sharedView((callback) => watch(() => readSummary(db, userId), callback, drainPaceMs), onFailed);
    summaries.set(userId, view);
    return view;
  }
  return {
    settings: (userId, websiteId, category, callback) => watch(() => readSettings(userId, websiteId, category), callback),
    blocks: (userId, websiteId, callback) =>
      whenLoaded(
        loadBlocksOverlay(),
        ({ readBlocksView }) => watch(() => readBlocksView(db, cache, userId, websiteId), callback, drainPaceMs),
        onFailed,
      ),
    entriesOf: (userId, targets, callback) => watch(() => readEntriesOfAll(db, userId, targets), callback, drainPaceMs),
    entry: (opId, callback) => watch(() => findEntry(db, opId), callback),
    summary: (userId, callback) => summaryOf(userId).watch(callback),
    entries: (userId, limit, callback) =>
      whenLoaded(
        import('./listed-entries.ts'),
        ({ readListed }) => watch(() => readListed(db, userId, limit), callback, drainPaceMs),
        onFailed,
      ),
    resource: (userId, key, schema, callback) => watch(() => cache.get(userId, key, schema), callback),
    log: (userId, callback) =>
      whenLoaded(import('./listed-entries.ts'), ({ readLatest }) => watch(() => readLatest(db, userId), callback, drainPaceMs), onFailed),
  };
}
