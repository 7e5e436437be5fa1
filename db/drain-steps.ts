import { awaitsDelivery, type OutboxEntry } from '#contract/outbox-entry.ts';
import type { Claim, DrainStart } from '#contract/delivery-result.ts';
import { bind } from '#contract/resources/bind.ts';
import * as v from 'valibot';
import { baseOnFirstClaim } from './base.ts';
import { claimed, dueNow, interrupted, patched, rejectedHere } from './entry-transitions.ts';
import { isCurrent } from './epochs.ts';
import { patchWithServerIds } from './patch-with-server-ids.ts';
import { putRejected, rejectedFor, rejectedAsNotCreated } from './file-ties.ts';
import { type OutboxDeps, dependsOnAny, putEntry } from './outbox-writes.ts';
import { findEntry, readEntriesOf } from './outbox-entries.ts';
import { type Picked, pickHeads, sendingGrace, sendingOf, triedEntries } from './heads.ts';
import { isPassed } from './record-head.ts';
import type { ClientDatabase } from './stores.ts';

const holdKey = 'apiHold';
const holdSchema = v.object({ at: v.number(), until: v.number() });

/** Stores that the API asked not to be called before `until`, unless it asked for longer before. Both in ms since the epoch. */
export async function hold(db: ClientDatabase, at: number, until: number): Promise<void> {
  await db.meta.put({ key: holdKey, value: { at, until: Math.max(until, (await heldUntil(db, at)) ?? until) } });
}

/** Until when the API asked not to be called, ms since the epoch; null: it may be called. A clock that was set back ends the wait. */
export async function heldUntil(db: ClientDatabase, now: number): Promise<number | null> {
  const stored = v.safeParse(holdSchema, (await db.meta.get(holdKey))?.value);
  return stored.success && now >= stored.output.at && now < stored.output.until ? stored.output.until : null;
}

/** The steps of a drain. Call them, `hold` and `heldUntil` inside a transaction. */
export function drainSteps(deps: OutboxDeps) {
  const { db, now } = deps;

  /** Entries that an earlier drainer left `sending` become `indeterminate`, without those of `inFlight`. */
  async function recover(userId: string, epoch: number, hasten: boolean, inFlight: readonly string[]): Promise<'recovered' | 'fenced'> {
    const [hasEpoch, sending] = await Promise.all([isCurrent(db, userId, epoch), sendingOf(db, userId)]);
    if (!hasEpoch) return 'fenced';
    for (const entry of sending) if (!inFlight.includes(entry.opId)) await putEntry(db, interrupted(entry));
    if (!hasten) return 'recovered';
    for (const entry of await triedEntries(db, userId)) if (entry.nextAttemptAt !== null) await putEntry(db, dueNow(entry));
    return 'recovered';
  }

  async function pick(userId: string, limit: number, inFlight: readonly string[]): Promise<Picked> {
    const at = now();
    const [heldTo, picked] = await Promise.all([heldUntil(db, at), pickHeads(db, userId, at, limit, inFlight)]);
    return heldTo === null ? picked : { entries: [], nextAt: heldTo };
  }

  /** A body must not change after its first attempt, so the server's ids are put in before it. With the cached record. */
  async function withServerIds(stored: OutboxEntry) {
    const entry = patched(stored, await patchWithServerIds(db, stored));
    const bound = bind(entry);
    return { entry, bound, cached: bound ? await db.resources.get([entry.userId, bound.cacheKey]) : undefined };
  }

  /** Marks an entry as being sent. */
  async function claim(opId: string, epoch: number): Promise<Claim<OutboxEntry>> {
    const stored = await findEntry(db, opId);
    if (!stored || !awaitsDelivery(stored)) return { kind: 'gone' };
    // In parallel: transactions on one store run one after another, so each step less speeds up the drain.
    const [hasEpoch, files, { entry, bound, cached }, pending, isPassedNow] = await Promise.all([
      isCurrent(db, stored.userId, epoch),
      db.files.bulkGet([...stored.fileIds]),
      withServerIds(stored),
      dependsOnAny(db, stored),
      isPassed(db, stored),
    ]);
    if (!hasEpoch) return { kind: 'fenced' };
    // Since it was picked, a save that names a record still to be created may have been merged into it, or its record's other entry claimed.
    if (pending || isPassedNow) return { kind: 'gone' };
    if (!bound) {
      await putRejected(deps, rejectedHere(entry, { code: 'unreadable', message: '', fields: {} }));
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
    const ifMatch = cached && bound.isTagged && bound.isFresh(cached.data) ? cached.etag : null;
    const sending = claimed(entry, baseOnFirstClaim(entry, bound, cached), now() + sendingGrace);
    await putEntry(db, sending);
    return {
      kind: 'claimed',
      entry: sending,
      attempts: entry.attempts,
      ifMatch,
      revision: cached?.revision ?? 0,
      isToBeDeleted: bound.localId !== null && (await readEntriesOf(db, entry.userId, entry.target)).some((other) => bind(other)?.deletes),
    };
  }

  /** Recovers, picks and claims at most `limit` entries. */
  async function start(userId: string, epoch: number, hasten: boolean, limit: number): Promise<DrainStart | 'fenced'> {
    if ((await recover(userId, epoch, hasten, [])) === 'fenced') return 'fenced';
    const { entries, nextAt } = await pick(userId, limit, []);
    const claims: DrainStart['claims'][number][] = [];
    for (const { opId } of entries) claims.push({ opId, claim: await claim(opId, epoch) });
    return { claims, nextAt };
  }

  return { recover, pick, claim, start };
}
