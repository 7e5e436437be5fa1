import { mutationName, type OutboxEntry } from '#contract/outbox-entry.ts';
import { bind } from '#contract/resources/bind.ts';
import { putEntry } from './put-entry.ts';
import { dependentsOf } from './outbox-entries.ts';
import type { ClientDatabase, FinalStatus } from './stores.ts';

/** Takes an entry out of the outbox and logs why; what depended on it depends on `by` from then on. */
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

/** Removes a gone entry from the dependencies of the others. */
export async function release(db: ClientDatabase, opId: string): Promise<void> {
  for (const other of await dependentsOf(db, opId)) await putEntry(db, without(other, opId, null));
}

const without = (entry: OutboxEntry, opId: string, by: string | null): OutboxEntry => ({
  ...entry,
  dependsOn: entry.dependsOn.flatMap((each) => (each !== opId ? each : (by ?? []))),
});

/** Deletes files with the last entry that would send them; a sent file is kept for as long as its id mapping. */
async function dropFiles(db: ClientDatabase, entry: OutboxEntry): Promise<void> {
  if (entry.fileIds.length === 0) return;
  for (const id of entry.fileIds) {
    const senders = await db.outbox.where('fileIds').equals(id).primaryKeys();
    if (senders.every((seq) => seq === entry.seq)) await db.files.delete(id);
  }
}
