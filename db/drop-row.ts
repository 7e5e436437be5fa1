import type { QueueRow } from '#contract/queue.ts';
import { withoutMade } from './file-ties.ts';
import { leave } from './leave-row.ts';
import type { QueueDeps } from './queue-deps.ts';
import { putRow, readable, readQueue } from './queue-rows.ts';

/**
 * Drops a row and what has no sense without it, and answers their opIds; what names a thing that it would have made goes on
 * without that, or is parked. Inside a transaction.
 */
export async function dropRow(
  { db, now }: QueueDeps,
  row: QueueRow,
  as: 'discarded' | 'rejected' = 'discarded',
): Promise<readonly string[]> {
  const rows = readable(await readQueue(db, row.userId));
  const doomed = new Set([row.opId]);
  // In queue order a row stands after what it depends on, so one pass finds all.
  for (const other of rows) {
    if (!other.dependsOn.some((dependency) => doomed.has(dependency))) continue;
    const freed = withoutMade(other, row);
    if (freed) await putRow(db, freed);
    else doomed.add(other.opId);
  }
  for (const other of rows) if (doomed.has(other.opId)) await leave(db, other, other.opId === row.opId ? as : 'discarded', now());
  return [...doomed];
}
