import { type Appender, type AppendOrder, type AppendOutcome, rowsAsText } from '#db/append-order.ts';
import type { ClientDatabase } from '#db/stores.ts';
import type { Random } from './random.ts';

/** Of how many orders a worker ends with two: before it writes, or right after. */
const deadly = 12;

/** A tab's worker, on a connection of its own. It may end with any order: the tab does not learn whether that was carried out. */
export function simulatedAppender(db: ClientDatabase, random: Random): Appender {
  let isThere = true;
  return {
    append(order) {
      if (!isThere) return null;
      const fate = random.int(deadly);
      isThere = fate > 1;
      // Its end is noticed some time after it.
      if (fate === 0) return db.meta.get('').then(() => 'unknown');
      return fate === 1 ? appendOrdered(db, order).then(() => 'unknown') : appendOrdered(db, order);
    },
  };
}

/** As the console's worker does it on IndexedDB. */
export function appendOrdered(db: ClientDatabase, { records, expected, rows }: AppendOrder): Promise<AppendOutcome> {
  const written = db.transaction('rw', [db.meta, db.resources, db.outbox], async () => {
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
  });
  return written.then(
    () => 'written',
    () => 'changed',
  );
}
