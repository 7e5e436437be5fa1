import { blocksCreateBodySchema } from '#contract/commands/blocks.ts';
import type { QueueRow } from '#contract/queue.ts';
import type { Claim, DeliveryResult } from '#contract/settlement.ts';
import * as v from 'valibot';
import { bind } from './commands/index.ts';
import { waitsFor } from './conflict-fields.ts';
import { isCurrent } from './fence.ts';
import { aliasesOf } from './aliases.ts';
import { park, parkedFor, parkedWithoutThing } from './file-ties.ts';
import type { QueueDeps } from './queue-deps.ts';
import { putRow } from './put-row.ts';
import { findRow, isForAttention, readable, readQueue, readRecord } from './queue-rows.ts';
import { heldUntil, hold } from './hold.ts';
import { applyResult } from './settle.ts';

/** The longest wait of our own, ms. Those that the server asks for hold the whole queue. */
const longestWait = 60_000;
/** How long another tab leaves a row that is being sent alone, before it looks whether its sender is alive. ms. */
const sendingGrace = 5_000;

/** The queue as its drainer uses it. Everything that writes is fenced by the epoch. */
export interface Drain {
  /** Rows left `sending` by a drainer that is gone become `unknown`. `hasten`: waits of our own making end now. */
  recover(userId: string, epoch: number, hasten: boolean): Promise<'recovered' | 'fenced'>;
  /** Heads of their things that are due, in queue order, at most `limit`. */
  ready(userId: string, limit: number): Promise<readonly QueueRow[]>;
  /** When the next head is due, ms since the epoch; in the past: now; null: nothing waits for the network. */
  nextDue(userId: string): Promise<number | null>;
  /** Marks a row as being sent, durably, before anything leaves the device. */
  claim(opId: string, epoch: number): Promise<Claim<QueueRow>>;
  /** Whether an epoch is still the last one. */
  isCurrent(userId: string, epoch: number): Promise<boolean>;
  settle(opId: string, epoch: number, result: DeliveryResult): Promise<'settled' | 'fenced'>;
}

/** The drainer's side of the queue on an open database. Its calls reject when the device fails. */
export function createDrain(deps: QueueDeps): Drain {
  const { db, now } = deps;
  const isDue = (row: QueueRow) => dueAt(row, now()) === 0;

  return {
    recover: (userId, epoch, hasten) =>
      db.transaction('rw', [db.outbox, db.epochs], async () => {
        if (!(await isCurrent(db, userId, epoch))) return 'fenced';
        for (const row of readable(await readQueue(db, userId))) {
          if (row.status === 'sending') await putRow(db, { ...row, status: 'unknown', mayHaveBeenApplied: true, nextAttemptAt: null });
          else if (hasten && isWaiting(row) && row.nextAttemptAt !== null) await putRow(db, { ...row, nextAttemptAt: null });
        }
        return 'recovered';
      }),
    async ready(userId, limit) {
      if ((await heldUntil(db, now())) !== null) return [];
      const heads = headsOf(readable(await readQueue(db, userId)));
      return heads.filter((row) => isWaiting(row) && isDue(row)).slice(0, limit);
    },
    async nextDue(userId) {
      const heads = headsOf(readable(await readQueue(db, userId))).filter((row) => isWaiting(row) || row.status === 'sending');
      if (heads.length === 0) return null;
      const first = Math.min(...heads.map((row) => dueAt(row, now())));
      return Math.max(first, (await heldUntil(db, now())) ?? 0);
    },
    claim: (opId, epoch) =>
      db.transaction('rw', [db.outbox, db.epochs, db.resources, db.log, db.files, db.aliases], async (): Promise<Claim<QueueRow>> => {
        const stored = await findRow(db, opId);
        if (!stored || !isWaiting(stored)) return { kind: 'gone' };
        if (!(await isCurrent(db, stored.userId, epoch))) return { kind: 'fenced' };
        // Joined since it was found ready, with a save that names what is still to be made.
        for (const opId of stored.dependsOn) if (await findRow(db, opId)) return { kind: 'gone' };
        // From its first attempt on a body stays as it is: the server's ids go in before, and for good.
        const row: QueueRow = { ...stored, ...bind(stored)?.withAliases(await aliasesOf(db, stored.userId)) };
        const bound = bind(row);
        if (!bound) {
          await park(deps, { ...row, status: 'parked', lastError: { code: 'unreadable', message: '', fields: {} } });
          return { kind: 'gone' };
        }
        const nameless = Object.keys(bound.references);
        if (Object.entries(bound.references).some(([field, id]) => field === id)) {
          await park(deps, parkedWithoutThing(row));
          return { kind: 'gone' };
        }
        const files = await db.files.bulkGet(row.fileIds);
        if (nameless.length > 0 || files.includes(undefined)) {
          await park(deps, parkedFor(row, nameless));
          return { kind: 'gone' };
        }
        const cached = await db.resources.get([row.userId, bound.cacheKey]);
        const ifMatch = cached && bound.isTagged && bound.isFresh(cached.data) ? cached.etag : null;
        const claimed: QueueRow = {
          ...row,
          base: cached && row.attempts === 0 ? bound.baseAtFirst(cached.data) : row.base,
          status: 'sending',
          attempts: row.attempts + 1,
          nextAttemptAt: now() + sendingGrace,
          lastError: null,
        };
        await putRow(db, claimed);
        return {
          kind: 'claimed',
          row: claimed,
          attempts: row.attempts,
          ifMatch,
          revision: cached?.revision ?? 0,
          isToBeDeleted: bound.makes !== null && (await readRecord(db, row.userId, row.target)).some((other) => bind(other)?.deletes),
        };
      }),
    isCurrent: (userId, epoch) => isCurrent(db, userId, epoch),
    settle: (opId, epoch, result) =>
      db.transaction('rw', [db.outbox, db.epochs, db.resources, db.log, db.files, db.aliases, db.meta], async () => {
        const row = await findRow(db, opId);
        if (!row) return 'settled';
        if (!(await isCurrent(db, row.userId, epoch))) return 'fenced';
        if (result.kind === 'notApplied' && result.holdsQueue && result.at !== null) await hold(db, now(), result.at);
        await applyResult(deps, row, result);
        return 'settled';
      }),
  };
}

/** When an entry is due, ms since the epoch; 0: now. More than the whole of a wait is left only where the clock was set back. */
function dueAt({ status, nextAttemptAt }: QueueRow, now: number): number {
  const whole = status === 'sending' ? sendingGrace : longestWait;
  return nextAttemptAt === null || nextAttemptAt <= now || nextAttemptAt > now + whole ? 0 : nextAttemptAt;
}

function isWaiting(row: QueueRow): boolean {
  return row.status === 'queued' || row.status === 'unknown';
}

/**
 * The first row of each thing that is not parked, if all that it depends on has left. A website's blocks are made one after
 * the other, in their order; one that was tried in vain too often lets the others pass. Those that look like it still wait:
 * while its answer is out, nobody could tell such a block from its own.
 */
function headsOf(rows: readonly QueueRow[]): readonly QueueRow[] {
  const present = new Set(rows.map((row) => row.opId));
  const seen = new Set<string>();
  const asked: QueueRow[] = [];
  return rows.filter((row) => {
    if (row.status === 'parked') return false;
    const thing = `${row.target.entity} ${row.target.id}`;
    if (seen.has(thing)) return false;
    // Nobody needs to decide about a thing that is to be deleted.
    if (row.command !== 'blocks.delete' && asked.some((ahead) => waitsFor(row, ahead))) {
      asked.push(row);
      return false;
    }
    if (row.status === 'conflict') asked.push(row);
    else seen.add(thing);
    if (row.command === 'blocks.create' && row.status !== 'conflict') {
      const making = `making blocks of ${row.websiteId}`;
      const alike = `${making} ${looksOf(row)}`;
      if (seen.has(alike)) return false;
      seen.add(alike);
      if (seen.has(making)) return false;
      if (!isForAttention(row)) seen.add(making);
    }
    return !row.dependsOn.some((opId) => present.has(opId));
  });
}

/** What a lost block is found again by: its kind and its name. */
function looksOf({ body }: QueueRow): string {
  const parsed = v.safeParse(blocksCreateBodySchema, body);
  return parsed.success ? JSON.stringify([parsed.output.key, parsed.output.label]) : '';
}
