import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { isOpen, readRecord, sameMutation } from './outbox-entries.ts';
import type { ClientDatabase } from './stores.ts';

/** The entries of the same mutation behind one that may still change, in outbox order. On a block, others may stand between. */
export async function openBehind(db: ClientDatabase, entry: OutboxEntry): Promise<readonly OutboxEntry[]> {
  const entries = await readRecord(db, entry.userId, entry.target);
  return entries.filter((other) => other.seq > entry.seq && isOpen(other) && sameMutation(other, entry));
}
