import { isCurrent, nextEpoch } from './epochs.ts';
import type { ClientDatabase, LeaseRow } from './stores.ts';

/** The prefix of the name of a holder that signs its user out and sends nothing. */
export const leavingMark = 'leaving ';

/** The lease of a holder that signs out lives this many times as long, since another tab would send entries that are to stay or to be discarded. */
const leavingPatience = 12;

/** By which factor a lease outlives one whose holder sends. */
export const patienceWith = (lease: Pick<LeaseRow, 'holder'> | null): number => (isOfSignOut(lease) ? leavingPatience : 1);

const isOfSignOut = (lease: Pick<LeaseRow, 'holder'> | null): boolean => lease?.holder.startsWith(leavingMark) ?? false;

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
        const lease = (await db.leases.get(userId)) ?? null;
        const age = lease ? now() - lease.beatAt : Number.POSITIVE_INFINITY;
        const patienceMs = staleMs * patienceWith(lease);
        // A negative age means that the clock was set back. Such a lease counts as stale, but that of a sign-out lives on as long.
        const isAlive = isOfSignOut(lease) ? Math.abs(age) < patienceMs : age >= 0 && age < patienceMs;
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

/**
 * The lease of a tab that signs the user out and has shown a heartbeat since `silent` was read; null: there is none. A tab that was frozen may
 * be granted the lock, and learn only later that the sign-out has stolen it. Inside a transaction.
 */
export async function signOutLeaseOf(db: ClientDatabase, userId: string, silent: LeaseRow | null): Promise<LeaseRow | null> {
  const lease = (await db.leases.get(userId)) ?? null;
  const isSilent = lease?.epoch === silent?.epoch && lease?.beatAt === silent?.beatAt;
  return isOfSignOut(lease) && !isSilent ? lease : null;
}

/** Begins a new epoch, inside a transaction. Returns it. */
export async function beginEpoch(db: ClientDatabase, now: () => number, userId: string, holder: string): Promise<number> {
  const epoch = await nextEpoch(db, now, userId);
  await Promise.all([db.epochs.put({ userId, epoch }), db.leases.put({ userId, holder, epoch, beatAt: now() })]);
  return epoch;
}
