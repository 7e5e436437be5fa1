import { isStopped, type OutboxEntry, type Target, troublesForAttention } from '#contract/outbox-entry.ts';
import { recordKey, recordKeysOf } from './index-fields.ts';
import { type ReadEntry, readEntry, type StoredEntry } from './migrate-entry.ts';
import type { IdMap } from '#contract/resources/mutation.ts';
import type { ClientDatabase, IdMapRow } from './stores.ts';

/** All entries of a user in outbox order. Call it inside the transaction that relies on the answer. */
export async function readOutbox(db: ClientDatabase, userId: string): Promise<readonly ReadEntry[]> {
  const stored = await db.outbox.where('userId').equals(userId).sortBy('seq');
  return stored.map(readEntry);
}

/** Counts of a user's outbox, read from its indexes alone: ten thousand entries take as long as ten. */
export interface OutboxSummary {
  /** Entries that wait for the network. */
  readonly pending: number;
  /** Entries that a person has to decide about. */
  readonly attention: number;
  /** An entry is being sent for the first time. */
  readonly isSending: boolean;
  /** An entry has been tried, and is not confirmed. */
  readonly isTried: boolean;
  /** A tab is sending an entry, for the first time or again. */
  readonly isUnderWay: boolean;
}

export function readSummary(db: ClientDatabase, userId: string): Promise<OutboxSummary> {
  return db.transaction('r', [db.outbox], async () => {
    const [all, pending, stands] = await Promise.all([
      db.outbox.where('userId').equals(userId).count(),
      // An entry that this version can't read lacks this index field, and counts for attention.
      db.outbox.where('[userId+attention]').equals([userId, 0]).count(),
      standsOf(db, userId),
    ]);
    const [isSending, isResending] = [stands.has('sending'), stands.has('resending')];
    const isTried = isResending || stands.has('tried');
    return { pending, attention: all - pending, isSending, isTried, isUnderWay: isSending || isResending };
  });
}

/** The values of `stands` among a user's entries: one read for each value, and one more. */
async function standsOf(db: ClientDatabase, userId: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let above = ''; ; ) {
    const stored = await db.outbox.where('[userId+stands]').above([userId, above]).first();
    if (stored?.['userId'] !== userId) return found;
    above = String(stored['stands']);
    found.add(above);
  }
}

/** A user's entries for one record, in outbox order. */
export async function readEntriesOf(db: ClientDatabase, userId: string, target: Target): Promise<readonly OutboxEntry[]> {
  return readable((await readRowsOf(db, userId, target)).map(readEntry));
}

/** The same as they are stored. */
export const readRowsOf = (db: ClientDatabase, userId: string, target: Target): Promise<readonly StoredEntry[]> =>
  db.outbox
    .where('[userId+record]')
    .equals([userId, recordKey(target)])
    .sortBy('seq');

/** A user's entries for several records, in outbox order. */
export async function readEntriesOfAll(db: ClientDatabase, userId: string, targets: readonly Target[]): Promise<readonly OutboxEntry[]> {
  const stored = await db.outbox
    .where('[userId+record]')
    .anyOf(targets.map((target) => [userId, recordKey(target)]))
    .sortBy('seq');
  return readable(stored.map(readEntry));
}

/** A user's entries for the records of one kind, of a website or an account, in outbox order. Reads no others. */
export function readEntriesOfKind(db: ClientDatabase, userId: string, kind: Omit<Target, 'id'>): Promise<readonly OutboxEntry[]> {
  const [first, last] = recordKeysOf(kind);
  const found = db.outbox.where('[userId+record]').between([userId, first], [userId, last]).sortBy('seq');
  // Not awaited: Dexie loses a transaction that goes through too many promises which are not its own.
  return found.then((stored) => readable(stored.map(readEntry)));
}

/** The entries that depend on another one, in outbox order. */
export function dependentsOf(db: ClientDatabase, opId: string): Promise<readonly OutboxEntry[]> {
  const found = db.outbox.where('dependsOn').equals(opId).sortBy('seq');
  return found.then((stored) => readable(stored.map(readEntry)));
}

/** The entry that creates the record of a local id; null where there is none, or none that can be read. */
export async function creatorOf(db: ClientDatabase, localId: string): Promise<OutboxEntry | null> {
  const [creator] = readable((await db.outbox.where('localId').equals(localId).sortBy('seq')).map(readEntry));
  return creator ?? null;
}

/** The entry of an operation; null where it has left the outbox or can’t be read. */
export async function findEntry(db: ClientDatabase, opId: string): Promise<OutboxEntry | null> {
  const stored = await db.outbox.where('opId').equals(opId).first();
  if (!stored) return null;
  const read = readEntry(stored);
  return read.kind === 'readable' ? read.entry : null;
}

/** Only the entries that this version can read, in the same order. */
export function readable(entries: readonly ReadEntry[]): readonly OutboxEntry[] {
  return entries.flatMap((entry) => (entry.kind === 'readable' ? [entry.entry] : []));
}

/** Whether a person should see an entry: only they can resolve it, or too many attempts have failed. */
export function isForAttention(entry: Pick<OutboxEntry, 'status' | 'troubles'>): boolean {
  return isStopped(entry) || entry.troubles >= troublesForAttention;
}

/** Whether both entries change the same record: such entries keep their order. */
export function sameTarget(a: Pick<OutboxEntry, 'target'>, b: Pick<OutboxEntry, 'target'>): boolean {
  return recordKey(a.target) === recordKey(b.target);
}

/** Whether a later entry can be merged into an earlier one, if their mutation allows it. */
export function sameMutation(
  a: Pick<OutboxEntry, 'target' | 'resource' | 'mutation'>,
  b: Pick<OutboxEntry, 'target' | 'resource' | 'mutation'>,
): boolean {
  return a.resource === b.resource && a.mutation === b.mutation && sameTarget(a, b);
}

/** Only an entry that was never sent may change: from the first attempt on, its idempotency key belongs to its body. */
export function isOpen(entry: OutboxEntry): boolean {
  return entry.status === 'pending' && entry.attempts === 0;
}

/** Whether a later save of the same fields may replace it under a new key: the server rejected it, or too many attempts have failed. */
export function isReplaceable(entry: OutboxEntry): boolean {
  return (
    entry.status === 'rejected' || (entry.status !== 'sending' && entry.status !== 'conflict' && entry.troubles >= troublesForAttention)
  );
}

/** Whether no tab is sending it and the server can't have it. */
export function isIdle(entry: OutboxEntry): boolean {
  return isOpen(entry) || (entry.status === 'rejected' && !entry.mayHaveBeenApplied);
}

/** The server ids of records that were created on this device. Call it inside the transaction that uses the answer. */
export async function idMapOf(db: ClientDatabase, userId: string): Promise<IdMap> {
  return idMapFrom(await idMapRowsOf(db, userId));
}

export function idMapRowsOf(db: ClientDatabase, userId: string): Promise<readonly IdMapRow[]> {
  return db.idMap.where('userId').equals(userId).toArray();
}

export function idMapFrom(rows: readonly IdMapRow[]): IdMap {
  return new Map(rows.map((row) => [row.localId, row.serverId]));
}

/** The server ids of the records of a collection that this device has created. A row of an earlier version counts for every collection. */
export function createdIn(rows: readonly IdMapRow[], collection: string): readonly string[] {
  return rows.filter((row) => (row.collection ?? collection) === collection).map(({ serverId }) => serverId);
}

/** The open entries of the same mutation behind one, in outbox order. Of a block, entries of other mutations may come between them. */
export async function openBehind(db: ClientDatabase, entry: OutboxEntry): Promise<readonly OutboxEntry[]> {
  const entries = await readEntriesOf(db, entry.userId, entry.target);
  return entries.filter((other) => other.seq > entry.seq && isOpen(other) && sameMutation(other, entry));
}
