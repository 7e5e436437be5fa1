import { isCurrent, nextEpoch } from './epochs.ts';
import type { ClientDatabase, LeaseRow } from './stores.ts';

/** The prefix of the name of a holder that signs its user out and sends nothing. */
export const leavingMark = 'leaving ';

/** The lease of a holder that signs out lives this many times as long, since another tab would send entries that are to stay or to be discarded. */
const leavingPatience = 12;

/** By which factor a lease outlives one whose holder sends. */
export const patienceWith = (lease: Pick<LeaseRow, 'holder'> | null): number =>
  lease?.holder.startsWith(leavingMark) ? leavingPatience : 1;

/** Decides by epochs and leases who may write as the drainer of a user's outbox. */
export interface Fence {
  /** Begins a new epoch, which fences every earlier holder. */
  take(userId: string, holder: string): Promise<number>;
  /** As `take`; null where another holder has renewed its lease within `staleMs`. */
  takeIfFree(userId: string, holder: string, staleMs: number): Promise<number | null>;
  /** Renews the lease; false where the epoch is over. */
  beat(userId: string, epoch: number): Promise<boolean>;
  lease(userId: string): Promise<LeaseRow | null>;
  /** Deletes the lease if it is still this epoch's. */
  release(userId: string, epoch: number): Promise<void>;
}

/** Epochs and leases on an open database. `now` in ms since the epoch. Its calls reject when the device fails. */
export function createFence(db: ClientDatabase, now: () => number): Fence {
  const tables = [db.epochs, db.leases];
  const begin = (userId: string, holder: string) => beginEpoch(db, now, userId, holder);

  return {
    take: (userId, holder) => db.transaction('rw', tables, () => begin(userId, holder)),
    takeIfFree: (userId, holder, staleMs) =>
      db.transaction('rw', tables, async () => {
        const lease = await db.leases.get(userId);
        const age = lease ? now() - lease.beatAt : Number.POSITIVE_INFINITY;
        const patienceMs = staleMs * patienceWith(lease ?? null);
        // A negative age means that the clock was set back. Such a lease counts as stale, but that of a sign-out lives on as long.
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

/** Begins a new epoch, inside a transaction. Returns it. */
export async function beginEpoch(db: ClientDatabase, now: () => number, userId: string, holder: string): Promise<number> {
  const epoch = await nextEpoch(db, now, userId);
  await Promise.all([db.epochs.put({ userId, epoch }), db.leases.put({ userId, holder, epoch, beatAt: now() })]);
  return epoch;
}
