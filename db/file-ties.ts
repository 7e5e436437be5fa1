import type { Json } from '#contract/json.ts';
import type { OutboxEntry, EntryError } from '#contract/outbox-entry.ts';
import { fileGoneMessage, uploadFailedMessage } from '#contract/uploads.ts';
import { bind } from '#contract/resources/bind.ts';
import type { QueueDeps } from './outbox-writes.ts';
import { dequeue } from './outbox-writes.ts';
import { mergeEntries } from './merge-entries.ts';
import { openBehind } from './outbox-entries.ts';
import { addEntry, putEntry } from './outbox-writes.ts';
import { dependentsOf, findEntry, isIdle, isOpen, makerOf, readRecord, sameMutation } from './outbox-entries.ts';
import type { ClientDatabase } from './stores.ts';

const refusedToMakeMessage = 'What this belongs to could not be made.';
const notMadeMessage = 'What this belongs to was never made.';

/** Writes the file and the entry that will send it, together. Drops the unsent upload of the file that it replaces, unless a save names that. */
export async function appendUpload(
  { db, now, tabs }: QueueDeps,
  entry: Omit<OutboxEntry, 'seq'>,
  localId: string,
  file: { readonly blob: Blob; readonly name: string; readonly replaces?: string | null },
): Promise<void> {
  const old = file.replaces ? await makerOf(db, file.replaces) : null;
  const { userId, createdAt } = entry;
  await db.files.put({ id: localId, userId, blob: file.blob, name: file.name, createdAt, tab: tabs.own });
  await addEntry(db, entry);
  const isFree = old !== null && old.userId === userId && bind(old)?.carriesFile === true && isIdle(old);
  if (isFree && !(await isNamed(db, old.opId))) await dequeue(db, old, 'superseded', now(), entry.opId);
}

async function isNamed(db: ClientDatabase, opId: string): Promise<boolean> {
  return (await dependentsOf(db, opId)).length > 0;
}

/**
 * Makes an entry depend on exactly the entries that create what it names. Where one was refused, the entry goes on without that
 * record, or is rejected with its reason. An upload that it named before, and that nothing names any more, is dropped.
 */
export async function tieToFiles(deps: QueueDeps, opId: string): Promise<void> {
  const { db, now } = deps;
  const entry = await findEntry(db, opId);
  if (!entry) return;
  const references = new Set(Object.values(bind(entry)?.references ?? {}));
  // Most saves: nothing to tie, and nothing to write again.
  if (references.size === 0 && entry.dependsOn.length === 0 && entry.lastError?.code !== uploadRefused) return;
  const tiedTo = (await Promise.all([...references].map((localId) => makerOf(db, localId)))).filter(
    (maker) => maker?.userId === entry.userId,
  );
  const makers = tiedTo.flatMap((maker) => maker ?? []);
  const tied = makers.map((maker) => maker.opId);
  const before = (await Promise.all(entry.dependsOn.map((dependency) => findEntry(db, dependency)))).flatMap((other) => other ?? []);
  const rest = entry.dependsOn.filter((dependency) => !before.some((other) => other.opId === dependency && localIdOf(other) !== null));
  const next = behindUploads({ ...entry, dependsOn: [...rest, ...tied] }, makers);
  const leaveUnnamed = async (by: string): Promise<void> => {
    for (const upload of before) {
      const isFree = bind(upload)?.carriesFile === true && isIdle(upload) && !tied.includes(upload.opId);
      if (isFree && !(await isNamed(db, upload.opId))) await dequeue(db, upload, 'superseded', now(), by);
    }
  };
  // As where a save itself is refused: sent alone, once the upload goes again, its older values would follow the newer ones.
  const [successor] = next.status === 'rejected' && entry.status !== 'rejected' ? await openBehind(db, entry) : [];
  const carrier = successor ? mergeEntries(next, successor) : null;
  if (carrier) {
    await putEntry(db, carrier);
    await dequeue(db, entry, 'superseded', now(), carrier.opId);
    await tieToFiles(deps, carrier.opId);
    return leaveUnnamed(carrier.opId);
  }
  // As where it is saved anew: what was refused before it goes along, and may be what the server holds.
  const refused = entry.status === 'rejected' && isOpen(next) ? await refusedAhead(db, entry) : [];
  if (refused.length > 0) {
    await putEntry(
      db,
      refused.reduceRight<OutboxEntry>((later, old) => mergeEntries(old, later) ?? later, next),
    );
    for (const old of refused) await dequeue(db, old, 'superseded', now(), opId);
    await tieToFiles(deps, opId);
    return leaveUnnamed(opId);
  }
  await putEntry(db, next);
  await leaveUnnamed(opId);
}

/** The rejected entries of the same mutation ahead of one, in outbox order. */
async function refusedAhead(db: ClientDatabase, entry: OutboxEntry): Promise<readonly OutboxEntry[]> {
  const entries = await readRecord(db, entry.userId, entry.target);
  return entries.filter(
    (other) => other.seq < entry.seq && other.status === 'rejected' && sameMutation(other, entry) && mergeEntries(other, entry) !== null,
  );
}

/** An entry that names what a dropped one would have created: without that reference, or rejected until the user chooses another file; null: nothing of it is left to send. */
export function withoutMade(entry: OutboxEntry, dropped: OutboxEntry): OutboxEntry | null {
  const fields = fieldsNaming(entry, dropped);
  const free = { ...entry, dependsOn: entry.dependsOn.filter((opId) => opId !== dropped.opId) };
  const body = bodyWithout(entry, dropped);
  if (fields.length === 0) return null;
  if (body !== null) return { ...freed(free), body };
  // What is of the dropped record itself goes with it; another record that only names it stays, and says so.
  return fields.includes(localIdOf(dropped) ?? '') ? null : rejectedFor(free, fields);
}

function bodyWithout(entry: OutboxEntry, maker: OutboxEntry): Json | null {
  const localId = localIdOf(maker);
  return localId === null ? null : (bind(entry)?.without(localId) ?? null);
}

/** Rejects an entry whose fields name files that are not on this device any more, or records that were never created: a person has to choose again. */
export function rejectedFor(entry: OutboxEntry, fields: readonly string[]): OutboxEntry {
  if (!fields.every((field) => holdsFile(entry, field))) return rejectedAsNotMade(entry, fields);
  const messages = Object.fromEntries(fields.map((field) => [field, fileGoneMessage]));
  return rejectedWith(entry, { code: 'file_gone', message: fileGoneMessage, fields: messages });
}

/** Rejects an entry about a record of this device that no entry will create any more. */
export function rejectedAsNotMade(entry: OutboxEntry, fields: readonly string[] = []): OutboxEntry {
  const messages = Object.fromEntries(fields.map((field) => [field, notMadeMessage]));
  return rejectedWith(entry, { code: 'not_made', message: notMadeMessage, fields: messages });
}

/** Of a setting of a block, whose kind is not known here, too: it names nothing else. */
function holdsFile(entry: OutboxEntry, field: string): boolean {
  const kind = bind(entry)?.fieldOf(field)?.kind;
  return kind === undefined || kind === 'image' || kind === 'images' || kind === 'file';
}

/** Writes a rejected entry. The entries that name its file are rejected too: they can't be sent without it. */
export async function putRejected(deps: QueueDeps, entry: OutboxEntry): Promise<void> {
  await putEntry(deps.db, entry);
  await retie(deps, entry);
}

/** Rejects the saves that name the file of a refused upload, and lets them go on where the upload is tried again. */
export async function retie(deps: QueueDeps, { userId, opId }: Pick<OutboxEntry, 'userId' | 'opId'>): Promise<void> {
  for (const entry of await dependentsOf(deps.db, opId)) if (entry.userId === userId) await tieToFiles(deps, entry.opId);
}

/** The code of a save that names the file of a refused upload. */
const uploadRefused = 'upload_refused';

/** Rejected only because the record that it names, or is about, was refused. */
export function isBehindRefused(entry: OutboxEntry): boolean {
  return entry.status === 'rejected' && entry.lastError?.code === uploadRefused;
}

function behindUploads(entry: OutboxEntry, uploads: readonly OutboxEntry[]): OutboxEntry {
  const [first, ...others] = uploads.filter((upload) => upload.status === 'rejected');
  // What may be on the server already must not lose its place in an order that was kept: that waits with it.
  const body = first && !first.mayHaveBeenApplied ? bodyWithout(entry, first) : null;
  if (first && body !== null)
    return behindUploads({ ...entry, body, dependsOn: entry.dependsOn.filter((opId) => opId !== first.opId) }, others);
  const reason = (maker: OutboxEntry) =>
    maker.lastError?.message || (bind(maker)?.carriesFile ? uploadFailedMessage : refusedToMakeMessage);
  if (first) {
    const fields = [first, ...others].flatMap((upload) => fieldsNaming(entry, upload).map((field) => [field, reason(upload)]));
    return rejectedWith(entry, { code: uploadRefused, message: reason(first), fields: Object.fromEntries(fields) });
  }
  return freed(entry);
}

/** Makes an entry pending again that was rejected only because of what it names. */
function freed(entry: OutboxEntry): OutboxEntry {
  return entry.lastError?.code === uploadRefused ? { ...entry, status: 'pending', nextAttemptAt: null, lastError: null } : entry;
}

function rejectedWith(entry: OutboxEntry, lastError: EntryError): OutboxEntry {
  return { ...entry, status: 'rejected', nextAttemptAt: null, lastError };
}

/** The fields of an entry that name the file of an upload. */
function fieldsNaming(entry: OutboxEntry, upload: OutboxEntry): readonly string[] {
  const localId = localIdOf(upload);
  const references = Object.entries(bind(entry)?.references ?? {});
  return references.flatMap(([key, id]) => (id === localId ? [key] : []));
}

function localIdOf(entry: OutboxEntry): string | null {
  return bind(entry)?.localId ?? null;
}
