import { awaitsDelivery, type OutboxEntry } from '#contract/outbox-entry.ts';
import { bind } from '#contract/resources/bind.ts';
import { waitsFor } from './conflict-fields.ts';
import { isBehindRival } from './one-of.ts';
import { readEntriesOf } from './outbox-entries.ts';
import type { ClientDatabase } from './stores.ts';

/** The entry, if it is the first of its record that may be sent. Rejected entries block no others. */
export async function headOf(db: ClientDatabase, entry: OutboxEntry): Promise<OutboxEntry | null> {
  const asked: OutboxEntry[] = [];
  const entries = await readEntriesOf(db, entry.userId, entry.target);
  // A later entry may be in flight: it was sent while this one was rejected, and this one was retried since.
  if (isOtherSending(entries, entry.seq) || (await isBehindRival(db, entry))) return null;
  // A delete that overtook a rejected entry comes first: until its outcome is known, it may be the reason why the record is gone.
  const perhapsDeleted = entries.find((other) => awaitsDelivery(other) && other.mayHaveBeenApplied && bind(other)?.deletes);
  if (perhapsDeleted) return perhapsDeleted.seq === entry.seq ? entry : null;
  for (const other of entries) {
    if (other.status === 'rejected') continue;
    // A delete waits for no conflict: it makes the choice unnecessary.
    const isBehind = other.mutation !== 'delete' && asked.some((ahead) => waitsFor(other, ahead));
    if (!isBehind && other.status !== 'conflict') return other.seq === entry.seq ? entry : null;
    asked.push(other);
  }
  return null;
}

/**
 * Whether an entry that was picked must not be sent now: another entry of its record may have been picked at the same time, before either was
 * marked. A delete was perhaps picked past entries behind a conflict that its form has taken back since.
 */
export async function isPassed(db: ClientDatabase, entry: OutboxEntry): Promise<boolean> {
  if (bind(entry)?.deletes) return (await headOf(db, entry)) === null;
  return isOtherSending(await readEntriesOf(db, entry.userId, entry.target), entry.seq);
}

function isOtherSending(entries: readonly OutboxEntry[], own: number): boolean {
  return entries.some(({ status, seq }) => status === 'sending' && seq !== own);
}
