import { type EntryError, isStopped } from '#contract/outbox-entry.ts';
import { isLocalId } from '#contract/resources/local-id.ts';
import { idMapOf, creatorOf } from './outbox-entries.ts';
import { withoutQuota } from './cache.ts';
import { isDataCurrent } from './epochs.ts';
import type { IdMapRow, ClientDatabase } from './stores.ts';

export interface StoredFile {
  /** On this device. */
  readonly id: string;
  readonly blob: Blob;
  readonly name: string;
}

/** The state of a file that was chosen on this device. `gone`: it was discarded, or belongs to somebody else. */
export type UploadState =
  | { readonly kind: 'pending' | 'sending' | 'rejected'; readonly opId: string; readonly error: EntryError | null }
  | { readonly kind: 'sent'; readonly fileId: string }
  | { readonly kind: 'gone' };

/** A user's files on this device: pending ones, and sent ones for as long as `db/forget-old.ts` keeps their id. */
export interface Files {
  /** By its id on this device. Null where the file is not there. */
  get(userId: string, id: string): Promise<StoredFile | null>;
  /** A file of the server, by the website and the id that it has there: an API may number the files of each website by itself. */
  find(userId: string, websiteId: string, fileId: string): Promise<StoredFile | null>;
  /**
   * Caches a file of the server, for as long as one that was sent, if there is room. `epoch`: from `dataEpoch` before the fetch; nothing is
   * cached where the user's data was removed since.
   */
  remember(userId: string, websiteId: string, fileId: string, file: Omit<StoredFile, 'id'>, epoch?: number): Promise<void>;
  /** Server ids of records that were created on this device. */
  idMap(userId: string): Promise<ReadonlyMap<string, string>>;
  state(userId: string, localId: string): Promise<UploadState>;
  /** `callback` runs at once and again after each change, of this tab or another. */
  watch(userId: string, localId: string, callback: (state: UploadState) => void): () => void;
}

/** Too short to be noticed. Only a view with a pace repeats a failed query. */
const paceMs = 20;

/** That of the uploads of a website. */
const collectionOf = (websiteId: string) => `upload/${websiteId}/`;

export function createFiles(db: ClientDatabase, now: () => number, onFailed: (thrown: unknown) => void): Files {
  const get: Files['get'] = async (userId, id) => {
    const row = await db.files.get(id);
    return row && row.userId === userId ? { id, blob: row.blob, name: row.name } : null;
  };
  const state = (userId: string, localId: string) => db.transaction('r', [db.outbox, db.idMap], () => readState(db, userId, localId));
  return {
    get,
    async find(userId, websiteId, fileId) {
      const collection = collectionOf(websiteId);
      const rows = await db.idMap.where('userId').equals(userId).toArray();
      // Uploads of earlier versions do not say their website.
      const isIt = (row: IdMapRow) =>
        row.serverId === fileId && (row.collection ?? (isLocalId(row.localId) ? collection : '')) === collection;
      const files = await Promise.all(rows.filter(isIt).map(({ localId }) => get(userId, localId)));
      return files.find((file) => file !== null) ?? null;
    },
    async remember(userId, websiteId, fileId, { blob, name }, epoch) {
      await withoutQuota(
        db.transaction('rw', [db.files, db.idMap, db.meta], async () => {
          if (!(await isDataCurrent(db, userId, epoch))) return false;
          const [createdAt, collection] = [now(), collectionOf(websiteId)];
          const id = `${collection}${fileId}`;
          await db.files.put({ id, userId, blob, name, createdAt });
          // The file is removed once the mapping is old.
          await db.idMap.put({ localId: id, userId, serverId: fileId, collection, createdAt });
          return true;
        }),
      );
    },
    idMap: (userId) => idMapOf(db, userId),
    state,
    watch(userId, localId, callback) {
      const subscription = db.watch(() => state(userId, localId), { next: callback, error: onFailed }, paceMs);
      return () => subscription.unsubscribe();
    },
  };
}

async function readState(db: ClientDatabase, userId: string, localId: string): Promise<UploadState> {
  const mapped = await db.idMap.get(localId);
  if (mapped && mapped.userId === userId) return { kind: 'sent', fileId: mapped.serverId };
  const entry = await creatorOf(db, localId);
  if (entry?.userId !== userId || entry.mutation !== 'upload') return { kind: 'gone' };
  const kind = isStopped(entry) ? 'rejected' : entry.status === 'sending' ? 'sending' : 'pending';
  return { kind, opId: entry.opId, error: entry.lastError };
}

/** Removes files that were sent, and no pending ones. Inside a transaction. */
export async function forgetSentFiles(db: ClientDatabase, idMap: readonly IdMapRow[]): Promise<void> {
  await db.files.bulkDelete(idMap.map((row) => row.localId));
}

/** Removes files that neither an entry nor an id mapping names: a discarded unreadable entry leaves such files. Inside a transaction. */
export async function forgetStrayFiles(db: ClientDatabase): Promise<void> {
  // Searches the text, since entries of a newer version name files too.
  const named = JSON.stringify([await db.outbox.toArray(), await db.idMap.toArray()]);
  await db.files.bulkDelete((await db.files.toCollection().primaryKeys()).filter((id) => !named.includes(id)));
}
