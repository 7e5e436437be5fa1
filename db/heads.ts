import { blocksCreateBodySchema } from '#contract/commands/blocks.ts';
import type { QueueRow } from '#contract/queue.ts';
import * as v from 'valibot';
import { waitsFor } from './conflict-fields.ts';
import { type ReadRow, readRow } from './migrate-row.ts';
import { dependsOnAny } from './put-row.ts';
import { isForAttention, readable, readRecord } from './queue-rows.ts';
import type { ClientDatabase, StoredRow } from './stores.ts';

/** The longest wait of our own, ms. Those that the server asks for hold the whole queue. */
const longestWait = 60_000;
/** How long another tab leaves a row that is being sent alone, before it asks for its turn and watches the sender's signs of life. ms. */
export const sendingGrace = 500;

/** So many entries are looked at in one read. */
const chunk = 8;

/*
 * The heads of a queue: of each record the first entry that may go, if nothing is pending that it depends on. They are found by
 * indexes, so that it takes as long in a queue of ten thousand as in one of ten; inside a transaction.
 */

/** Heads that are due, in queue order, at most `limit`. `now` in ms since the epoch. */
export async function headsDue(db: ClientDatabase, userId: string, now: number, limit: number): Promise<readonly QueueRow[]> {
  const making = (await lanesOf(db, userId)).filter((row) => isWaiting(row) && dueAt(row, now) === 0);
  const due = await headsFrom(db, userId, 0, now, limit);
  const setBack = await headsFrom(db, userId, now + longestWait, Number.POSITIVE_INFINITY, limit);
  return [...making, ...due, ...setBack].toSorted((a, b) => a.seq - b.seq).slice(0, limit);
}

/** When the next head is due, ms since the epoch, 0: now; null: nothing waits for the network. What is being sent is due when its sender may be gone. */
export async function firstDue(db: ClientDatabase, userId: string, now: number): Promise<number | null> {
  const heads = [
    ...(await sendingOf(db, userId)),
    ...(await lanesOf(db, userId)),
    ...(await headsFrom(db, userId, 0, now + longestWait, 1)),
    ...(await headsFrom(db, userId, now + longestWait, Number.POSITIVE_INFINITY, 1)),
  ];
  return heads.length === 0 ? null : Math.min(...heads.map((row) => dueAt(row, now)));
}

/** All that a drainer has begun to send. */
export async function sendingOf(db: ClientDatabase, userId: string): Promise<readonly QueueRow[]> {
  const sending = ['sending', 'resending'].map((stands) => [userId, stands]);
  return readable((await db.outbox.where('[userId+stands]').anyOf(sending).toArray()).map(readRow));
}

/** All that wait for another attempt. */
export async function triedOf(db: ClientDatabase, userId: string): Promise<readonly QueueRow[]> {
  return readable((await db.outbox.where('[userId+stands]').equals([userId, 'tried']).toArray()).map(readRow));
}

/** Heads whose `due` is at least `from` (for 0) or above it, and at most `to`, the earliest first. */
async function headsFrom(db: ClientDatabase, userId: string, from: number, to: number, limit: number): Promise<readonly QueueRow[]> {
  const heads: QueueRow[] = [];
  let above: readonly number[] = from === 0 ? [0, 0] : [from, Number.POSITIVE_INFINITY];
  for (;;) {
    const found = await db.outbox
      .where('[userId+due+seq]')
      .above([userId, ...above])
      .limit(chunk)
      .toArray();
    for (const stored of found) {
      const key = placeOf(stored);
      if (stored['userId'] !== userId || key === null || key[0] > to) return heads;
      above = key;
      const head = await headOf(db, readRow(stored));
      if (head) heads.push(head);
      if (heads.length === limit) return heads;
    }
    if (found.length < chunk) return heads;
  }
}

function placeOf({ due, seq }: StoredRow): readonly [number, number] | null {
  return typeof due === 'number' && typeof seq === 'number' ? [due, seq] : null;
}

/** The blocks that may be made next, of each website. */
async function lanesOf(db: ClientDatabase, userId: string): Promise<readonly QueueRow[]> {
  const heads: QueueRow[] = [];
  let lane = '';
  for (;;) {
    const stored = await db.outbox.where('[userId+lane]').above([userId, lane]).first();
    if (!stored || stored['userId'] !== userId) return heads;
    lane = String(stored['lane']);
    for (const row of await firstOfLane(db, userId, lane)) {
      const head = await headOf(db, { kind: 'row', row });
      if (head && !(await dependsOnAny(db, head))) heads.push(head);
    }
  }
}

/**
 * A website's blocks are made one after the other, in their order; one that was tried in vain too often lets the others pass.
 * Those that look like it still wait: while its answer is out, nobody could tell such a block from its own.
 */
async function firstOfLane(db: ClientDatabase, userId: string, lane: string): Promise<readonly QueueRow[]> {
  for (let size = chunk; ; size *= 2) {
    const found = await db.outbox.where('[userId+lane]').equals([userId, lane]).limit(size).toArray();
    const looks = new Set<string>();
    const first: QueueRow[] = [];
    for (const row of readable(found.map(readRow))) {
      const look = looksOf(row);
      if (looks.has(look)) continue;
      looks.add(look);
      first.push(row);
      if (!isForAttention(row)) return first;
    }
    if (found.length < size) return first;
  }
}

/** What a lost block is found again by: its kind and its name. */
function looksOf({ body }: QueueRow): string {
  const parsed = v.safeParse(blocksCreateBodySchema, body);
  return parsed.success ? JSON.stringify([parsed.output.key, parsed.output.label]) : '';
}

/** The entry if it is the first of its record that may go; a rejected one stands in nobody's way. */
async function headOf(db: ClientDatabase, read: ReadRow): Promise<QueueRow | null> {
  if (read?.kind !== 'row') return null;
  const { row } = read;
  const asked: QueueRow[] = [];
  for (const other of await readRecord(db, row.userId, row.target)) {
    if (other.status === 'parked') continue;
    // Nobody needs to decide about a record that is to be deleted.
    const isBehind = other.command !== 'blocks.delete' && asked.some((ahead) => waitsFor(other, ahead));
    if (!isBehind && other.status !== 'conflict') return other.seq === row.seq ? row : null;
    asked.push(other);
  }
  return null;
}

/** When an entry is due, ms since the epoch; 0: now. More than the whole of a wait is left only where the clock was set back. */
function dueAt({ status, nextAttemptAt }: QueueRow, now: number): number {
  const whole = status === 'sending' ? sendingGrace : longestWait;
  return nextAttemptAt === null || nextAttemptAt <= now || nextAttemptAt > now + whole ? 0 : nextAttemptAt;
}

export function isWaiting(row: QueueRow): boolean {
  return row.status === 'queued' || row.status === 'unknown';
}
