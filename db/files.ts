import type { EntryError } from '#contract/outbox-entry.ts';
import { isLocalId } from '#contract/resources/local-id.ts';
import { idMapOf } from './outbox-entries.ts';
import { withoutQuota } from './cache.ts';
import { isDataCurrent } from './fence.ts';
import { isStopped, makerOf } from './outbox-entries.ts';
import type { IdMapRow, ClientDatabase } from './stores.ts';

export interface KeptFile {
  readonly blob: Blob;
  readonly name: string;
}

/** How a file that was chosen on this device stands. `gone`: it was discarded, or belongs to somebody else. */
export type UploadState =
  | { readonly kind: 'waiting' | 'sending' | 'rejected'; readonly opId: string; readonly error: EntryError | null }
  | { readonly kind: 'sent'; readonly fileId: string }
  | { readonly kind: 'gone' };

/** Files of a user on this device: pending ones, and sent ones for as long as `db/forget-old.ts` keeps their id. */
export interface Files {
  /** By the id on this device, or the server's. Null where it is not here. */
  get(userId: string, id: string): Promise<KeptFile | null>;
  /**
   * Keeps a file of the server's as its last known picture, for as long as one that was sent, where there is room. `epoch`: from
   * `dataEpoch` before it was fetched; it is dropped where the user's data was removed since.
   */
  remember(userId: string, fileId: string, file: KeptFile, epoch?: number): Promise<void>;
  /** Server ids of records that were created on this device. */
  idMap(userId: string): Promise<ReadonlyMap<string, string>>;
  state(userId: string, localId: string): Promise<UploadState>;
  /** `callback` runs at once and again after each change, of this tab or another. */
  watch(userId: string, localId: string, callback: (state: UploadState) => void): () => void;
}

export function createFiles(db: ClientDatabase, now: () => number, onFailed: (thrown: unknown) => void): Files {
  const state = (userId: string, localId: string) => db.transaction('r', [db.outbox, db.idMap], () => readState(db, userId, localId));
  return {
    async get(userId, id) {
      const alias = isLocalId(id) ? null : (await db.idMap.where('userId').equals(userId).toArray()).find((row) => row.serverId === id);
      const row = await db.files.get(alias?.localId ?? id);
      return row && row.userId === userId ? { blob: row.blob, name: row.name } : null;
    },
    async remember(userId, fileId, { blob, name }, epoch) {
      await withoutQuota(
        db.transaction('rw', [db.files, db.idMap, db.meta], async () => {
          if (!(await isDataCurrent(db, userId, epoch))) return false;
          const createdAt = now();
          await db.files.put({ id: fileId, userId, blob, name, createdAt });
          // Its own alias: it goes when that is old.
          await db.idMap.put({ localId: fileId, userId, serverId: fileId, createdAt });
          return true;
        }),
      );
    },
    idMap: (userId) => idMapOf(db, userId),
    state,
    watch(userId, localId, callback) {
      const subscription = db.watch(() => state(userId, localId), { next: callback, error: onFailed });
      return () => subscription.unsubscribe();
    },
  };
}

async function readState(db: ClientDatabase, userId: string, localId: string): Promise<UploadState> {
  const alias = await db.idMap.get(localId);
  if (alias && alias.userId === userId) return { kind: 'sent', fileId: alias.serverId };
  const entry = await makerOf(db, localId);
  if (entry?.userId !== userId || entry.mutation !== 'upload') return { kind: 'gone' };
  const kind = isStopped(entry) ? 'rejected' : entry.status === 'sending' ? 'sending' : 'waiting';
  return { kind, opId: entry.opId, error: entry.lastError };
}

/** Removes the files that were sent, and not what waits. Inside a transaction. */
export async function forgetSentFiles(db: ClientDatabase, idMap: readonly IdMapRow[]): Promise<void> {
  await db.files.bulkDelete(idMap.map((alias) => alias.localId));
}

/** Removes files that no entry and no id mapping names, as an unreadable entry leaves them. Inside a transaction. */
export async function forgetStrayFiles(db: ClientDatabase): Promise<void> {
  // By its text: what a newer version wrote names files too.
  const named = JSON.stringify([await db.outbox.toArray(), await db.idMap.toArray()]);
  await db.files.bulkDelete((await db.files.toCollection().primaryKeys()).filter((id) => !named.includes(id)));
}
