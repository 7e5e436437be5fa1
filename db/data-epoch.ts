import type { ClientDatabase } from './stores.ts';

/**
 * How often a user's data was removed from this device: their data's epoch. A delivery, a read or a save that began in an
 * earlier one ends after its user has signed out, and writes nothing of theirs any more.
 */
export async function dataEpochOf(db: ClientDatabase, userId: string): Promise<number> {
  const value = (await db.meta.get(keyOf(userId)))?.value;
  return typeof value === 'number' ? value : 0;
}

/** To be called inside the transaction that removes the data. */
export async function raiseDataEpoch(db: ClientDatabase, userId: string): Promise<void> {
  await db.meta.put({ key: keyOf(userId), value: (await dataEpochOf(db, userId)) + 1 });
}

/** To be asked inside the transaction of every write for a user that began earlier. `epoch` left out: it begins now. */
export async function isDataCurrent(db: ClientDatabase, userId: string, epoch: number | undefined): Promise<boolean> {
  return epoch === undefined || (await dataEpochOf(db, userId)) === epoch;
}

const keyOf = (userId: string): string => `data epoch of ${userId}`;
