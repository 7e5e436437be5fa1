import { isLocalId } from '#contract/resources/local-id.ts';
import * as v from 'valibot';
import { forgetSentFiles, forgetStrayFiles } from './files.ts';
import { carryOverDrafts, indexLateEntries } from './migrations.ts';
import type { IdMapRow, ClientDatabase, StoreTable } from './stores.ts';

/** Limits by number and by days of use, since a clock that jumps must not delete anything. */
const mostDrafts = 200;
const mostLogRows = 5_000;
const daysOfUseKept = 30;

const dayMs = 86_400_000;

/**
 * Drops what is too old, whatever the clock says: all but the newest drafts and rows of the log, and the ids of records created
 * offline (with their files) that nothing has named on 30 days of use. `now` in ms since the epoch.
 */
export async function forgetOld(db: ClientDatabase, now: number): Promise<void> {
  await db.transaction('rw', [db.log, db.idMap, db.files, db.drafts, db.tabDrafts, db.outbox, db.meta], async () => {
    await carryOverDrafts(db);
    await indexLateEntries(db);
    await keepNewest(db.tabDrafts, mostDrafts);
    await keepNewest(db.log, mostLogRows);
    await forgetUnnamed(db, await dayOfUse(db, now));
    await forgetStrayFiles(db);
  });
}

async function keepNewest<Row>(table: StoreTable<Row, number>, most: number): Promise<void> {
  const keys = await table.toCollection().primaryKeys();
  if (keys.length > most) await table.bulkDelete(keys.toSorted((a, b) => a - b).slice(0, keys.length - most));
}

const useKey = 'use';
const useSchema = v.object({ days: v.number(), last: v.number() });

/** On how many days this store was opened: a jump of a year is one day. */
async function dayOfUse(db: ClientDatabase, now: number): Promise<number> {
  const known = v.safeParse(useSchema, (await db.meta.get(useKey))?.value);
  const last = Math.floor(now / dayMs);
  if (known.success && known.output.last === last) return known.output.days;
  const days = (known.success ? known.output.days : 0) + 1;
  await db.meta.put({ key: useKey, value: { days, last } });
  return days;
}

async function forgetUnnamed(db: ClientDatabase, day: number): Promise<void> {
  // By their text: what a newer version wrote names ids too.
  const text = JSON.stringify([await db.outbox.toArray(), await db.tabDrafts.toArray()]);
  // Once for all of them: a search for each would read the whole outbox as often as there are ids.
  const named = new Set(text.match(/local:[^"\\/\s]+/gu));
  const old: IdMapRow[] = [];
  for (const alias of await db.idMap.toArray()) {
    const isNamed = isLocalId(alias.localId) && named.has(alias.localId);
    if (isNamed || alias.namedOn === undefined) {
      if (alias.namedOn !== day) await db.idMap.update(alias.localId, { namedOn: day });
    } else if (day - alias.namedOn > daysOfUseKept) old.push(alias);
  }
  await forgetSentFiles(db, old);
  await db.idMap.bulkDelete(old.map(({ localId }) => localId));
}
