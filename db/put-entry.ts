import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { bind } from '#contract/resources/bind.ts';
import { type Findable, recordKey, scheduleOf } from './findable.ts';
import { findEntry, isForAttention } from './outbox-entries.ts';
import type { ClientDatabase } from './stores.ts';

/** Writes a changed entry. Call it inside the transaction that read it. */
export async function putEntry(db: ClientDatabase, entry: OutboxEntry): Promise<void> {
  await db.outbox.put({ ...entry, ...findable(entry, entry.dependsOn.length > 0 && (await dependsOnAny(db, entry))) });
}

/** Adds an entry at the end. */
export async function addEntry(db: ClientDatabase, entry: Omit<OutboxEntry, 'seq'>): Promise<void> {
  await db.outbox.add({ ...entry, ...findable(entry, entry.dependsOn.length > 0 && (await dependsOnAny(db, entry))) });
}

function findable(entry: Omit<OutboxEntry, 'seq'>, isBehind: boolean): Findable {
  const localId = bind(entry)?.localId ?? null;
  const schedule = scheduleOf(entry, !isBehind);
  return {
    record: recordKey(entry.target),
    attention: isForAttention(entry) ? 1 : 0,
    ...(localId === null ? {} : { localId }),
    ...schedule,
  };
}

/** Whether anything is pending that an entry depends on. */
export async function dependsOnAny(db: ClientDatabase, { dependsOn }: Pick<OutboxEntry, 'dependsOn'>): Promise<boolean> {
  for (const opId of dependsOn) if (await findEntry(db, opId)) return true;
  return false;
}
