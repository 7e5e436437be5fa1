import { awaitsDelivery, type EntryError, type OutboxEntry } from '#contract/outbox-entry.ts';
import { conflictLabels, waitsFor } from './conflict-fields.ts';
import { findEntry, readEntriesOf } from './outbox-entries.ts';
import type { ClientDatabase } from './stores.ts';

/**
 * The status of one save, whichever tab sent it. `pending`: on this device, and not confirmed. `error`: of its last attempt, or of the entry
 * that it waits for. `behind`: the labels of the fields of the conflict that it waits for. `isLost`: the store knows nothing of it, as where
 * the browser has removed the one that had it.
 */
export type SaveStatus =
  | { readonly kind: 'saved' }
  | { readonly kind: 'pending'; readonly error: EntryError | null; readonly behind?: readonly string[] }
  | { readonly kind: 'rejected'; readonly opId: string; readonly error: EntryError }
  | { readonly kind: 'conflict'; readonly opId: string; readonly error: EntryError | null }
  | { readonly kind: 'discarded'; readonly isLost?: true };

export interface AwaitOptions {
  /** Ends the wait: the status is then `pending`. */
  readonly signal?: AbortSignal;
}

/** The entries that this tab's drain has confirmed: who waits for one is answered without another read of the store. */
export function createConfirmations() {
  const waiting = new Map<string, Set<() => void>>();
  return {
    /** Call it once the confirmation is on the disk. */
    confirm(opId: string): void {
      for (const onDone of waiting.get(opId) ?? []) onDone();
    },
    /** Returns a function that ends the wait. */
    wait(opId: string, onDone: () => void): () => void {
      const all = waiting.get(opId) ?? new Set();
      waiting.set(opId, all.add(onDone));
      return () => {
        all.delete(onDone);
        if (all.size === 0) waiting.delete(opId);
      };
    },
  };
}

export type Confirmations = ReturnType<typeof createConfirmations>;

export type AwaitSaveStatus = (opId: string, options?: AwaitOptions) => Promise<SaveStatus>;

/**
 * Waits until a save is confirmed, refused, in conflict, or known to have to wait (an attempt of it failed). A save
 * that another entry carries on is followed. Never rejects: a store that can't be read means `pending`.
 */
export function awaitSaveStatus(
  db: ClientDatabase,
  confirmations: Confirmations,
  opId: string,
  options: AwaitOptions = {},
): Promise<SaveStatus> {
  return new Promise((resolve) => {
    const { signal } = options;
    const query = () => db.transaction('r', [db.outbox, db.log], () => readStatus(db, opId));
    const giveUp = () => finish({ kind: 'pending', error: null });
    // Nothing is read where nobody waits: offline that read would only delay the answer.
    if (signal?.aborted) return resolve({ kind: 'pending', error: null });
    const subscription = db.watch(query, { next: (status) => status && finish(status), error: giveUp });
    const stopWaiting = confirmations.wait(opId, () => finish({ kind: 'saved' }));
    function finish(status: SaveStatus): void {
      signal?.removeEventListener('abort', giveUp);
      stopWaiting();
      // The first answer may come before `subscribe` has returned.
      queueMicrotask(() => subscription.unsubscribe());
      resolve(status);
    }
    signal?.addEventListener('abort', giveUp);
  });
}

async function readStatus(db: ClientDatabase, opId: string): Promise<SaveStatus | null> {
  const entry = await findEntry(db, opId);
  if (!entry) {
    const logged = await db.log.where('opId').equals(opId).last();
    if (!logged) return { kind: 'discarded', isLost: true };
    if (logged.outcome === 'superseded' && logged.by !== null) return readStatus(db, logged.by);
    return logged.outcome === 'done' ? { kind: 'saved' } : { kind: 'discarded' };
  }
  if (entry.status === 'rejected')
    return { kind: 'rejected', opId: entry.opId, error: entry.lastError ?? { code: 'internal_error', message: '', fields: {} } };
  if (entry.status === 'conflict') return { kind: 'conflict', opId: entry.opId, error: entry.lastError };
  if (entry.status === 'sending') return null;
  return entry.lastError ? { kind: 'pending', error: entry.lastError } : readBlocker(db, entry);
}

/** The status of a save that was never tried and waits for an entry ahead of it; null where it waits for none. */
async function readBlocker(db: ClientDatabase, entry: OutboxEntry): Promise<SaveStatus | null> {
  const tied: OutboxEntry[] = [];
  for (const opId of entry.dependsOn) tied.push(...[await findEntry(db, opId)].filter((other) => other !== null));
  const ahead = [...(await readEntriesOf(db, entry.userId, entry.target)), ...tied]
    .filter((other) => other.seq < entry.seq && other.userId === entry.userId)
    .toSorted((a, b) => a.seq - b.seq);
  const behind = ahead.find((other) => other.status === 'conflict' && waitsFor(entry, other));
  if (behind) return { kind: 'pending', error: null, behind: conflictLabels(behind) };
  const failed = ahead.find((other) => awaitsDelivery(other) && other.lastError !== null);
  return failed ? { kind: 'pending', error: failed.lastError } : null;
}
