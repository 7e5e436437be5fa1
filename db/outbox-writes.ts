import { type OutboxEntry, mutationName } from '#contract/outbox-entry.ts';
import type { PendingReason } from '#contract/pending-reason.ts';
import { bind } from '#contract/resources/bind.ts';
import { dependingOn } from './entry-transitions.ts';
import { type IndexFields, recordKey, scheduleOf } from './index-fields.ts';
import { findEntry, isForAttention, dependentsOf } from './outbox-entries.ts';
import type { ClientDatabase, FinalStatus } from './stores.ts';
import type { StorePlace } from './store-place.ts';
import type { Tabs } from './tabs.ts';
import type { StoreErrorCode } from './store-error.ts';
import type { Appender } from './append-job.ts';
import type { Stash } from './stash.ts';
import type { KnownRecords } from './known-records.ts';

/**
 * `gone`: there is no such entry any more. `busy`: it is being sent. `invalid`: the body does not fit the mutation. `deleting`: a delete of
 * the record is pending.
 */
export type OutboxErrorCode = StoreErrorCode | 'secret' | 'invalid' | 'gone' | 'busy' | 'deleting';
export interface OutboxRefused {
  readonly kind: 'refused';
  readonly code: OutboxErrorCode;
  readonly message: string;
}
export type OutboxResult = { readonly kind: 'enqueued'; readonly opId: string } | OutboxRefused;
/**
 * One change in the outbox. `behind`: the entry in conflict that its values were folded into, which waits for a person's choice. `isRejected`:
 * it was rejected at once, with the create or upload that it needs.
 */
export type Appended =
  | { readonly kind: 'enqueued'; readonly opId: string; readonly behind?: OutboxEntry; readonly isRejected?: true }
  | OutboxRefused;
/**
 * Several changes, in their order. `behind`: those of `opIds` that are in conflict, with the labels of their fields. `rejected`: those that
 * were rejected at once. `epoch`: of the user's data, as of `dataEpoch`.
 */
export interface Enqueued {
  readonly kind: 'enqueued';
  readonly opIds: readonly string[];
  readonly behind: readonly { readonly opId: string; readonly labels: readonly string[] }[];
  readonly rejected?: readonly string[];
  readonly epoch: number;
}
export type DequeueResult = { readonly kind: 'dequeued'; readonly opIds: readonly string[] } | OutboxRefused;

export const outboxRefused = (code: OutboxErrorCode, message = ''): OutboxRefused => ({ kind: 'refused', code, message });

/** The dependencies that all parts of the outbox share. `now` in ms since the epoch; `newId` returns UUIDs. */
export interface OutboxDeps {
  readonly db: ClientDatabase;
  readonly now: () => number;
  readonly appVersion: string;
  readonly newId: () => string;
  readonly tabs: Tabs;
  /** Of the save that is being written (`EntrySource`). */
  readonly order?: number | undefined;
  /**
   * Called before this tab adds an entry to a user's outbox: its drainer may prepare meanwhile. The entry may be refused all the same. Begins
   * no transaction before the next task: Dexie can't tell two apart that begin in one.
   */
  readonly onEnqueueing: (userId: string) => void;
  /** Called where that entry was not added, and no drainer of this tab has come for it. */
  readonly onWithdrawn?: ((userId: string) => void) | undefined;
  /** Called after this tab added an entry to a user's outbox or made one due. */
  readonly onEnqueued: (userId: string) => void;
  /** Why every save stays pending now, so that no drainer would begin with one; null where no reason is known. */
  readonly pendingReasonNow?: (() => PendingReason | null) | undefined;
  /** Writes such a save faster than this thread could. Absent: this thread writes every save. */
  readonly appender?: Appender | undefined;
  readonly known?: KnownRecords | undefined;
  /** Keeps a save until the store has written it. Absent: a page that ends meanwhile loses it. */
  readonly stash?: Stash | undefined;
  /** How long the device may take for a save, ms. Absent: there is no limit. */
  readonly limitMs?: number | undefined;
  /** Absent: the store is always on the device. */
  readonly place?: (() => StorePlace) | undefined;
}

/** Writes a changed entry. Call it inside the transaction that read it. */
export async function putEntry(db: ClientDatabase, entry: OutboxEntry): Promise<void> {
  await db.outbox.put({ ...entry, ...indexFields(entry, entry.dependsOn.length > 0 && (await dependsOnAny(db, entry))) });
}

/** Adds an entry at the end. */
export async function addEntry(db: ClientDatabase, entry: Omit<OutboxEntry, 'seq'>): Promise<void> {
  await db.outbox.add({ ...entry, ...indexFields(entry, entry.dependsOn.length > 0 && (await dependsOnAny(db, entry))) });
}

export function indexFields(entry: Omit<OutboxEntry, 'seq'>, isBehind: boolean): IndexFields {
  const localId = bind(entry)?.localId ?? null;
  const schedule = scheduleOf(entry, !isBehind);
  return {
    record: recordKey(entry.target),
    attention: isForAttention(entry) ? 1 : 0,
    ...(localId === null ? {} : { localId }),
    ...schedule,
  };
}

/** Whether an entry depends on a pending one. */
export async function dependsOnAny(db: ClientDatabase, { dependsOn }: Pick<OutboxEntry, 'dependsOn'>): Promise<boolean> {
  for (const opId of dependsOn) if (await findEntry(db, opId)) return true;
  return false;
}

/** Takes an entry out of the outbox and logs its final status. Entries that depended on it depend on `by` from then on. */
export async function dequeue(
  db: ClientDatabase,
  entry: OutboxEntry,
  finalStatus: FinalStatus,
  at: number,
  carrier: string | null | Omit<OutboxEntry, 'seq'> = null,
): Promise<void> {
  const by = typeof carrier === 'string' ? carrier : (carrier?.opId ?? null);
  const joined = finalStatus === 'superseded' && carrier !== null && typeof carrier !== 'string' && isJoinedInto(entry, carrier);
  const description = bind(entry)?.description ?? mutationName(entry);
  db.onLeaving?.(entry.userId, entry.opId);
  if (finalStatus !== 'done') await dropFiles(db, entry);
  // In parallel: transactions on one store run one after another, so each step less speeds up the drain.
  const [dependents] = await Promise.all([
    dependentsOf(db, entry.opId),
    db.log.add({
      opId: entry.opId,
      userId: entry.userId,
      websiteId: entry.websiteId,
      words: description,
      outcome: finalStatus,
      by,
      at,
      ...(joined ? { isJoined: true as const } : {}),
    }),
    db.outbox.delete(entry.seq),
  ]);
  // Not by calling `release`: Dexie loses a transaction that goes through too many promises which are not its own.
  for (const other of dependents) await putEntry(db, without(other, entry.opId, by));
}

/** Whether `carrier` has values of `entry`, and others besides, or one of them joined with somebody else's. */
function isJoinedInto(entry: OutboxEntry, carrier: Omit<OutboxEntry, 'seq'>): boolean {
  const [bound, before, after] = [bind(carrier), bind(entry)?.values ?? {}, bind(carrier)?.values ?? {}];
  const isKept = (field: string) =>
    field in after && (carrier.joined?.[field] !== undefined || bound?.isSame(field, before[field] ?? null, after[field] ?? null) === true);
  const kept = Object.keys(before).filter(isKept);
  const isSomebodys = kept.some((field) => carrier.joined?.[field] !== undefined && entry.joined?.[field] === undefined);
  return kept.length > 0 && (isSomebodys || Object.keys(after).some((field) => !kept.includes(field)));
}

/** Removes a gone entry from the dependencies of the others. */
export async function release(db: ClientDatabase, opId: string): Promise<void> {
  for (const other of await dependentsOf(db, opId)) await putEntry(db, without(other, opId, null));
}

const without = (entry: OutboxEntry, opId: string, by: string | null): OutboxEntry =>
  dependingOn(
    entry,
    entry.dependsOn.flatMap((each) => (each !== opId ? each : (by ?? []))),
  );

/** Deletes files with the last entry that would send them; a sent file is kept for as long as its id mapping. */
async function dropFiles(db: ClientDatabase, entry: OutboxEntry): Promise<void> {
  if (entry.fileIds.length === 0) return;
  for (const id of entry.fileIds) {
    const senders = await db.outbox.where('fileIds').equals(id).primaryKeys();
    if (senders.every((seq) => seq === entry.seq)) await db.files.delete(id);
  }
}
