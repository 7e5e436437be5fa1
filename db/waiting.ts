import { mutationName } from '#contract/outbox-entry.ts';
import { bind } from '#contract/resources/bind.ts';
import { readEntry } from './migrate-entry.ts';
import { dataEpochOf, isDataCurrent, storeIdKey, storeIdOf } from './epochs.ts';
import { mostNamed, type Waiting } from './pending-note.ts';
import type { ClientDatabase } from './stores.ts';

interface WaitingNow extends Omit<Waiting, 'store'> {
  /** Null until `nameStore` has given it one. */
  readonly store: string | null;
  /** Of the user's data. */
  readonly epoch: number;
}

/** What waits in the outbox of a user, and the store's id, at one moment. */
export function readWaiting(db: ClientDatabase, userId: string): Promise<WaitingNow> {
  return db.transaction('r', [db.meta, db.outbox], async () => {
    const store = await storeIdOf(db);
    const epoch = await dataEpochOf(db, userId);
    const of = () => db.outbox.where('userId').equals(userId);
    const first = (await of().limit(mostNamed).toArray()).map(readEntry).map((read) => {
      if (read.kind !== 'readable') return { opId: read.opId ?? '', name: 'A change of another version' };
      return { opId: read.entry.opId, name: bind(read.entry)?.description ?? mutationName(read.entry) };
    });
    return { store, epoch, count: await of().count(), first };
  });
}

/** Gives the store an id, where it has none. Returns the store's. */
export function nameStore(db: ClientDatabase, newId: () => string): Promise<string> {
  return db.transaction('rw', [db.meta], async () => {
    const named = await storeIdOf(db);
    if (named !== null) return named;
    const value = newId();
    await db.meta.put({ key: storeIdKey, value });
    return value;
  });
}

/** A line of the log for each name of what the browser has removed; none where the user has signed out since `epoch`. */
export function logLoss(
  db: ClientDatabase,
  { userId, epoch }: { readonly userId: string; readonly epoch: number },
  names: readonly string[],
  at: number,
  newId: () => string,
): Promise<void> {
  return db.transaction('rw', [db.log, db.meta], async () => {
    if (!(await isDataCurrent(db, userId, epoch))) return;
    for (const words of names) await db.log.add({ opId: newId(), userId, websiteId: null, words, outcome: 'evicted', by: null, at });
  });
}
