import type { Aliases } from './mutations/definition.ts';
import type { ClientDatabase } from './stores.ts';

/** What is known of things that were made on this device. To be called inside the transaction of what follows. */
export async function aliasesOf(db: ClientDatabase, userId: string): Promise<Aliases> {
  const rows = await db.aliases.where('userId').equals(userId).toArray();
  return new Map(rows.map((row) => [row.localId, row.serverId]));
}
