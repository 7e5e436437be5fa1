import type { IdMap } from '#contract/resources/mutation.ts';
import type { ClientDatabase } from './stores.ts';

/** The server ids of records that were created on this device. Call it inside the transaction that uses the answer. */
export async function idMapOf(db: ClientDatabase, userId: string): Promise<IdMap> {
  const rows = await db.idMap.where('userId').equals(userId).toArray();
  return new Map(rows.map((row) => [row.localId, row.serverId]));
}
