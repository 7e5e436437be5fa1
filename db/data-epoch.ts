import type { ClientDatabase } from './stores.ts';

/**
 * Counts how often a user's data was removed from this device. Whoever writes later passes the number from when they began:
 * where it has grown since, the user has signed out, and the write is dropped.
 */
export async function dataEpochOf(db: ClientDatabase, userId: string): Promise<number> {
  const value = (await db.meta.get(keyOf(userId)))?.value;
  return typeof value === 'number' ? value : 0;
}

/** To be called inside the transaction that removes the data. */
export async function raiseDataEpoch(db: ClientDatabase, userId: string): Promise<void> {
  await db.meta.put({ key: keyOf(userId), value: (await dataEpochOf(db, userId)) + 1 });
}

/** False where the user's data was removed since `epoch`. To be asked inside the transaction of the write. Left out: true. */
export async function isDataCurrent(db: ClientDatabase, userId: string, epoch: number | undefined): Promise<boolean> {
  return epoch === undefined || (await dataEpochOf(db, userId)) === epoch;
}

const keyOf = (userId: string): string => `data epoch of ${userId}`;
