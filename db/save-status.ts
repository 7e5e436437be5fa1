import type { OutboxEntry, EntryError } from '#contract/outbox-entry.ts';
import { conflictLabels, waitsFor } from './conflict-fields.ts';
import { findEntry, readRecord } from './outbox-entries.ts';
import type { ClientDatabase } from './stores.ts';
import { createDrain, type Drain } from './drain.ts';
import { createOutbox, type LoadUnnamedFiles, type Outbox } from './outbox.ts';
import type { QueueDeps } from './outbox-writes.ts';

/**
 * The status of one save, whichever tab sent it. `waiting`: kept on the device, to be sent when it can be. `error`: of its last
 * attempt, or of what goes before it. `behind`: what the conflict that it waits for is about, as people call it.
 */
export type SaveStatus =
  | { readonly kind: 'saved' }
  | { readonly kind: 'waiting'; readonly error: EntryError | null; readonly behind?: readonly string[] }
  | { readonly kind: 'rejected'; readonly opId: string; readonly error: EntryError }
  | { readonly kind: 'conflict'; readonly opId: string; readonly error: EntryError | null }
  | { readonly kind: 'discarded' };

export interface AwaitOptions {
  /** Ends the wait: the status is then `waiting`. */
  readonly signal?: AbortSignal;
}

export type AwaitSaveStatus = (opId: string, options?: AwaitOptions) => Promise<SaveStatus>;

/**
 * Waits until a save is confirmed, refused, in conflict, or known to have to wait (an attempt of it failed). A save
 * that another carries on is followed. Never rejects: a store that can't be read means `waiting`.
 */
export function awaitSaveStatus(db: ClientDatabase, opId: string, options: AwaitOptions = {}): Promise<SaveStatus> {
  return new Promise((resolve) => {
    const { signal } = options;
    const query = () => db.transaction('r', [db.outbox, db.log], () => readStatus(db, opId));
    const giveUp = () => finish({ kind: 'waiting', error: null });
    const subscription = db.watch(query, { next: (outcome) => outcome && finish(outcome), error: giveUp });
    function finish(outcome: SaveStatus): void {
      signal?.removeEventListener('abort', giveUp);
      // The first answer may come before `subscribe` has returned.
      queueMicrotask(() => subscription.unsubscribe());
      resolve(outcome);
    }
    if (signal?.aborted) giveUp();
    else signal?.addEventListener('abort', giveUp);
  });
}

async function readStatus(db: ClientDatabase, opId: string): Promise<SaveStatus | null> {
  const entry = await findEntry(db, opId);
  if (!entry) {
    const left = await db.log.where('opId').equals(opId).last();
    if (!left) return { kind: 'discarded' };
    if (left.outcome === 'superseded' && left.by !== null) return readStatus(db, left.by);
    return left.outcome === 'done' ? { kind: 'saved' } : { kind: 'discarded' };
  }
  if (entry.status === 'rejected')
    return { kind: 'rejected', opId: entry.opId, error: entry.lastError ?? { code: 'internal_error', message: '', fields: {} } };
  if (entry.status === 'conflict') return { kind: 'conflict', opId: entry.opId, error: entry.lastError };
  if (entry.status === 'sending') return null;
  return entry.lastError ? { kind: 'waiting', error: entry.lastError } : readBlocker(db, entry);
}

/** A save that nobody has tried yet may have to wait for what goes before it. */
async function readBlocker(db: ClientDatabase, entry: OutboxEntry): Promise<SaveStatus | null> {
  const tied: OutboxEntry[] = [];
  for (const opId of entry.dependsOn) tied.push(...[await findEntry(db, opId)].filter((other) => other !== null));
  const ahead = [...(await readRecord(db, entry.userId, entry.target)), ...tied]
    .filter((other) => other.seq < entry.seq && other.userId === entry.userId)
    .toSorted((a, b) => a.seq - b.seq);
  const behind = ahead.find((other) => other.status === 'conflict' && waitsFor(entry, other));
  if (behind) return { kind: 'waiting', error: null, behind: conflictLabels(behind) };
  const held = ahead.find(({ status, lastError }) => (status === 'pending' || status === 'indeterminate') && lastError !== null);
  return held ? { kind: 'waiting', error: held.lastError } : null;
}

/** The outbox as screens and as its drainer use it, and what becomes of one save. */
export interface Queue {
  readonly outbox: Outbox;
  readonly drain: Drain;
  readonly awaitSaveStatus: AwaitSaveStatus;
}

/** Outbox and drain, with every mutation. Loaded behind the first screen. */
export function createQueue(deps: QueueDeps, loadUnnamedFiles: LoadUnnamedFiles = () => import('./unnamed-files.ts')): Queue {
  return {
    outbox: createOutbox(deps, loadUnnamedFiles),
    drain: createDrain(deps),
    awaitSaveStatus: (opId, options) => awaitSaveStatus(deps.db, opId, options),
  };
}
