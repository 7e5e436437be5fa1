import type { QueueRow } from '#contract/queue.ts';
import { fileGoneMessage } from '#contract/uploads.ts';
import { bind } from './commands/index.ts';
import type { Aliases } from './commands/command.ts';
import type { QueueDeps } from './queue-deps.ts';
import { findRow, isOpen, leave, putRow, readable, readQueue, sameTarget } from './queue-rows.ts';
import type { DeviceDatabase } from './stores.ts';

/** What is known of things that were made on this device. To be called inside the transaction of what follows. */
export async function aliasesOf(db: DeviceDatabase, userId: string): Promise<Aliases> {
  const rows = await db.aliases.where('userId').equals(userId).toArray();
  return new Map(rows.map((row) => [row.localId, row.serverId]));
}

/** The file and the row that will send it, together. An unsent upload for the same field goes, unless a save names it. */
export async function appendUpload(
  { db, now }: QueueDeps,
  row: Omit<QueueRow, 'seq'>,
  localId: string,
  file: { readonly blob: Blob; readonly name: string },
): Promise<void> {
  const queue = readable(await readQueue(db, row.userId));
  const named = new Set(queue.flatMap((other) => other.dependsOn));
  const { userId, createdAt } = row;
  await db.files.put({ id: localId, userId, blob: file.blob, name: file.name, createdAt });
  await db.outbox.add({ ...row });
  for (const old of queue)
    if (sameTarget(old, row) && isIdle(old) && !named.has(old.opId)) await leave(db, old, wordsOf(old), 'superseded', now(), row.opId);
}

/**
 * Makes a row depend on exactly those uploads whose files it names. One that it named before, and that nothing names any
 * more, need not be sent.
 */
export async function tieToFiles({ db, now }: QueueDeps, opId: string): Promise<void> {
  const row = await findRow(db, opId);
  if (!row) return;
  const queue = readable(await readQueue(db, row.userId));
  const uploads = new Map(queue.flatMap((other): [string, QueueRow][] => (madeBy(other) === null ? [] : [[other.opId, other]])));
  const references = new Set(Object.values(bind(row)?.references ?? {}));
  const tied = [...uploads.values()].filter((upload) => references.has(madeBy(upload) ?? '')).map((upload) => upload.opId);
  const rest = row.dependsOn.filter((dependency) => !uploads.has(dependency));
  await putRow(db, { ...row, dependsOn: [...rest, ...tied] });
  const named = new Set([...tied, ...queue.filter((other) => other.opId !== opId).flatMap((other) => other.dependsOn)]);
  for (const dependency of row.dependsOn) {
    const upload = uploads.get(dependency);
    if (upload && isIdle(upload) && !named.has(dependency)) await leave(db, upload, wordsOf(upload), 'superseded', now(), opId);
  }
}

/** A row that names the file of a dropped upload, parked; null where it does not name it. */
export function withoutFile(row: QueueRow, upload: QueueRow): QueueRow | null {
  const localId = madeBy(upload);
  const fields = Object.entries(bind(row)?.references ?? {}).filter(([, id]) => id === localId);
  if (localId === null || fields.length === 0) return null;
  return {
    ...parkedFor(
      row,
      fields.map(([key]) => key),
    ),
    dependsOn: row.dependsOn.filter((opId) => opId !== upload.opId),
  };
}

/** A row whose files are not on this device any more: a person has to choose them again. */
export function parkedFor(row: QueueRow, fields: readonly string[]): QueueRow {
  const messages = Object.fromEntries(fields.map((field) => [field, fileGoneMessage]));
  return { ...row, status: 'parked', nextAttemptAt: null, lastError: { code: 'file_gone', message: fileGoneMessage, fields: messages } };
}

function madeBy(row: QueueRow): string | null {
  return bind(row)?.makes ?? null;
}

/** Nobody is sending it, and the server can't have it. */
function isIdle(row: QueueRow): boolean {
  return isOpen(row) || row.status === 'parked';
}

function wordsOf(row: QueueRow): string {
  return bind(row)?.words ?? row.command;
}
