import type { Json } from '#contract/json.ts';
import { type BoundMutation, bind } from '#contract/resources/bind.ts';
import { isLocalId, localIdsIn } from '#contract/resources/local-id.ts';
import type { Patch } from '#contract/resources/mutation.ts';
import { createdIn, idMapFrom, idMapRowsOf } from './outbox-entries.ts';
import type { ClientDatabase } from './stores.ts';

type Named = Parameters<typeof bind>[0] & { readonly userId: string };

/**
 * Body and base of an entry with the server's ids of what it names; null where this version can't read it. Reads only the rows that it
 * needs: those of the local ids in it and, for a create, those of records that this device has created.
 */
export async function patchWithServerIds(db: ClientDatabase, entry: Named): Promise<Patch<Json> | null> {
  const bound = bind(entry);
  if (!bound) return null;
  const named = [...localIdsIn(JSON.stringify([entry.body, entry.base]))];
  const [rows, createdHere] = await Promise.all([db.idMap.bulkGet(named), createdHereFor(db, entry.userId, bound)]);
  const own = rows.flatMap((row) => (row?.userId === entry.userId ? [row] : []));
  return bound.withServerIds(idMapFrom(own), createdHere);
}

async function createdHereFor(db: ClientDatabase, userId: string, bound: BoundMutation): Promise<readonly string[]> {
  if (bound.collection === null) return [];
  const rows = await idMapRowsOf(db, userId);
  // A row of a cached file of the server has no local id.
  return createdIn(bound.carriesFile ? rows : rows.filter(({ localId }) => isLocalId(localId)), bound.collection);
}
