import type { QueueRow } from '#contract/queue.ts';
import { isOpen, readRecord, sameCommand } from './queue-rows.ts';
import type { ClientDatabase } from './stores.ts';

/** The entries of the same command behind one that may still change, in queue order. On a block, others may stand between. */
export async function openBehind(db: ClientDatabase, row: QueueRow): Promise<readonly QueueRow[]> {
  const rows = await readRecord(db, row.userId, row.target);
  return rows.filter((other) => other.seq > row.seq && isOpen(other) && sameCommand(other, row));
}
