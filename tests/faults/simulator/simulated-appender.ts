import { type Appender, type AppendJob, type AppendOutcome, rowsAsText } from '#db/append-job.ts';
import type { ClientDatabase } from '#db/stores.ts';
import { isReplaced, withoutSaved } from '#db/without-saved.ts';
import type { Random } from './random.ts';

/** A worker ends with one job in so many before it writes, and with another one right after. */
const oneJobIn = 12;

/** A tab's worker, on a connection of its own. It may end with any job: the tab does not learn whether that was carried out. */
export function simulatedAppender(db: ClientDatabase, random: Random): Appender {
  let isThere = true;
  return {
    append(job) {
      if (!isThere) return null;
      const drawn = random.int(oneJobIn);
      const ends = drawn === 0 ? 'before' : drawn === 1 ? 'after' : null;
      isThere = ends === null;
      // Its end is noticed some time after it.
      if (ends === 'before') return db.meta.get('').then(() => 'unknown');
      return ends === 'after' ? carryOut(db, job).then(() => 'unknown') : carryOut(db, job);
    },
  };
}

/** Carries out a job as the console's worker does it on IndexedDB. */
export function carryOut(db: ClientDatabase, { records, expected, rows, mark, drafts }: AppendJob): Promise<AppendOutcome> {
  const written = db.transaction('rw', [db.meta, db.resources, db.outbox, db.tabDrafts], async () => {
    const found = await Promise.all(
      records.map(async (keys) => {
        const entriesOf = db.outbox.where('[userId+record]').equals(keys.entries);
        const reads = [db.meta.get(keys.epoch), db.resources.get(keys.cached), entriesOf.sortBy('seq')] as const;
        const [epoch, cached, entries] = await Promise.all(reads);
        return { epoch, cached, entries };
      }),
    );
    if (rowsAsText(found) !== expected) throw new Error('the store holds something else');
    for (const row of rows) await db.outbox.put(row);
    if (mark) await db.meta.put(mark);
    for (const { key, saved } of drafts) {
      const [userId, websiteId, screen, tab] = key;
      const found = await db.tabDrafts.where('[userId+websiteId+screen]').equals([userId, websiteId, screen]).toArray();
      for (const row of found.filter((each) => isReplaced(each, tab, saved.replaces))) {
        const left = withoutSaved(row, saved);
        if (left) await db.tabDrafts.put(left);
        else if (row.seq !== undefined) await db.tabDrafts.delete(row.seq);
      }
    }
  });
  return written.then(
    () => 'written',
    () => 'changed',
  );
}
