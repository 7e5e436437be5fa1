import { awaitsDelivery, type OutboxEntry } from '#contract/outbox-entry.ts';
import type { Claim, DeliveryResult } from '#contract/delivery-result.ts';
import { bind } from '#contract/resources/bind.ts';
import { isCurrent } from './fence.ts';
import { patchWithServerIds } from './patch-with-server-ids.ts';
import { putRejected, rejectedFor, rejectedAsNotCreated } from './file-ties.ts';
import { type OutboxDeps, dependsOnAny, putEntry } from './outbox-writes.ts';
import { attempted, findEntry, readEntriesOf } from './outbox-entries.ts';
import { firstDue, type Picked, pickHeads, sendingGrace, sendingOf, triedEntries } from './heads.ts';
import { isPassed } from './record-head.ts';
import { applyResult } from './apply-result.ts';
import * as v from 'valibot';
import type { ClientDatabase } from './stores.ts';

/** What a drain begins with. Each claim is of one entry, in outbox order. */
export interface Started {
  readonly claims: readonly { readonly opId: string; readonly claim: Claim<OutboxEntry> }[];
  /** When the next head becomes due, as of `Picked`. */
  readonly nextAt: number | null;
}

const holdKey = 'apiHold';
const holdSchema = v.object({ at: v.number(), until: v.number() });

/** Stores that the API asked not to be called before `until`, unless it asked for longer before. Both in ms since the epoch. Inside a transaction. */
async function hold(db: ClientDatabase, at: number, until: number): Promise<void> {
  await db.meta.put({ key: holdKey, value: { at, until: Math.max(until, (await heldUntil(db, at)) ?? until) } });
}

/** Until when the API asked not to be called, ms since the epoch; null: it may be called. A clock that was set back ends the wait. */
async function heldUntil(db: ClientDatabase, now: number): Promise<number | null> {
  const stored = v.safeParse(holdSchema, (await db.meta.get(holdKey))?.value);
  return stored.success && now >= stored.output.at && now < stored.output.until ? stored.output.until : null;
}

/** The outbox as its drainer uses it. The epoch fences every write but `hold`. */
export interface Drain {
  /**
   * Begins a drain: recovers, picks and claims at most `limit` entries in one transaction, so that the first request leaves after one write.
   */
  start(userId: string, epoch: number, hasten: boolean, limit: number): Promise<Started | 'fenced'>;
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

/**
 * The drainer's side of the outbox on an open database. Its calls reject when the device fails. `onDone` is called once it is on the disk that
 * an entry was confirmed.
 */
export function createDrain(deps: OutboxDeps, onDone: (opId: string) => void): Drain {
  const { db, now } = deps;

  /** Inside a transaction. */
  async function recover(userId: string, epoch: number, hasten: boolean, inFlight: readonly string[]): Promise<'recovered' | 'fenced'> {
    if (!(await isCurrent(db, userId, epoch))) return 'fenced';
    for (const entry of await sendingOf(db, userId))
      if (!inFlight.includes(entry.opId))
        await putEntry(db, { ...attempted(entry), status: 'indeterminate', mayHaveBeenApplied: true, nextAttemptAt: null });
    if (!hasten) return 'recovered';
    for (const entry of await triedEntries(db, userId))
      if (entry.nextAttemptAt !== null) await putEntry(db, { ...entry, nextAttemptAt: null });
    return 'recovered';
  }

  /** Inside a transaction. */
  async function pick(userId: string, limit: number, inFlight: readonly string[]): Promise<Picked> {
    const at = now();
    const [heldTo, picked] = await Promise.all([heldUntil(db, at), pickHeads(db, userId, at, limit, inFlight)]);
    return heldTo === null ? picked : { entries: [], nextAt: heldTo };
  }

  /** Inside a transaction. */
  async function claim(opId: string, epoch: number): Promise<Claim<OutboxEntry>> {
    const stored = await findEntry(db, opId);
    if (!stored || !awaitsDelivery(stored)) return { kind: 'gone' };
    // In parallel: transactions on one store run one after another, so each step less speeds up the drain.
    const [hasEpoch, files, patch, pending, isPassedNow] = await Promise.all([
      isCurrent(db, stored.userId, epoch),
      db.files.bulkGet([...stored.fileIds]),
      patchWithServerIds(db, stored),
      dependsOnAny(db, stored),
      isPassed(db, stored),
    ]);
    if (!hasEpoch) return { kind: 'fenced' };
    // Since it was picked, a save that names a record still to be created may have been merged into it, or its record's other entry claimed.
    if (pending || isPassedNow) return { kind: 'gone' };
    // A body must not change after its first attempt, so the server's ids are put in before it.
    const entry: OutboxEntry = { ...stored, ...patch };
    const bound = bind(entry);
    if (!bound) {
      await putRejected(deps, { ...entry, status: 'rejected', lastError: { code: 'unreadable', message: '', fields: {} } });
      return { kind: 'gone' };
    }
    const unresolved = Object.keys(bound.references);
    if (Object.entries(bound.references).some(([field, id]) => field === id)) {
      await putRejected(deps, rejectedAsNotCreated(entry));
      return { kind: 'gone' };
    }
    if (unresolved.length > 0 || files.includes(undefined)) {
      await putRejected(deps, rejectedFor(entry, unresolved));
      return { kind: 'gone' };
    }
    const cached = await db.resources.get([entry.userId, bound.cacheKey]);
    const ifMatch = cached && bound.isTagged && bound.isFresh(cached.data) ? cached.etag : null;
    const claimed: OutboxEntry = {
      ...entry,
      base: cached && entry.attempts === 0 ? bound.baseAtFirst(cached.data) : entry.base,
      status: 'sending',
      attempts: entry.attempts + 1,
      nextAttemptAt: now() + sendingGrace,
      lastError: null,
    };
    await putEntry(db, claimed);
    return {
      kind: 'claimed',
      entry: claimed,
      attempts: entry.attempts,
      ifMatch,
      revision: cached?.revision ?? 0,
      isToBeDeleted: bound.localId !== null && (await readEntriesOf(db, entry.userId, entry.target)).some((other) => bind(other)?.deletes),
    };
  }

  return {
    start: (userId, epoch, hasten, limit) =>
      db.transaction('rw', [db.outbox, db.epochs, db.resources, db.log, db.files, db.idMap, db.meta], async () => {
        if ((await recover(userId, epoch, hasten, [])) === 'fenced') return 'fenced';
        const { entries, nextAt } = await pick(userId, limit, []);
        const claims: Started['claims'][number][] = [];
        for (const { opId } of entries) claims.push({ opId, claim: await claim(opId, epoch) });
        return { claims, nextAt };
      }),
    recover: (userId, epoch, hasten, inFlight = []) =>
      db.transaction('rw', [db.outbox, db.epochs], async () => recover(userId, epoch, hasten, inFlight)),
    pick: (userId, limit, inFlight = []) => db.transaction('r', [db.outbox, db.meta], async () => pick(userId, limit, inFlight)),
    nextDue: (userId) =>
      db.transaction('r', [db.outbox, db.meta], async () => {
        const first = await firstDue(db, userId, now());
        return first === null ? null : Math.max(first, (await heldUntil(db, now())) ?? 0);
      }),
    claim: (opId, epoch) =>
      db.transaction('rw', [db.outbox, db.epochs, db.resources, db.log, db.files, db.idMap], async () => claim(opId, epoch)),
    putBase: (opId, epoch, base) =>
      db.transaction('rw', [db.outbox, db.epochs], async () => {
        const entry = await findEntry(db, opId);
        if (entry?.status === 'sending' && (await isCurrent(db, entry.userId, epoch))) await putEntry(db, { ...entry, base });
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
