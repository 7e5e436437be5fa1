import type { QueueRow } from '#contract/queue.ts';
import { type ReadRow, readRow } from './migrate-row.ts';
import type { ClientDatabase } from './stores.ts';

/** All of a user's rows in queue order. To be called inside a transaction where it must agree with what follows. */
export async function readQueue(db: ClientDatabase, userId: string): Promise<readonly ReadRow[]> {
  const stored = await db.outbox.where('userId').equals(userId).sortBy('seq');
  return stored.map(readRow);
}

/** The row of an operation; null where it has left the queue or can’t be read. */
export async function findRow(db: ClientDatabase, opId: string): Promise<QueueRow | null> {
  const stored = await db.outbox.where('opId').equals(opId).first();
  if (!stored) return null;
  const read = readRow(stored);
  return read.kind === 'row' ? read.row : null;
}

/** Only the rows that this version can read, in the same order. */
export function readable(rows: readonly ReadRow[]): readonly QueueRow[] {
  return rows.flatMap((entry) => (entry.kind === 'row' ? [entry.row] : []));
}

/** Waits for a person rather than for the network. */
export function needsAttention(entry: ReadRow): boolean {
  return entry.kind === 'unreadable' || entry.row.status === 'parked' || entry.row.status === 'conflict';
}

/** True where both rows change the same thing, and so keep their order. */
export function sameTarget(a: Pick<QueueRow, 'target'>, b: Pick<QueueRow, 'target'>): boolean {
  return a.target.entity === b.target.entity && a.target.id === b.target.id;
}

/** True where a later row can be joined with an earlier one, if their command says so. */
export function sameCommand(a: Pick<QueueRow, 'target' | 'command'>, b: Pick<QueueRow, 'target' | 'command'>): boolean {
  return a.command === b.command && sameTarget(a, b);
}

/** Only a row that was never sent may change: its key belongs to its body from the first attempt on. */
export function isOpen(row: QueueRow): boolean {
  return row.status === 'queued' && row.attempts === 0;
}

/** Nobody is sending it, and the server can't have it. */
export function isIdle(row: QueueRow): boolean {
  return isOpen(row) || row.status === 'parked';
}

/** Writes a row over itself. To be called inside the transaction that read it. */
export async function putRow(db: ClientDatabase, row: QueueRow): Promise<void> {
  await db.outbox.put({ ...row });
}
