import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { recordKey } from './index-fields.ts';
import { type ReadEntry, readEntry, type StoredEntry } from './migrate-entry.ts';
import { readEntriesOf } from './outbox-entries.ts';
import type { ClientDatabase, LogRow } from './stores.ts';

/** The beginning of a user's outbox, for a list of it. Each part in outbox order. */
export interface ListedEntries {
  readonly pending: readonly ReadEntry[];
  readonly attention: readonly ReadEntry[];
  /** Changes in conflict of the records that the entries of `pending` are about. */
  readonly conflicts: readonly OutboxEntry[];
}

/** At most `limit` entries of each part, since an outbox may hold ten thousand. */
export function readListed(db: ClientDatabase, userId: string, limit: number): Promise<ListedEntries> {
  return db.transaction('r', [db.outbox], async () => {
    const marked = (attention: 0 | 1) => db.outbox.where('[userId+attention]').equals([userId, attention]);
    const first = (await marked(0).limit(limit).toArray()).map(readEntry);
    const asked = await marked(1).limit(limit).toArray();
    const countMarked = (await marked(0).count()) + (await marked(1).count());
    const hasUnmarked = (await db.outbox.where('userId').equals(userId).count()) > countMarked;
    const attention = [...asked, ...(hasUnmarked ? await unmarkedOf(db, userId) : [])].map(readEntry);
    const readablePending = first.flatMap((entry) => (entry.kind === 'readable' ? [entry.entry] : []));
    const conflicts = asked.length === 0 ? [] : await conflictsOf(db, readablePending);
    const unreadable = first.filter((entry) => entry.kind === 'unreadable');
    return {
      pending: first.filter((entry) => entry.kind === 'readable'),
      attention: [...attention, ...unreadable].toSorted(bySeq),
      conflicts,
    };
  });
}

/** The latest 200 rows of a user's log, newest first. */
export async function readLatest(db: ClientDatabase, userId: string): Promise<readonly LogRow[]> {
  return (await db.log.where('userId').equals(userId).sortBy('id')).toReversed().slice(0, 200);
}

/** Entries without the index field, which only a newer version writes. Reads the whole outbox. */
async function unmarkedOf(db: ClientDatabase, userId: string): Promise<readonly StoredEntry[]> {
  const all = await db.outbox.where('userId').equals(userId).toArray();
  return all.filter(({ attention }) => attention !== 0 && attention !== 1);
}

async function conflictsOf(db: ClientDatabase, entries: readonly OutboxEntry[]): Promise<readonly OutboxEntry[]> {
  const records = new Map(entries.map((entry) => [recordKey(entry.target), entry]));
  const conflicts: OutboxEntry[] = [];
  for (const { userId, target } of records.values())
    conflicts.push(...(await readEntriesOf(db, userId, target)).filter(({ status }) => status === 'conflict'));
  return conflicts;
}

const seqOf = (entry: ReadEntry) => (entry.kind === 'readable' ? entry.entry.seq : entry.seq);
const bySeq = (a: ReadEntry, b: ReadEntry) => seqOf(a) - seqOf(b);
