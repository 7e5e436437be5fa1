import { blocksCreateBodySchema } from '#contract/commands/blocks.ts';
import type { QueueRow } from '#contract/queue.ts';
import * as v from 'valibot';
import { waitsFor } from './conflict-fields.ts';
import { type ReadRow, readRow, type StoredRow } from './migrate-row.ts';
import { dependsOnAny } from './put-row.ts';
import { isForAttention, readable, readRecord } from './queue-rows.ts';
import type { ClientDatabase } from './stores.ts';

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
  const making = await makingNext(db, userId, now);
  const read = dueReader(db, userId);
  const due = await headsFrom(db, read, 0, now, limit);
  const setBack = await headsFrom(db, read, now + longestWait, Number.POSITIVE_INFINITY, limit);
  return [...making, ...due, ...setBack].toSorted((a, b) => a.seq - b.seq).slice(0, limit);
}

/**
 * Of each website's blocks one alone is made at a time, whatever waits: answers that cross would tell neither the order in which the
 * server made them nor which block is whose. One that a person should see comes last.
 */
async function makingNext(db: ClientDatabase, userId: string, now: number): Promise<readonly QueueRow[]> {
  const due = (await lanesOf(db, userId)).filter((row) => isWaiting(row) && dueAt(row, now) === 0);
  if (due.length === 0) return [];
  const sending = (await sendingOf(db, userId)).filter(({ command }) => command === 'blocks.create');
  const busy = new Set(sending.map(({ websiteId }) => websiteId));
  const next = new Map<string | null, QueueRow>();
  for (const row of due) {
    const before = next.get(row.websiteId);
    if (!before || (isForAttention(before) && !isForAttention(row))) next.set(row.websiteId, row);
  }
  return [...next.values()].filter(({ websiteId }) => !busy.has(websiteId));
}

/** When the next head is due, ms since the epoch, 0: now; null: nothing waits for the network. What is being sent is due when its sender may be gone. */
export async function firstDue(db: ClientDatabase, userId: string, now: number): Promise<number | null> {
  const read = dueReader(db, userId);
  const isDue = (row: QueueRow) => dueAt(row, now) === 0;
  // What is due now needs no look at the others.
  const [first] = await headsFrom(db, read, 0, now + longestWait, 1);
  if (first && isDue(first)) return 0;
  if ((await headsFrom(db, read, now + longestWait, Number.POSITIVE_INFINITY, 1)).length > 0) return 0;
  const heads = [...(first ? [first] : []), ...(await lanesOf(db, userId)), ...(await sendingOf(db, userId))];
  return heads.length === 0 ? null : Math.min(...heads.map((row) => dueAt(row, now)));
}

/** When the next head that is not due yet will be, ms since the epoch, after `now`; null: there is none. What is being sent does not count. */
export async function firstWait(db: ClientDatabase, userId: string, now: number): Promise<number | null> {
  const heads = [
    ...(await lanesOf(db, userId)).filter(isWaiting),
    ...(await headsFrom(db, dueReader(db, userId), now, now + longestWait, 1)),
  ];
  const later = heads.map((row) => dueAt(row, now)).filter((due) => due > now);
  return later.length === 0 ? null : Math.min(...later);
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

/** Reads entries by when they are due, in that order: the first so many above a place. */
type DueReader = (above: readonly [due: number, seq: number]) => Promise<readonly StoredRow[]>;

/** Reads a short queue once, however often it is asked. */
function dueReader(db: ClientDatabase, userId: string): DueReader {
  const read: DueReader = (above) =>
    db.outbox
      .where('[userId+due+seq]')
      .above([userId, ...above])
      .limit(chunk)
      .toArray();
  let first: readonly StoredRow[] | null = null;
  return async (above) => {
    first ??= await read([0, 0]);
    const isAbove = ([due, seq]: readonly [number, number]) => due > above[0] || (due === above[0] && seq > above[1]);
    const isWhole = first.length < chunk || first.at(-1)?.['userId'] !== userId;
    if (!isWhole && (above[0] > 0 || above[1] > 0)) return read(above);
    return first.filter((stored) => {
      const place = stored['userId'] === userId ? placeOf(stored) : null;
      return place !== null && isAbove(place);
    });
  };
}

/** Heads whose `due` is at least `from` (for 0) or above it, and at most `to`, the earliest first. */
async function headsFrom(db: ClientDatabase, read: DueReader, from: number, to: number, limit: number): Promise<readonly QueueRow[]> {
  const heads: QueueRow[] = [];
  let above: readonly [number, number] = from === 0 ? [0, 0] : [from, Number.POSITIVE_INFINITY];
  for (;;) {
    const found = await read(above);
    for (const stored of found) {
      const place = placeOf(stored);
      if (place === null || place[0] > to) return heads;
      above = place;
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
  const rows = await readRecord(db, row.userId, row.target);
  // A later one may be on its way already: this one was rejected then, and goes again.
  if (rows.some(({ status, seq }) => status === 'sending' && seq !== row.seq)) return null;
  for (const other of rows) {
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
