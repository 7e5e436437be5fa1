import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { bind } from '#contract/resources/bind.ts';
import { withoutCreated } from './file-ties.ts';
import { dequeue, type OutboxDeps, putEntry } from './outbox-writes.ts';
import { behindDropped } from './merge-entries.ts';
import { removeDecision } from './confirmed-writes.ts';
import { dependentsOf, readEntriesOf, sameMutation } from './outbox-entries.ts';
import type { ClientDatabase } from './stores.ts';

/**
 * Drops an entry with the entries that depend on it, and returns their opIds. An entry that only names the record that it would have created
 * loses that reference, or is rejected. Inside a transaction.
 */
export async function dropEntry(
  { db, now }: OutboxDeps,
  entry: OutboxEntry,
  as: 'discarded' | 'rejected' = 'discarded',
): Promise<readonly string[]> {
  const doomed = new Map([[entry.opId, entry]]);
  const open = [entry];
  for (let next = open.shift(); next; next = open.shift()) {
    for (const other of await dependentsOf(db, next.opId)) {
      if (doomed.has(other.opId)) continue;
      const freed = withoutCreated(other, entry);
      if (freed) await putEntry(db, freed);
      else {
        doomed.set(other.opId, other);
        open.push(other);
      }
    }
  }
  const inOrder = [...doomed.values()].toSorted((a, b) => a.seq - b.seq);
  for (const other of inOrder.toReversed()) await passOnIndeterminate(db, other, doomed);
  for (const other of inOrder) {
    const bound = bind(other);
    if (bound) await removeDecision(db, other, bound.cacheKey);
    await dequeue(db, other, other.opId === entry.opId ? as : 'discarded', now());
  }
  return [...doomed.keys()];
}

/** Corrects the later entries of the same mutation, which may begin from the values of the dropped entry. */
async function passOnIndeterminate(db: ClientDatabase, dropped: OutboxEntry, doomed: ReadonlyMap<string, OutboxEntry>): Promise<void> {
  for (const entry of await readEntriesOf(db, dropped.userId, dropped.target)) {
    if (entry.seq <= dropped.seq || doomed.has(entry.opId) || !sameMutation(entry, dropped)) continue;
    await putEntry(db, behindDropped(entry, dropped));
  }
}
