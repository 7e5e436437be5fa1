import { mutationName, type OutboxEntry } from '#contract/outbox-entry.ts';
import { bind } from '#contract/resources/bind.ts';
import { putEntry } from './put-entry.ts';
import { dependentsOf } from './outbox-entries.ts';
import type { ClientDatabase, FinalStatus } from './stores.ts';

/** Takes a row out of the queue and writes down why; whoever waited for it follows `by`. */
export async function dequeue(
  db: ClientDatabase,
  entry: OutboxEntry,
  finalStatus: FinalStatus,
  at: number,
  by: string | null = null,
): Promise<void> {
  const description = bind(entry)?.description ?? mutationName(entry);
  if (finalStatus !== 'done') await dropFiles(db, entry);
  // In parallel: transactions on one store run one after another, so each step less speeds up the drain.
  const [dependents] = await Promise.all([
    dependentsOf(db, entry.opId),
    db.log.add({ opId: entry.opId, userId: entry.userId, websiteId: entry.websiteId, words: description, outcome: finalStatus, by, at }),
    db.outbox.delete(entry.seq),
  ]);
  // Here, and not by calling `release`: Dexie loses a transaction that goes through too many promises which are not its own.
  for (const other of dependents) await putEntry(db, without(other, entry.opId, by));
}

/** What depended on a row that is gone depends on nothing in its place any more. */
export async function release(db: ClientDatabase, opId: string): Promise<void> {
  for (const other of await dependentsOf(db, opId)) await putEntry(db, without(other, opId, null));
}

const without = (entry: OutboxEntry, opId: string, by: string | null): OutboxEntry => ({
  ...entry,
  dependsOn: entry.dependsOn.flatMap((each) => (each !== opId ? each : (by ?? []))),
});

/** Files go with the last row that would send them; what was sent is kept for as long as its alias. */
async function dropFiles(db: ClientDatabase, entry: OutboxEntry): Promise<void> {
  if (entry.fileIds.length === 0) return;
  for (const id of entry.fileIds) {
    const senders = await db.outbox.where('fileIds').equals(id).primaryKeys();
    if (senders.every((seq) => seq === entry.seq)) await db.files.delete(id);
  }
}
