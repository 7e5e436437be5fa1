import type { ClientDatabase, MetaRow } from './stores.ts';

/**
 * The next epoch of a user's outbox, inside a transaction. The first one in a store is the time, in ms: a tab that was frozen may still have
 * one of a store that the browser has removed since, which must not be current in the next one.
 */
export async function nextEpoch(db: ClientDatabase, now: () => number, userId: string): Promise<number> {
  return ((await db.epochs.get(userId))?.epoch ?? now()) + 1;
}

/** Ends the present epoch of a user's outbox, inside a transaction: its drainer can neither claim an entry nor apply a result any more. */
export async function fenceOff(db: ClientDatabase, now: () => number, userId: string): Promise<void> {
  await db.epochs.put({ userId, epoch: await nextEpoch(db, now, userId) });
}

/** Whether an epoch is the latest. Every write of a drainer checks it inside its transaction. */
export async function isCurrent(db: ClientDatabase, userId: string, epoch: number): Promise<boolean> {
  return (await db.epochs.get(userId))?.epoch === epoch;
}

/**
 * How often a user's data was removed from this device. A caller reads it before it begins, and passes it to its write: where it has grown
 * since, the user has signed out, and the write is dropped.
 */
export async function dataEpochOf(db: ClientDatabase, userId: string): Promise<number> {
  return dataEpochIn(await db.meta.get(dataEpochKey(userId)));
}

export const dataEpochIn = (row: MetaRow | undefined): number => (typeof row?.value === 'number' ? row.value : 0);

/** Call it inside the transaction that removes the data. */
export async function raiseDataEpoch(db: ClientDatabase, userId: string): Promise<void> {
  await db.meta.put({ key: dataEpochKey(userId), value: (await dataEpochOf(db, userId)) + 1 });
}

/** False where the user's data was removed since `epoch`; without an `epoch` true. Call it inside the transaction of the write. */
export async function isDataCurrent(db: ClientDatabase, userId: string, epoch: number | undefined): Promise<boolean> {
  return epoch === undefined || (await dataEpochOf(db, userId)) === epoch;
}

/** The key of a user's row in `meta`. */
export const dataEpochKey = (userId: string): string => `data epoch of ${userId}`;

export const storeIdKey = 'storeId';

/** The store's id; null until it is first followed. Inside a transaction. */
export async function storeIdOf(db: ClientDatabase): Promise<string | null> {
  const named = await db.meta.get(storeIdKey);
  return typeof named?.value === 'string' ? named.value : null;
}
