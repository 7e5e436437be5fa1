import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { bind } from '#contract/resources/bind.ts';
import { waitsFor } from './conflict-fields.ts';
import { laneOf } from './findable.ts';
import { type ReadEntry, readEntry, type StoredEntry } from './migrate-entry.ts';
import { dependsOnAny } from './outbox-writes.ts';
import { findEntry, isForAttention, readable, readRecord } from './outbox-entries.ts';
import type { ClientDatabase } from './stores.ts';

/** The longest wait of our own, ms. Those that the server asks for hold the whole outbox. */
const longestWait = 60_000;
/** How long another tab leaves an entry that is being sent alone, before it asks for its turn and watches the sender's signs of life. ms. */
export const sendingGrace = 500;

/** So many entries are looked at in one read. */
const chunk = 8;

/** So many entries that may not go are passed over: what stands behind hundreds of uploads waits for some of them. */
const mostPassed = 64;

/** So many uploads go at once: each may take minutes, and a browser has six connections to one address. */
const mostUploads = 4;

/*
 * The heads of an outbox: of each record the first entry that may go, if nothing is pending that it depends on. They are found by
 * indexes, so that it takes as long in an outbox of ten thousand as in one of ten; inside a transaction.
 */

/** What may be sent now. */
export interface Picked {
  /** Heads that are due, in outbox order. */
  readonly entries: readonly OutboxEntry[];
  /** When the next head that is not due yet will be, ms since the epoch; null: there is none. What is being sent does not count. */
  readonly nextAt: number | null;
}

/** At most `limit` heads, and none of `inFlight` (opIds). `now` in ms since the epoch. */
export async function pickHeads(
  db: ClientDatabase,
  userId: string,
  now: number,
  limit: number,
  inFlight: readonly string[],
): Promise<Picked> {
  const read = dueReader(db, userId);
  const dueNow = (mayGo: (stored: StoredEntry) => boolean) => headsFrom(db, read, 0, now, limit, mayGo);
  // Due later than any wait of ours allows: the clock was set back.
  const tooLate = (mayGo: (stored: StoredEntry) => boolean) =>
    headsFrom(db, read, now + longestWait, Number.POSITIVE_INFINITY, limit, mayGo);
  const notInFlight = ({ opId }: StoredEntry) => !inFlight.includes(String(opId));
  // In parallel: transactions on one store run one after another, so each step less speeds up the drain.
  const [inLanes, due, [next]] = await Promise.all([
    lanesOf(db, userId),
    limit > 0 ? dueNow(notInFlight) : [],
    headsFrom(db, read, now, now + longestWait, 1),
  ]);
  const lanes = inLanes.filter(isWaiting);
  const making = await makingNext(db, userId, lanes, now, inFlight);
  let heads = limit > 0 ? [...due, ...(await tooLate(notInFlight))] : [];
  const uploads = heads.filter(isUpload);
  // What is no upload does not wait for one.
  const uploading = uploads.length > 0 ? (await rowsOf(db, inFlight)).filter(isUpload).length : 0;
  const left = Math.max(0, mostUploads - uploading);
  if (uploads.length > left) {
    const isOther = (stored: StoredEntry) => notInFlight(stored) && !isUpload(stored);
    heads = [...uploads.slice(0, left), ...(await dueNow(isOther)), ...(await tooLate(isOther))];
  }
  const picked = [...making, ...heads].toSorted((x, y) => x.seq - y.seq);
  const later = [...lanes, ...(next ? [next] : [])].map((entry) => dueAt(entry, now)).filter((due) => due > now);
  return { entries: picked.slice(0, Math.max(0, limit)), nextAt: later.length === 0 ? null : Math.min(...later) };
}

const isUpload = ({ mutation }: StoredEntry | OutboxEntry): boolean => mutation === 'upload';

async function rowsOf(db: ClientDatabase, opIds: readonly string[]): Promise<readonly OutboxEntry[]> {
  const entries = await Promise.all(opIds.map((opId) => findEntry(db, opId)));
  return entries.filter((entry) => entry !== null);
}

/**
 * Of each lane one record alone is created at a time, whatever waits: answers that cross would tell neither the order in which the
 * server created them nor which record is whose. One that a person should see comes last.
 */
async function makingNext(
  db: ClientDatabase,
  userId: string,
  lanes: readonly OutboxEntry[],
  now: number,
  inFlight: readonly string[],
): Promise<readonly OutboxEntry[]> {
  const due = lanes.filter((entry) => dueAt(entry, now) === 0);
  if (due.length === 0) return [];
  // An entry that was just picked may not be marked as sending yet.
  const underWay = [...(await sendingOf(db, userId)), ...(await rowsOf(db, inFlight))];
  const busy = new Set(underWay.map(laneOf));
  const next = new Map<string | null, OutboxEntry>();
  for (const entry of due) {
    const before = next.get(laneOf(entry));
    if (!before || (isForAttention(before) && !isForAttention(entry))) next.set(laneOf(entry), entry);
  }
  return [...next.values()].filter((entry) => !busy.has(laneOf(entry)));
}

/** When the next head is due, ms since the epoch, 0: now; null: nothing waits for the network. What is being sent is due when its sender may be gone. */
export async function firstDue(db: ClientDatabase, userId: string, now: number): Promise<number | null> {
  const read = dueReader(db, userId);
  const isDue = (entry: OutboxEntry) => dueAt(entry, now) === 0;
  // What is due now needs no look at the others.
  const [first] = await headsFrom(db, read, 0, now + longestWait, 1);
  if (first && isDue(first)) return 0;
  if ((await headsFrom(db, read, now + longestWait, Number.POSITIVE_INFINITY, 1)).length > 0) return 0;
  const heads = [...(first ? [first] : []), ...(await lanesOf(db, userId)), ...(await sendingOf(db, userId))];
  return heads.length === 0 ? null : Math.min(...heads.map((entry) => dueAt(entry, now)));
}

/** All that a drainer has begun to send. */
export async function sendingOf(db: ClientDatabase, userId: string): Promise<readonly OutboxEntry[]> {
  const sending = ['sending', 'resending'].map((stands) => [userId, stands]);
  return readable((await db.outbox.where('[userId+stands]').anyOf(sending).toArray()).map(readEntry));
}

/** All that wait for another attempt. */
export async function triedEntries(db: ClientDatabase, userId: string): Promise<readonly OutboxEntry[]> {
  return readable((await db.outbox.where('[userId+stands]').equals([userId, 'tried']).toArray()).map(readEntry));
}

/** Reads entries by when they are due, in that order: the first so many above a place. */
type DueReader = (above: readonly [due: number, seq: number]) => Promise<readonly StoredEntry[]>;

/** Reads the end of an outbox once, however often it is asked; a short outbox is read whole. */
function dueReader(db: ClientDatabase, userId: string): DueReader {
  type Place = Parameters<DueReader>[0];
  let end: { readonly above: Place; readonly rows: readonly StoredEntry[] } | null = null;
  const isAfter = (one: Place, other: Place) => one[0] > other[0] || (one[0] === other[0] && one[1] >= other[1]);
  return async (above) => {
    if (end && isAfter(above, end.above)) {
      return end.rows.filter((stored) => {
        const place = placeOf(stored);
        return place !== null && !isAfter(above, place);
      });
    }
    const found = await db.outbox
      .where('[userId+due+seq]')
      .above([userId, ...above])
      .limit(chunk)
      .toArray();
    const rows = found.filter((stored) => stored['userId'] === userId);
    if (rows.length < chunk) end = { above, rows };
    return rows;
  };
}

/** Heads whose `due` is at least `from` (for 0) or above it, and at most `to`, the earliest first, of those that `mayGo`. */
async function headsFrom(
  db: ClientDatabase,
  read: DueReader,
  from: number,
  to: number,
  limit: number,
  mayGo: (stored: StoredEntry) => boolean = () => true,
): Promise<readonly OutboxEntry[]> {
  const heads: OutboxEntry[] = [];
  let passed = 0;
  let above: readonly [number, number] = from === 0 ? [0, 0] : [from, Number.POSITIVE_INFINITY];
  for (;;) {
    const found = await read(above);
    for (const stored of found) {
      const place = placeOf(stored);
      if (place === null || place[0] > to) return heads;
      above = place;
      if (!mayGo(stored)) {
        passed += 1;
        if (passed > mostPassed) return heads;
        continue;
      }
      const head = await headOf(db, readEntry(stored));
      if (head) heads.push(head);
      if (heads.length === limit) return heads;
    }
    if (found.length < chunk) return heads;
  }
}

function placeOf({ due, seq }: StoredEntry): readonly [number, number] | null {
  return typeof due === 'number' && typeof seq === 'number' ? [due, seq] : null;
}

/** The records that may be created next, of each lane. */
async function lanesOf(db: ClientDatabase, userId: string): Promise<readonly OutboxEntry[]> {
  const heads: OutboxEntry[] = [];
  let lane = '';
  for (;;) {
    const stored = await db.outbox.where('[userId+lane]').above([userId, lane]).first();
    if (!stored || stored['userId'] !== userId) return heads;
    lane = String(stored['lane']);
    for (const entry of await firstOfLane(db, userId, lane)) {
      const head = await headOf(db, { kind: 'readable', entry });
      if (head && !(await dependsOnAny(db, head))) heads.push(head);
    }
  }
}

/**
 * The records of a lane are created one after the other, in their order; one that was tried in vain too often lets the others pass.
 * Entries that look like it still wait: while its answer is out, such a record could not be distinguished from its own.
 */
async function firstOfLane(db: ClientDatabase, userId: string, lane: string): Promise<readonly OutboxEntry[]> {
  for (let size = chunk; ; size *= 2) {
    const found = await db.outbox.where('[userId+lane]').equals([userId, lane]).limit(size).toArray();
    const looks = new Set<string>();
    const first: OutboxEntry[] = [];
    for (const entry of readable(found.map(readEntry))) {
      const look = bind(entry)?.looks ?? '';
      if (looks.has(look)) continue;
      looks.add(look);
      first.push(entry);
      if (!isForAttention(entry)) return first;
    }
    if (found.length < size) return first;
  }
}

/** The entry if it is the first of its record that may go; a rejected one stands in nobody's way. */
async function headOf(db: ClientDatabase, read: ReadEntry): Promise<OutboxEntry | null> {
  if (read?.kind !== 'readable') return null;
  const { entry } = read;
  const asked: OutboxEntry[] = [];
  const entries = await readRecord(db, entry.userId, entry.target);
  // A later one may be on its way already: this one was rejected then, and goes again.
  if (entries.some(({ status, seq }) => status === 'sending' && seq !== entry.seq)) return null;
  // It overtook a rejected entry. Until its outcome is known, the reason why the record is gone is not.
  const perhapsDeleted = entries.find((other) => isWaiting(other) && other.mayHaveBeenApplied && bind(other)?.deletes);
  if (perhapsDeleted) return perhapsDeleted.seq === entry.seq ? entry : null;
  for (const other of entries) {
    if (other.status === 'rejected') continue;
    // Nobody needs to decide about a record that is to be deleted.
    const isBehind = other.mutation !== 'delete' && asked.some((ahead) => waitsFor(other, ahead));
    if (!isBehind && other.status !== 'conflict') return other.seq === entry.seq ? entry : null;
    asked.push(other);
  }
  return null;
}

/** When an entry is due, ms since the epoch; 0: now. More than the whole of a wait is left only where the clock was set back. */
function dueAt({ status, nextAttemptAt }: OutboxEntry, now: number): number {
  const whole = status === 'sending' ? sendingGrace : longestWait;
  return nextAttemptAt === null || nextAttemptAt <= now || nextAttemptAt > now + whole ? 0 : nextAttemptAt;
}

export function isWaiting(entry: OutboxEntry): boolean {
  return entry.status === 'pending' || entry.status === 'indeterminate';
}
