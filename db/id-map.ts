import type { IdMap } from '#contract/resources/mutation.ts';
import type { ClientDatabase } from './stores.ts';

/** What is known of things that were made on this device. To be called inside the transaction of what follows. */
export async function idMapOf(db: ClientDatabase, userId: string): Promise<IdMap> {
  const rows = await db.idMap.where('userId').equals(userId).toArray();
  return new Map(rows.map((row) => [row.localId, row.serverId]));
}
