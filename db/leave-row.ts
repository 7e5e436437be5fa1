import type { QueueRow } from '#contract/queue.ts';
import { bind } from './commands/index.ts';
import { putRow } from './put-row.ts';
import { dependentsOf } from './queue-rows.ts';
import type { ClientDatabase, Leaving } from './stores.ts';

/** Takes a row out of the queue and writes down why; whoever waited for it follows `by`. */
export async function leave(db: ClientDatabase, row: QueueRow, outcome: Leaving, at: number, by: string | null = null): Promise<void> {
  await db.outbox.delete(row.seq);
  if (outcome !== 'done') await dropFiles(db, row);
  const words = bind(row)?.words ?? row.command;
  await db.log.add({ opId: row.opId, userId: row.userId, websiteId: row.websiteId, words, outcome, by, at });
  if (by === null) return;
  const rest = await dependentsOf(db, row.opId);
  for (const other of rest) await putRow(db, { ...other, dependsOn: other.dependsOn.map((opId) => (opId === row.opId ? by : opId)) });
}

/** Files go with the last row that would send them; what was sent is kept for as long as its alias. */
async function dropFiles(db: ClientDatabase, row: QueueRow): Promise<void> {
  if (row.fileIds.length === 0) return;
  for (const id of row.fileIds) if ((await db.outbox.where('fileIds').equals(id).count()) === 0) await db.files.delete(id);
}
