import type { Json } from '#contract/json.ts';
import type { OutboxEntry, EntryError } from '#contract/outbox-entry.ts';
import { fileGoneMessage, uploadFailedMessage } from '#contract/uploads.ts';
import { bind } from '#contract/resources/bind.ts';
import type { QueueDeps } from './queue-deps.ts';
import { dequeue } from './dequeue.ts';
import { mergeInto } from './merge-entries.ts';
import { openBehind } from './open-behind.ts';
import { addEntry, putEntry } from './put-entry.ts';
import { dependentsOf, findEntry, isIdle, isOpen, makerOf, readRecord, sameMutation } from './outbox-entries.ts';
import type { ClientDatabase } from './stores.ts';

const refusedToMakeMessage = 'What this belongs to could not be made.';
const notMadeMessage = 'What this belongs to was never made.';

/** The file and the row that will send it, together. The unsent upload of the file that it replaces goes, unless a save names that. */
export async function appendUpload(
  { db, now, tabs }: QueueDeps,
  row: Omit<OutboxEntry, 'seq'>,
  localId: string,
  file: { readonly blob: Blob; readonly name: string; readonly replaces?: string | null },
): Promise<void> {
  const old = file.replaces ? await makerOf(db, file.replaces) : null;
  const { userId, createdAt } = row;
  await db.files.put({ id: localId, userId, blob: file.blob, name: file.name, createdAt, tab: tabs.own });
  await addEntry(db, row);
  const isFree = old !== null && old.userId === userId && bind(old)?.carriesFile === true && isIdle(old);
  if (isFree && !(await isNamed(db, old.opId))) await dequeue(db, old, 'superseded', now(), row.opId);
}

async function isNamed(db: ClientDatabase, opId: string): Promise<boolean> {
  return (await dependentsOf(db, opId)).length > 0;
}

/**
 * Makes a row depend on exactly those rows that make what it names; where one was refused, the row goes on without that
 * thing, or is parked with its reason. An upload that it named before, and that nothing names any more, need not be sent.
 */
export async function tieToFiles(deps: QueueDeps, opId: string): Promise<void> {
  const { db, now } = deps;
  const row = await findEntry(db, opId);
  if (!row) return;
  const references = new Set(Object.values(bind(row)?.references ?? {}));
  // Most saves: nothing to tie, and nothing to write again.
  if (references.size === 0 && row.dependsOn.length === 0 && row.lastError?.code !== uploadRefused) return;
  const tiedTo = (await Promise.all([...references].map((localId) => makerOf(db, localId)))).filter(
    (maker) => maker?.userId === row.userId,
  );
  const makers = tiedTo.flatMap((maker) => maker ?? []);
  const tied = makers.map((maker) => maker.opId);
  const before = (await Promise.all(row.dependsOn.map((dependency) => findEntry(db, dependency)))).flatMap((other) => other ?? []);
  const rest = row.dependsOn.filter((dependency) => !before.some((other) => other.opId === dependency && localIdOf(other) !== null));
  const next = behindUploads({ ...row, dependsOn: [...rest, ...tied] }, makers);
  const leaveUnnamed = async (by: string): Promise<void> => {
    for (const upload of before) {
      const isFree = bind(upload)?.carriesFile === true && isIdle(upload) && !tied.includes(upload.opId);
      if (isFree && !(await isNamed(db, upload.opId))) await dequeue(db, upload, 'superseded', now(), by);
    }
  };
  // As where a save itself is refused: sent alone, once the upload goes again, its older values would follow the newer ones.
  const [successor] = next.status === 'rejected' && row.status !== 'rejected' ? await openBehind(db, row) : [];
  const carrier = successor ? mergeInto(next, successor) : null;
  if (carrier) {
    await putEntry(db, carrier);
    await dequeue(db, row, 'superseded', now(), carrier.opId);
    await tieToFiles(deps, carrier.opId);
    return leaveUnnamed(carrier.opId);
  }
  // As where it is saved anew: what was refused before it goes along, and may be what the server holds.
  const refused = row.status === 'rejected' && isOpen(next) ? await refusedAhead(db, row) : [];
  if (refused.length > 0) {
    await putEntry(
      db,
      refused.reduceRight<OutboxEntry>((later, old) => mergeInto(old, later) ?? later, next),
    );
    for (const old of refused) await dequeue(db, old, 'superseded', now(), opId);
    await tieToFiles(deps, opId);
    return leaveUnnamed(opId);
  }
  await putEntry(db, next);
  await leaveUnnamed(opId);
}

/** The refused entries of the same command ahead of one, in queue order. */
async function refusedAhead(db: ClientDatabase, row: OutboxEntry): Promise<readonly OutboxEntry[]> {
  const rows = await readRecord(db, row.userId, row.target);
  return rows.filter(
    (other) => other.seq < row.seq && other.status === 'rejected' && sameMutation(other, row) && mergeInto(other, row) !== null,
  );
}

/** A row that names what a dropped one would have made: without that, or parked until another file is chosen; null: it has no sense any more. */
export function withoutMade(row: OutboxEntry, dropped: OutboxEntry): OutboxEntry | null {
  const fields = fieldsNaming(row, dropped);
  const free = { ...row, dependsOn: row.dependsOn.filter((opId) => opId !== dropped.opId) };
  const body = bodyWithout(row, dropped);
  if (fields.length === 0) return null;
  if (body !== null) return { ...freed(free), body };
  // What is of the dropped record itself goes with it; another record that only names it stays, and says so.
  return fields.includes(localIdOf(dropped) ?? '') ? null : rejectedFor(free, fields);
}

function bodyWithout(row: OutboxEntry, maker: OutboxEntry): Json | null {
  const localId = localIdOf(maker);
  return localId === null ? null : (bind(row)?.without(localId) ?? null);
}

/** A row whose fields name files that are not on this device any more, or records that were never made: a person has to choose again. */
export function rejectedFor(row: OutboxEntry, fields: readonly string[]): OutboxEntry {
  if (!fields.every((field) => holdsFile(row, field))) return rejectedAsNotMade(row, fields);
  const messages = Object.fromEntries(fields.map((field) => [field, fileGoneMessage]));
  return rejectedWith(row, { code: 'file_gone', message: fileGoneMessage, fields: messages });
}

/** A row about a thing, made on this device, that nothing will make any more. */
export function rejectedAsNotMade(row: OutboxEntry, fields: readonly string[] = []): OutboxEntry {
  const messages = Object.fromEntries(fields.map((field) => [field, notMadeMessage]));
  return rejectedWith(row, { code: 'not_made', message: notMadeMessage, fields: messages });
}

/** Of a setting of a block, whose kind is not known here, too: it names nothing else. */
function holdsFile(row: OutboxEntry, field: string): boolean {
  const kind = bind(row)?.fieldOf(field)?.kind;
  return kind === undefined || kind === 'image' || kind === 'images' || kind === 'file';
}

/** Writes a parked row. Behind an upload that stands still nothing would be sent: what names its file is parked too. */
export async function putRejected(deps: QueueDeps, row: OutboxEntry): Promise<void> {
  await putEntry(deps.db, row);
  await retie(deps, row);
}

/** The saves that name the file of an upload are parked where it was refused, and go on where it goes again. */
export async function retie(deps: QueueDeps, { userId, opId }: Pick<OutboxEntry, 'userId' | 'opId'>): Promise<void> {
  for (const row of await dependentsOf(deps.db, opId)) if (row.userId === userId) await tieToFiles(deps, row.opId);
}

/** The code of a save that names the file of a refused upload. */
const uploadRefused = 'upload_refused';

/** Stands still only because what it names, or is about, was refused. */
export function isBehindRefused(row: OutboxEntry): boolean {
  return row.status === 'rejected' && row.lastError?.code === uploadRefused;
}

function behindUploads(row: OutboxEntry, uploads: readonly OutboxEntry[]): OutboxEntry {
  const [first, ...others] = uploads.filter((upload) => upload.status === 'rejected');
  // What may be on the server already must not lose its place in an order that was kept: that waits with it.
  const body = first && !first.mayHaveBeenApplied ? bodyWithout(row, first) : null;
  if (first && body !== null)
    return behindUploads({ ...row, body, dependsOn: row.dependsOn.filter((opId) => opId !== first.opId) }, others);
  const reason = (maker: OutboxEntry) =>
    maker.lastError?.message || (bind(maker)?.carriesFile ? uploadFailedMessage : refusedToMakeMessage);
  if (first) {
    const fields = [first, ...others].flatMap((upload) => fieldsNaming(row, upload).map((field) => [field, reason(upload)]));
    return rejectedWith(row, { code: uploadRefused, message: reason(first), fields: Object.fromEntries(fields) });
  }
  return freed(row);
}

/** A row that was parked only because of what it names. */
function freed(row: OutboxEntry): OutboxEntry {
  return row.lastError?.code === uploadRefused ? { ...row, status: 'pending', nextAttemptAt: null, lastError: null } : row;
}

function rejectedWith(row: OutboxEntry, lastError: EntryError): OutboxEntry {
  return { ...row, status: 'rejected', nextAttemptAt: null, lastError };
}

/** The fields of a row that name the file of an upload. */
function fieldsNaming(row: OutboxEntry, upload: OutboxEntry): readonly string[] {
  const localId = localIdOf(upload);
  const references = Object.entries(bind(row)?.references ?? {});
  return references.flatMap(([key, id]) => (id === localId ? [key] : []));
}

function localIdOf(row: OutboxEntry): string | null {
  return bind(row)?.localId ?? null;
}
