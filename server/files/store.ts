import { openAsBlob } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, inArray, lte } from 'drizzle-orm';
import type { UploadFields } from '#contract/entities/file.ts';
import type { Database } from '../connect.ts';
import type { Deps } from '../deps.ts';
import { noSpaceError } from '../disk/disk-full.ts';
import { databaseLacksRoom } from '../disk/writes.ts';
import { files, pendingObjects } from '../tables/files.ts';
import type { CheckedFile } from './inspect.ts';

/** The key of a file in the storage. The first characters keep folders small. */
export const storageKeyOf = (id: string): string => `${id.slice(0, 2)}/${id}`;

/** A row to be written, for an object that is stored. */
export interface PutFile {
  readonly id: string;
  readonly storageKey: string;
  readonly file: CheckedFile;
}

type StoreDeps = Pick<Deps, 'db' | 'storage' | 'random'>;

/**
 * Puts checked files into the storage under random names, after recording them as pending. Runs outside any transaction: a bucket may be
 * slow, and the embedded engine has one connection.
 */
export async function putFiles(
  deps: StoreDeps & Pick<Deps, 'disk' | 'config'>,
  checked: readonly CheckedFile[],
  now: Date,
): Promise<readonly PutFile[]> {
  const put = checked.map((file) => {
    const id = deps.random.id();
    return { id, storageKey: storageKeyOf(id), file };
  });
  await deps.db.insert(pendingObjects).values(put.map(({ storageKey }) => ({ storageKey, createdAt: now })));
  try {
    for (const { storageKey, file } of put) {
      if (deps.config.s3 === null && (await deps.disk.isLow(file.bytes))) throw noSpaceError();
      const blob = await openAsBlob(file.path, { type: file.mimeType });
      await deps.storage.put(storageKey, { blob, mimeType: file.mimeType, sha256: file.sha256 });
    }
  } catch (error) {
    await dropFiles(deps, put);
    throw error;
  }
  return put;
}

/** Removes objects that no row will name. Where that fails, they stay recorded as pending, and the next clean-up removes them. */
export async function dropFiles(deps: Pick<StoreDeps, 'db' | 'storage'>, put: readonly Pick<PutFile, 'storageKey'>[]): Promise<void> {
  const keys = put.map(({ storageKey }) => storageKey);
  const removed = await Promise.allSettled(keys.map((key) => deps.storage.remove(key)));
  const gone = keys.filter((_, i) => removed[i]?.status === 'fulfilled');
  if (gone.length > 0) await deps.db.delete(pendingObjects).where(inArray(pendingObjects.storageKey, gone));
}

/** Inserts the files' rows, in the transaction of the call. */
export async function insertFiles(tx: Database, websiteId: number, put: readonly PutFile[], fields: UploadFields, now: Date) {
  // A clean-up locks the same rows: where they are gone, so are the objects.
  const mine = await tx
    .delete(pendingObjects)
    .where(
      inArray(
        pendingObjects.storageKey,
        put.map(({ storageKey }) => storageKey),
      ),
    )
    .returning({ key: pendingObjects.storageKey });
  if (mine.length !== put.length) throw new Error('the upload took so long that it was cleaned up');
  const rows = await tx
    .insert(files)
    .values(
      put.map(({ id, storageKey, file: { name, mimeType, bytes, sha256, width, height, remarks } }) => ({
        ...{ id, websiteId, storageKey, name, mimeType, bytes, sha256, width, height, remarks: [...remarks] },
        settingKey: fields.setting_key ?? null,
        category: fields.category ?? null,
        type: fields.type ?? null,
        themeFile: fields.theme_file === '1' || fields.theme_file === 'true',
        createdAt: now,
      })),
    )
    .returning();
  return put.flatMap(({ id }) => rows.find((row) => row.id === id) ?? []);
}

/**
 * Deletes a file's row in the transaction of the call. Its object is recorded as pending again: if the process ends before it removes the
 * object, the next clean-up does.
 */
export async function removeFile(tx: Database, { id, storageKey }: Pick<PutFile, 'id' | 'storageKey'>, now: Date): Promise<void> {
  await tx.delete(files).where(eq(files.id, id));
  await tx.insert(pendingObjects).values({ storageKey, createdAt: now });
}

/** An upload that is still pending after this time was left behind by a crash. */
export const abandonedAfterMs = 3_600_000;

/** The prefix of the record of an object that is being removed. No key of the storage begins so. */
const removing = 'removing:';

/**
 * Removes stored objects that never got a row. Each record is renamed first, so that an upload which would delete it sees that it was
 * cleaned up. No transaction is open while the storage is called: a bucket may take a minute to answer, and the embedded engine has one
 * connection.
 */
export async function removeAbandonedObjects(deps: Pick<StoreDeps, 'db' | 'storage'>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - abandonedAfterMs);
  const found = await deps.db.select().from(pendingObjects).where(lte(pendingObjects.createdAt, before)).limit(1000);
  for (const { storageKey: noted } of found) {
    const storageKey = noted.startsWith(removing) ? noted.slice(removing.length) : noted;
    const note = `${removing}${storageKey}`;
    const renamed = await deps.db
      .update(pendingObjects)
      .set({ storageKey: note })
      .where(eq(pendingObjects.storageKey, noted))
      .returning({ note: pendingObjects.storageKey });
    // Its upload succeeded after all.
    if (renamed.length === 0) continue;
    const removed = await deps.storage.remove(storageKey).then(
      () => true,
      () => false,
    );
    // An object that the storage did not remove stays recorded for the next time.
    if (removed) await deps.db.delete(pendingObjects).where(eq(pendingObjects.storageKey, note));
  }
}

export function fileAnswer(row: typeof files.$inferSelect) {
  return {
    id: row.id,
    // A path, because the file is at the same path on every host name of the server.
    url: `/files/${row.id}/${encodeURIComponent(row.name)}`,
    name: row.name,
    mime_type: row.mimeType,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    remarks: row.remarks,
    created_at: row.createdAt.toISOString(),
  };
}

/** Removes what crashes left behind: incomplete uploads, and stored objects that no file names. */
export async function cleanUpUploads(deps: Pick<Deps, 'db' | 'storage' | 'uploadsDir' | 'disk' | 'config'>, now: Date): Promise<void> {
  const names = await readdir(deps.uploadsDir).catch(() => []);
  for (const name of names) {
    const folder = join(deps.uploadsDir, name);
    const found = await stat(folder).catch(() => null);
    // Recent ones may belong to another process, and a body may take as long as a request may.
    if (found && found.mtimeMs < now.getTime() - Math.max(abandonedAfterMs, 2 * deps.config.requestSeconds * 1000))
      await rm(folder, { recursive: true, force: true });
  }
  // This step writes to the database, which must not run on a full disk.
  if (!(await databaseLacksRoom(deps))) await removeAbandonedObjects(deps, now);
}
