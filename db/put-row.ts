import type { QueueRow } from '#contract/queue.ts';
import { bind } from './commands/index.ts';
import { type Findable, recordKey } from './findable.ts';
import { isForAttention } from './queue-rows.ts';
import type { ClientDatabase } from './stores.ts';

/** Writes a row over itself. To be called inside the transaction that read it. */
export async function putRow(db: ClientDatabase, row: QueueRow): Promise<void> {
  await db.outbox.put({ ...row, ...findable(row) });
}

/** Adds a row at the end. */
export async function addRow(db: ClientDatabase, row: Omit<QueueRow, 'seq'>): Promise<void> {
  await db.outbox.add({ ...row, ...findable(row) });
}

function findable(row: Omit<QueueRow, 'seq'>): Findable {
  const makes = bind(row)?.makes ?? null;
  return { record: recordKey(row.target), attention: isForAttention(row) ? 1 : 0, ...(makes === null ? {} : { makes }) };
}
