import type { QueueRow } from '#contract/queue.ts';
import { bind } from './commands/index.ts';
import { withoutMade } from './file-ties.ts';
import { leave } from './leave-row.ts';
import { forgetDecided } from './own-saves.ts';
import type { QueueDeps } from './queue-deps.ts';
import { putRow } from './put-row.ts';
import { dependentsOf } from './queue-rows.ts';

/**
 * Drops a row and what has no sense without it, and answers their opIds; what names a thing that it would have made goes on
 * without that, or is parked. Inside a transaction.
 */
export async function dropRow(
  { db, now }: QueueDeps,
  row: QueueRow,
  as: 'discarded' | 'rejected' = 'discarded',
): Promise<readonly string[]> {
  const doomed = new Map([[row.opId, row]]);
  const open = [row];
  for (let next = open.shift(); next; next = open.shift()) {
    for (const other of await dependentsOf(db, next.opId)) {
      if (doomed.has(other.opId)) continue;
      const freed = withoutMade(other, row);
      if (freed) await putRow(db, freed);
      else {
        doomed.set(other.opId, other);
        open.push(other);
      }
    }
  }
  for (const other of [...doomed.values()].toSorted((a, b) => a.seq - b.seq)) {
    const bound = bind(other);
    if (bound) await forgetDecided(db, other, bound.cacheKey);
    await leave(db, other, other.opId === row.opId ? as : 'discarded', now());
  }
  return [...doomed.keys()];
}
