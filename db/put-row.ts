import type { QueueRow } from '#contract/queue.ts';
import { bind } from './commands/index.ts';
import { type Findable, recordKey, scheduleOf } from './findable.ts';
import { findRow, isForAttention } from './queue-rows.ts';
import type { ClientDatabase } from './stores.ts';

/** Writes a row over itself. To be called inside the transaction that read it. */
export async function putRow(db: ClientDatabase, row: QueueRow): Promise<void> {
  await db.outbox.put({ ...row, ...findable(row, row.dependsOn.length > 0 && (await dependsOnAny(db, row))) });
}

/** Adds a row at the end. */
export async function addRow(db: ClientDatabase, row: Omit<QueueRow, 'seq'>): Promise<void> {
  await db.outbox.add({ ...row, ...findable(row, row.dependsOn.length > 0 && (await dependsOnAny(db, row))) });
}

function findable(row: Omit<QueueRow, 'seq'>, isBehind: boolean): Findable {
  const localId = bind(row)?.localId ?? null;
  const schedule = scheduleOf(row, !isBehind);
  return { record: recordKey(row.target), attention: isForAttention(row) ? 1 : 0, ...(localId === null ? {} : { localId }), ...schedule };
}

/** Whether anything is pending that a row depends on. */
export async function dependsOnAny(db: ClientDatabase, { dependsOn }: Pick<QueueRow, 'dependsOn'>): Promise<boolean> {
  for (const opId of dependsOn) if (await findRow(db, opId)) return true;
  return false;
}
