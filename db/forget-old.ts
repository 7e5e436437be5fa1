import { isLocalId, localIdsIn } from '#contract/resources/local-id.ts';
import * as v from 'valibot';
import { forgetSentFiles, forgetStrayFiles } from './files.ts';
import { forgetStashMarks } from './stash.ts';
import { carryOverDrafts, migrateLateEntries } from './migrations.ts';
import type { IdMapRow, ClientDatabase, StoreTable } from './stores.ts';

/** Limits by number and by days of use, since a clock that jumps must not delete anything. */
const mostDrafts = 200;
const mostLogRows = 5_000;
const daysOfUseKept = 30;

const dayMs = 86_400_000;

/**
 * Drops all but the newest drafts and log rows, and the local ids (with their files) that no entry or draft has named on 30 days of use.
 * A wrong clock deletes nothing. `now` in ms since the epoch.
 */
export async function forgetOld(db: ClientDatabase, now: number, isStashed: (id: string) => boolean = () => false): Promise<void> {
  await db.transaction('rw', [db.log, db.idMap, db.files, db.drafts, db.tabDrafts, db.outbox, db.meta], async () => {
    await carryOverDrafts(db);
    await migrateLateEntries(db);
    await keepNewest(db.tabDrafts, mostDrafts);
    await keepNewest(db.log, mostLogRows);
    await forgetUnnamed(db, await dayOfUse(db, now));
    await forgetStrayFiles(db);
    await forgetStashMarks(db, isStashed);
  });
}

async function keepNewest<Row>(table: StoreTable<Row, number>, most: number): Promise<void> {
  const keys = await table.toCollection().primaryKeys();
  if (keys.length > most) await table.bulkDelete(keys.toSorted((a, b) => a - b).slice(0, keys.length - most));
}

const useKey = 'use';
const useSchema = v.object({ days: v.number(), last: v.number() });

/** The number of days on which this store was opened: a clock that jumps a year counts as one day. */
async function dayOfUse(db: ClientDatabase, now: number): Promise<number> {
  const known = v.safeParse(useSchema, (await db.meta.get(useKey))?.value);
  const last = Math.floor(now / dayMs);
  if (known.success && known.output.last === last) return known.output.days;
  const days = (known.success ? known.output.days : 0) + 1;
  await db.meta.put({ key: useKey, value: { days, last } });
  return days;
}

async function forgetUnnamed(db: ClientDatabase, day: number): Promise<void> {
  // Searches the text, since entries of a newer version name ids too.
  const text = JSON.stringify([await db.outbox.toArray(), await db.tabDrafts.toArray()]);
  // One search for all ids: a search for each would read the whole outbox as often as there are ids.
  const named = localIdsIn(text);
  const old: IdMapRow[] = [];
  for (const row of await db.idMap.toArray()) {
    const isNamed = isLocalId(row.localId) && named.has(row.localId);
    if (isNamed || row.namedOn === undefined) {
      if (row.namedOn !== day) await db.idMap.update(row.localId, { namedOn: day });
    } else if (day - row.namedOn > daysOfUseKept) old.push(row);
  }
  await forgetSentFiles(db, old);
  await db.idMap.bulkDelete(old.map(({ localId }) => localId));
}
