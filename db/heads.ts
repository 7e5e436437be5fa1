import { awaitsDelivery, longestWaitMs, type OutboxEntry } from '#contract/outbox-entry.ts';
import { bind } from '#contract/resources/bind.ts';
import { laneOf } from './index-fields.ts';
import { readEntry, type StoredEntry } from './migrate-entry.ts';
import { dependsOnAny } from './outbox-writes.ts';
import { findEntry, isForAttention, readable } from './outbox-entries.ts';
import { headOf } from './record-head.ts';
import type { ClientDatabase } from './stores.ts';

/** How long another tab ignores an entry that is being sent. Then it requests the lock, and watches the sender's lease. ms. */
export const sendingGrace = 500;

/** How many entries one read returns. */
const chunk = 8;

/** How many entries that may not be sent are skipped. Entries behind more uploads than that wait for some of them. */
const mostPassed = 64;

/** How many uploads are sent at once: each may take minutes, and a browser has six connections to one address. */
const mostUploads = 4;

/*
 * A head is the first entry of a record that may be sent, if it depends on no pending entry. Indexes find the heads, so that an outbox of ten
 * thousand takes as long as one of ten. All of this runs inside a transaction.
 */

/** The entries that may be sent now. */
export interface Picked {
  /** Heads that are due, in outbox order. */
  readonly entries: readonly OutboxEntry[];
  /** When the next head becomes due, ms since the epoch; null: none will. Entries that are being sent do not count. */
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
  // Due later than our longest wait: the clock was set back.
  const tooLate = (mayGo: (stored: StoredEntry) => boolean) =>
    headsFrom(db, read, now + longestWaitMs, Number.POSITIVE_INFINITY, limit, mayGo);
  const notInFlight = ({ opId }: StoredEntry) => !inFlight.includes(String(opId));
  // In parallel: transactions on one store run one after another, so each step less speeds up the drain.
  const [inLanes, due, [next]] = await Promise.all([
    lanesOf(db, userId),
    limit > 0 ? dueNow(notInFlight) : [],
    headsFrom(db, read, now, now + longestWaitMs, 1),
  ]);
  const lanes = inLanes.filter(awaitsDelivery);
  const creates = await nextCreates(db, userId, lanes, now, inFlight);
  let heads = limit > 0 ? [...due, ...(await tooLate(notInFlight))] : [];
  const uploads = heads.filter(isUpload);
  // Other entries do not wait for uploads.
  const uploading = uploads.length > 0 ? (await entriesOf(db, inFlight)).filter(isUpload).length : 0;
  const left = Math.max(0, mostUploads - uploading);
  if (uploads.length > left) {
    const isOther = (stored: StoredEntry) => notInFlight(stored) && !isUpload(stored);
    heads = [...uploads.slice(0, left), ...(await dueNow(isOther)), ...(await tooLate(isOther))];
  }
  const picked = [...creates, ...heads].toSorted((x, y) => x.seq - y.seq);
  const later = [...lanes, ...(next ? [next] : [])].map((entry) => dueAt(entry, now)).filter((due) => due > now);
  return { entries: picked.slice(0, Math.max(0, limit)), nextAt: later.length === 0 ? null : Math.min(...later) };
}

const isUpload = ({ mutation }: StoredEntry | OutboxEntry): boolean => mutation === 'upload';

async function entriesOf(db: ClientDatabase, opIds: readonly string[]): Promise<readonly OutboxEntry[]> {
  const entries = await Promise.all(opIds.map((opId) => findEntry(db, opId)));
  return entries.filter((entry) => entry !== null);
}

/**
 * The creates that may be sent now, one of each lane: from answers that cross nobody could tell the order in which the server created the
 * records, nor which record belongs to which entry. An entry that needs attention comes last.
 */
async function nextCreates(
  db: ClientDatabase,
  userId: string,
  lanes: readonly OutboxEntry[],
  now: number,
  inFlight: readonly string[],
): Promise<readonly OutboxEntry[]> {
  const due = lanes.filter((entry) => dueAt(entry, now) === 0);
  if (due.length === 0) return [];
  // Includes entries in flight, since one that was just picked may not be marked as sending yet.
  const underWay = [...(await sendingOf(db, userId)), ...(await entriesOf(db, inFlight))];
  const busy = new Set(underWay.map(laneOf));
  const next = new Map<string | null, OutboxEntry>();
  for (const entry of due) {
    const before = next.get(laneOf(entry));
    if (!before || (isForAttention(before) && !isForAttention(entry))) next.set(laneOf(entry), entry);
  }
  return [...next.values()].filter((entry) => !busy.has(laneOf(entry)));
}

/** When the next head is due, ms since the epoch, 0: now; null: no entry is to be sent. An entry that is being sent is due when its sender may be gone. */
export async function firstDue(db: ClientDatabase, userId: string, now: number): Promise<number | null> {
  const read = dueReader(db, userId);
  const isDue = (entry: OutboxEntry) => dueAt(entry, now) === 0;
  // A head that is due now decides: the others need not be read.
  const [first] = await headsFrom(db, read, 0, now + longestWaitMs, 1);
  if (first && isDue(first)) return 0;
  if ((await headsFrom(db, read, now + longestWaitMs, Number.POSITIVE_INFINITY, 1)).length > 0) return 0;
  const heads = [...(first ? [first] : []), ...(await lanesOf(db, userId)), ...(await sendingOf(db, userId))];
  return heads.length === 0 ? null : Math.min(...heads.map((entry) => dueAt(entry, now)));
}

/** All entries that a drainer has begun to send. */
export async function sendingOf(db: ClientDatabase, userId: string): Promise<readonly OutboxEntry[]> {
  const sending = ['sending', 'resending'].map((stands) => [userId, stands]);
  return readable((await db.outbox.where('[userId+stands]').anyOf(sending).toArray()).map(readEntry));
}

/** All entries that wait for another attempt. */
export async function triedEntries(db: ClientDatabase, userId: string): Promise<readonly OutboxEntry[]> {
  return readable((await db.outbox.where('[userId+stands]').equals([userId, 'tried']).toArray()).map(readEntry));
}

/** Reads the first `chunk` entries above a place, ordered by when they are due. */
type DueReader = (above: readonly [due: number, seq: number]) => Promise<readonly StoredEntry[]>;

/** Caches the end of the outbox, which each caller reaches: a short outbox is read once. */
function dueReader(db: ClientDatabase, userId: string): DueReader {
  type Place = Parameters<DueReader>[0];
  let end: { readonly above: Place; readonly entries: readonly StoredEntry[] } | null = null;
  const isAfter = (one: Place, other: Place) => one[0] > other[0] || (one[0] === other[0] && one[1] >= other[1]);
  return async (above) => {
    if (end && isAfter(above, end.above)) {
      return end.entries.filter((stored) => {
        const place = placeOf(stored);
        return place !== null && !isAfter(above, place);
      });
    }
    const found = await db.outbox
      .where('[userId+due+seq]')
      .above([userId, ...above])
      .limit(chunk)
      .toArray();
    const entries = found.filter((stored) => stored['userId'] === userId);
    if (entries.length < chunk) end = { above, entries };
    return entries;
  };
}

/** Heads that are due after `from` (0 included) and at most at `to`, the earliest first. Skips entries that are not `mayGo`. */
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
      const entry = readEntry(stored);
      const head = entry.kind === 'readable' ? await headOf(db, entry.entry) : null;
      if (head) heads.push(head);
      if (heads.length === limit) return heads;
    }
    if (found.length < chunk) return heads;
  }
}

function placeOf({ due, seq }: StoredEntry): readonly [number, number] | null {
  return typeof due === 'number' && typeof seq === 'number' ? [due, seq] : null;
}

/** The creates that may be sent next, of each lane. */
async function lanesOf(db: ClientDatabase, userId: string): Promise<readonly OutboxEntry[]> {
  const heads: OutboxEntry[] = [];
  let lane = '';
  for (;;) {
    const stored = await db.outbox.where('[userId+lane]').above([userId, lane]).first();
    if (!stored || stored['userId'] !== userId) return heads;
    lane = String(stored['lane']);
    for (const entry of await firstOfLane(db, userId, lane)) {
      const head = await headOf(db, entry);
      if (head && !(await dependsOnAny(db, head))) heads.push(head);
    }
  }
}

/**
 * The first entry of a lane. Where too many attempts of it have failed, the following ones too, without those that create a record that looks
 * like its own: until its outcome is known, nobody could tell the two records apart.
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

/** When an entry is due, ms since the epoch; 0: now. A time further away than the longest wait means that the clock was set back. */
function dueAt({ status, nextAttemptAt }: OutboxEntry, now: number): number {
  const longest = status === 'sending' ? sendingGrace : longestWaitMs;
  return nextAttemptAt === null || nextAttemptAt <= now || nextAttemptAt > now + longest ? 0 : nextAttemptAt;
}
