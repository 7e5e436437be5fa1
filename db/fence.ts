import type { ClientDatabase, LeaseRow } from './stores.ts';

/** How the name of a holder begins who signs its user out, and sends nothing. */
export const leavingMark = 'leaving ';

/** Who signs out is left so many times as long without a sign of life: others would send what is to stay, or to be discarded. */
const leavingPatience = 12;

/** How many times as long a holder may be silent as one that sends. */
export const patienceWith = (lease: Pick<LeaseRow, 'holder'> | null): number =>
  lease?.holder.startsWith(leavingMark) ? leavingPatience : 1;

/** Epochs and leases: who may write as the drainer of a user's outbox. */
export interface Fence {
  /** Begins a new epoch, which fences off every holder before. */
  take(userId: string, holder: string): Promise<number>;
  /** As `take`, unless another holder showed a sign of life within `staleMs`: then null. */
  takeIfFree(userId: string, holder: string, staleMs: number): Promise<number | null>;
  /** A sign of life; false where the epoch has passed. */
  beat(userId: string, epoch: number): Promise<boolean>;
  lease(userId: string): Promise<LeaseRow | null>;
  /** Gives up the lease, if it is still this epoch's. */
  release(userId: string, epoch: number): Promise<void>;
}

/** Epochs and leases on an open database. `now` in ms since the epoch. Its calls reject when the device fails. */
export function createFence(db: ClientDatabase, now: () => number): Fence {
  const tables = [db.epochs, db.leases];

  async function begin(userId: string, holder: string): Promise<number> {
    const epoch = ((await db.epochs.get(userId))?.epoch ?? 0) + 1;
    await db.epochs.put({ userId, epoch });
    await db.leases.put({ userId, holder, epoch, beatAt: now() });
    return epoch;
  }

  return {
    take: (userId, holder) => db.transaction('rw', tables, () => begin(userId, holder)),
    takeIfFree: (userId, holder, staleMs) =>
      db.transaction('rw', tables, async () => {
        const lease = await db.leases.get(userId);
        const age = lease ? now() - lease.beatAt : Number.POSITIVE_INFINITY;
        const patienceMs = staleMs * patienceWith(lease ?? null);
        // A negative age is a clock that was set back: no proof of life either, but of who signs out for as long.
        const isAlive = lease?.holder.startsWith(leavingMark) ? Math.abs(age) < patienceMs : age >= 0 && age < patienceMs;
        if (lease && lease.holder !== holder && isAlive) return null;
        return begin(userId, holder);
      }),
    beat: (userId, epoch) =>
      db.transaction('rw', tables, async () => {
        if (!(await isCurrent(db, userId, epoch))) return false;
        await db.leases.update(userId, { beatAt: now() });
        return true;
      }),
    async lease(userId) {
      return (await db.leases.get(userId)) ?? null;
    },
    release: (userId, epoch) =>
      db.transaction('rw', tables, async () => {
        if (await isCurrent(db, userId, epoch)) await db.leases.delete(userId);
      }),
  };
}

/** Ends the epoch of whoever drains a user's outbox, inside a transaction: nothing of theirs is claimed or settled any more. */
export async function fenceOff(db: ClientDatabase, userId: string): Promise<void> {
  await db.epochs.put({ userId, epoch: ((await db.epochs.get(userId))?.epoch ?? 0) + 1 });
}

/** To be asked inside the transaction of every write that a drainer makes. */
export async function isCurrent(db: ClientDatabase, userId: string, epoch: number): Promise<boolean> {
  return (await db.epochs.get(userId))?.epoch === epoch;
}

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
