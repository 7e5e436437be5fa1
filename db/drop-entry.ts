import { type Json, sameJson } from '#contract/json.ts';
import { mayBeOnServer, type OutboxEntry } from '#contract/outbox-entry.ts';
import { bind } from '#contract/resources/bind.ts';
import { withoutMade } from './file-ties.ts';
import { dequeue } from './outbox-writes.ts';
import { maybeAppliedAfter, maybeOursAfter } from './merge-entries.ts';
import { forgetDecided } from './own-saves.ts';
import type { QueueDeps } from './outbox-writes.ts';
import { putEntry } from './outbox-writes.ts';
import { dependentsOf, readRecord, sameMutation } from './outbox-entries.ts';
import type { ClientDatabase } from './stores.ts';

/**
 * Drops an entry with the entries that depend on it, and answers their opIds; an entry that only names the record that it would have created goes on
 * without that reference, or is rejected. Inside a transaction.
 */
export async function dropEntry(
  { db, now }: QueueDeps,
  entry: OutboxEntry,
  as: 'discarded' | 'rejected' = 'discarded',
): Promise<readonly string[]> {
  const doomed = new Map([[entry.opId, entry]]);
  const open = [entry];
  for (let next = open.shift(); next; next = open.shift()) {
    for (const other of await dependentsOf(db, next.opId)) {
      if (doomed.has(other.opId)) continue;
      const freed = withoutMade(other, entry);
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
    if (bound) await forgetDecided(db, other, bound.cacheKey);
    await dequeue(db, other, other.opId === entry.opId ? as : 'discarded', now());
  }
  return [...doomed.keys()];
}

/**
 * A later change that began from the value of a dropped one begins from what stood before that. What was sent and then dropped may have
 * been applied, or a part of it: nobody is asked about that where they change the same again.
 */
async function passOnIndeterminate(db: ClientDatabase, dropped: OutboxEntry, doomed: ReadonlyMap<string, OutboxEntry>): Promise<void> {
  for (const entry of await readRecord(db, dropped.userId, dropped.target)) {
    if (entry.seq <= dropped.seq || doomed.has(entry.opId) || !sameMutation(entry, dropped)) continue;
    const indeterminate = mayBeOnServer(dropped)
      ? { maybeOurs: maybeOursAfter(dropped, entry.maybeOurs), maybeApplied: maybeAppliedAfter(dropped, entry.maybeApplied) }
      : {};
    await putEntry(db, { ...entry, ...indeterminate, base: baseWithout(dropped, entry.base) });
  }
}

/** Taking back an edit of a block begins from the edit's value, which may still wait. A base of what was cached stays. */
function baseWithout(dropped: OutboxEntry, base: OutboxEntry['base']): OutboxEntry['base'] {
  const bound = bind(dropped);
  if (!bound || bound.rebaseOnEnqueue) return base;
  const { values } = bound;
  const isOfDropped = (field: string, value: Json) => field in values && sameJson(values[field] ?? null, value);
  return Object.fromEntries(
    Object.entries(base).map(([field, value]) => [field, isOfDropped(field, value) ? (dropped.base[field] ?? null) : value]),
  );
}
