import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { isOpen, readRecord, sameMutation } from './outbox-entries.ts';
import type { ClientDatabase } from './stores.ts';

/** The entries of the same command behind one that may still change, in queue order. On a block, others may stand between. */
export async function openBehind(db: ClientDatabase, row: OutboxEntry): Promise<readonly OutboxEntry[]> {
  const rows = await readRecord(db, row.userId, row.target);
  return rows.filter((other) => other.seq > row.seq && isOpen(other) && sameMutation(other, row));
}
