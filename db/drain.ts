import type { OutboxEntry } from '#contract/outbox-entry.ts';
import type { Claim, DeliveryResult, DrainStart } from '#contract/delivery-result.ts';
import { beginEpoch, signOutLeaseOf } from './fence.ts';
import { rebased } from './entry-transitions.ts';
import { isCurrent } from './epochs.ts';
import type { Drainer, SaveTurns, Turn } from './save-turns.ts';
import { drainSteps, heldUntil, hold } from './drain-steps.ts';
import { type OutboxDeps, putEntry } from './outbox-writes.ts';
import { findEntry } from './outbox-entries.ts';
import { firstDue, type Picked } from './heads.ts';
import { applyResult } from './apply-result.ts';

/** The outbox as its drainer uses it. The epoch fences every write but `hold`. */
export interface Drain {
  /**
   * Begins a new epoch for a drainer that has the lock, in the transaction of a save where this tab is writing one. What is due is then claimed
   * there too. Where the drainer is `stopped` by then, or a tab signs the user out, no epoch begins.
   */
  take(userId: string, drainer: Drainer): Promise<Turn>;
  /**
   * Begins a drain: recovers, picks and claims at most `limit` entries in one transaction, so that the first request leaves after one write.
   */
  start(userId: string, epoch: number, hasten: boolean, limit: number): Promise<DrainStart | 'fenced'>;
  /**
   * Entries that an earlier drainer left `sending` become `indeterminate`; those of `inFlight` (opIds) are being sent by this one. `hasten`
   * ends the waits of our own back-off.
   */
  recover(userId: string, epoch: number, hasten: boolean, inFlight?: readonly string[]): Promise<'recovered' | 'fenced'>;
  /** The entries that may be sent now, at most `limit`, and none of `inFlight` (opIds). While the API wants no calls: none, and `nextAt` is the end of that. */
  pick(userId: string, limit: number, inFlight?: readonly string[]): Promise<Picked>;
  /** When the next head is due, ms since the epoch; in the past: now; null: no entry is to be sent. */
  nextDue(userId: string): Promise<number | null>;
  /** Marks an entry as being sent, durably, before the request. */
  claim(opId: string, epoch: number): Promise<Claim<OutboxEntry>>;
  /** Stores the base of an entry that is being sent, before its request. Does nothing under an old epoch. */
  putBase(opId: string, epoch: number, base: OutboxEntry['base']): Promise<void>;
  /** Whether an epoch is still the latest. */
  isCurrent(userId: string, epoch: number): Promise<boolean>;
  applyResult(opId: string, epoch: number, result: DeliveryResult): Promise<'written' | 'fenced'>;
  /** Stores that the API asked not to be called before `until`, ms since the epoch, whoever is signed in. Needs no epoch. */
  hold(until: number): Promise<void>;
}

const notBegun: Turn = { epoch: 0, begun: null };

/**
 * The drainer's side of the outbox on an open database. Its calls reject when the device fails. `onDone` is called once it is on the disk that
 * an entry was confirmed.
 */
export function createDrain(deps: OutboxDeps, saveTurns: SaveTurns, onDone: (opId: string) => void): Drain {
  const { db, now } = deps;
  const steps = drainSteps(deps);

  const takeAlone = (userId: string, { holder, silent = null }: Drainer): Promise<Turn> =>
    db.transaction('rw', [db.epochs, db.leases], async () => {
      const signOut = await signOutLeaseOf(db, userId, silent);
      return signOut ? { ...notBegun, signOut } : { epoch: await beginEpoch(db, now, userId, holder), begun: null };
    });

  return {
    take: async (userId, drainer) =>
      (await saveTurns.take(userId, drainer)) ??
      // Another tab may have taken the lock while the save was being written.
      (drainer.stopped.aborted ? notBegun : takeAlone(userId, drainer)),
    start: (userId, epoch, hasten, limit) =>
      db.transaction('rw', [db.outbox, db.epochs, db.resources, db.log, db.files, db.idMap, db.meta], async () =>
        steps.start(userId, epoch, hasten, limit),
      ),
    recover: (userId, epoch, hasten, inFlight = []) =>
      db.transaction('rw', [db.outbox, db.epochs], async () => steps.recover(userId, epoch, hasten, inFlight)),
    pick: (userId, limit, inFlight = []) => db.transaction('r', [db.outbox, db.meta], async () => steps.pick(userId, limit, inFlight)),
    nextDue: (userId) =>
      db.transaction('r', [db.outbox, db.meta], async () => {
        const first = await firstDue(db, userId, now());
        return first === null ? null : Math.max(first, (await heldUntil(db, now())) ?? 0);
      }),
    claim: (opId, epoch) =>
      db.transaction('rw', [db.outbox, db.epochs, db.resources, db.log, db.files, db.idMap], async () => steps.claim(opId, epoch)),
    putBase: (opId, epoch, base) =>
      db.transaction('rw', [db.outbox, db.epochs], async () => {
        const entry = await findEntry(db, opId);
        if (entry?.status === 'sending' && (await isCurrent(db, entry.userId, epoch))) await putEntry(db, rebased(entry, base));
      }),
    isCurrent: (userId, epoch) => isCurrent(db, userId, epoch),
    async applyResult(opId, epoch, result) {
      let isDone = false;
      const answer = await db.transaction(
        'rw',
        [db.outbox, db.epochs, db.resources, db.log, db.files, db.idMap, db.meta],
        async (): Promise<'written' | 'fenced'> => {
          isDone = false;
          const entry = await findEntry(db, opId);
          if (!entry) return 'written';
          if (!(await isCurrent(db, entry.userId, epoch))) return 'fenced';
          if (result.kind === 'notApplied' && result.holdsOutbox && result.at !== null) await hold(db, now(), result.at);
          await applyResult(deps, entry, result, () => {
            isDone = true;
          });
          return 'written';
        },
      );
      if (isDone) onDone(opId);
      return answer;
    },
    hold: (until) => db.transaction('rw', [db.meta], () => hold(db, now(), until)),
  };
}
