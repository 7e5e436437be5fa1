import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { recordKey } from './findable.ts';
import { type ReadEntry, readEntry, type StoredEntry } from './migrate-entry.ts';
import { readRecord } from './outbox-entries.ts';
import type { ClientDatabase, LogRow } from './stores.ts';

/** The beginning of a user's outbox, for a list of it. Each part in outbox order. */
export interface ShownEntries {
  readonly waiting: readonly ReadEntry[];
  readonly attention: readonly ReadEntry[];
  /** Changes in conflict of the records that the entries of `waiting` are about. */
  readonly conflicts: readonly OutboxEntry[];
}

/** At most `limit` of each part: a list of ten thousand is read and shown a part at a time. */
export function readShown(db: ClientDatabase, userId: string, limit: number): Promise<ShownEntries> {
  return db.transaction('r', [db.outbox], async () => {
    const marked = (attention: 0 | 1) => db.outbox.where('[userId+attention]').equals([userId, attention]);
    const first = (await marked(0).limit(limit).toArray()).map(readEntry);
    const asked = await marked(1).limit(limit).toArray();
    const countMarked = (await marked(0).count()) + (await marked(1).count());
    const hasUnmarked = (await db.outbox.where('userId').equals(userId).count()) > countMarked;
    const attention = [...asked, ...(hasUnmarked ? await unmarkedOf(db, userId) : [])].map(readEntry);
    const waiting = first.flatMap((entry) => (entry.kind === 'readable' ? [entry.entry] : []));
    const conflicts = asked.length === 0 ? [] : await conflictsOf(db, waiting);
    const unreadable = first.filter((entry) => entry.kind === 'unreadable');
    return {
      waiting: first.filter((entry) => entry.kind === 'readable'),
      attention: [...attention, ...unreadable].toSorted(bySeq),
      conflicts,
    };
  });
}

/** The latest 200 that left a user's outbox, newest first. */
export async function readLatest(db: ClientDatabase, userId: string): Promise<readonly LogRow[]> {
  return (await db.log.where('userId').equals(userId).sortBy('id')).toReversed().slice(0, 200);
}

/** Only what a newer version wrote has no mark: then all is read. */
async function unmarkedOf(db: ClientDatabase, userId: string): Promise<readonly StoredEntry[]> {
  const all = await db.outbox.where('userId').equals(userId).toArray();
  return all.filter(({ attention }) => attention !== 0 && attention !== 1);
}

async function conflictsOf(db: ClientDatabase, entries: readonly OutboxEntry[]): Promise<readonly OutboxEntry[]> {
  const records = new Map(entries.map((entry) => [recordKey(entry.target), entry]));
  const conflicts: OutboxEntry[] = [];
  for (const { userId, target } of records.values())
    conflicts.push(...(await readRecord(db, userId, target)).filter(({ status }) => status === 'conflict'));
  return conflicts;
}

const seqOf = (entry: ReadEntry) => (entry.kind === 'readable' ? entry.entry.seq : entry.seq);
const bySeq = (a: ReadEntry, b: ReadEntry) => seqOf(a) - seqOf(b);
