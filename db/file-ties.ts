import type { Json } from '#contract/json.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { fileGoneMessage, uploadFailedMessage } from '#contract/uploads.ts';
import { bind } from '#contract/resources/bind.ts';
import { type OutboxDeps, dequeue, addEntry, putEntry } from './outbox-writes.ts';
import { mergePast } from './carry-over.ts';
import { dependingOn, freed, patched, rejectedHere } from './entry-transitions.ts';
import { openBehind, dependentsOf, findEntry, isIdle, isOpen, creatorOf, readEntriesOf, sameMutation } from './outbox-entries.ts';
import type { ClientDatabase } from './stores.ts';

const createRejectedMessage = 'What this belongs to could not be made.';
const notCreatedMessage = 'What this belongs to was never made.';

/** Writes a file and the entry that sends it. Drops the unsent upload of the file that it replaces, unless a save names that file. */
export async function appendUpload(
  { db, now, tabs }: OutboxDeps,
  entry: Omit<OutboxEntry, 'seq'>,
  localId: string,
  file: { readonly blob: Blob; readonly name: string; readonly replaces?: string | null },
): Promise<void> {
  const old = file.replaces ? await creatorOf(db, file.replaces) : null;
  const { userId, createdAt } = entry;
  await db.files.put({ id: localId, userId, blob: file.blob, name: file.name, createdAt, tab: tabs.own });
  await addEntry(db, entry);
  const isFree = old !== null && old.userId === userId && bind(old)?.carriesFile === true && isIdle(old);
  if (isFree && !(await isNamed(db, old.opId))) await dequeue(db, old, 'superseded', now(), entry.opId);
}

async function isNamed(db: ClientDatabase, opId: string): Promise<boolean> {
  return (await dependentsOf(db, opId)).length > 0;
}

/** Whether an entry depends on another one, or may have to: it names what another one creates, or was rejected with an upload. */
export function isTied(entry: Omit<OutboxEntry, 'seq'>): boolean {
  const namesAny = Object.keys(bind(entry)?.references ?? {}).length > 0;
  return namesAny || entry.dependsOn.length > 0 || entry.lastError?.code === uploadRejected;
}

/**
 * Makes an entry depend on exactly the entries that create the records and files that it names. Where one of those is rejected, the entry
 * loses that reference, or is rejected for the same reason. Drops uploads that it named before and that nothing names any more.
 */
export async function tieToFiles(deps: OutboxDeps, opId: string): Promise<void> {
  const { db, now } = deps;
  const entry = await findEntry(db, opId);
  if (!entry) return;
  if (!isTied(entry)) return;
  const references = new Set(Object.values(bind(entry)?.references ?? {}));
  const tiedTo = (await Promise.all([...references].map((localId) => creatorOf(db, localId)))).filter(
    (creator) => creator?.userId === entry.userId,
  );
  const creators = tiedTo.flatMap((creator) => creator ?? []);
  const tied = creators.map((creator) => creator.opId);
  const before = (await Promise.all(entry.dependsOn.map((dependency) => findEntry(db, dependency)))).flatMap((other) => other ?? []);
  const rest = entry.dependsOn.filter((dependency) => !before.some((other) => other.opId === dependency && localIdOf(other) !== null));
  const next = behindUploads(dependingOn(entry, [...rest, ...tied]), creators);
  const dequeueUnnamed = async (by: string): Promise<void> => {
    for (const upload of before) {
      const isFree = bind(upload)?.carriesFile === true && isIdle(upload) && !tied.includes(upload.opId);
      if (isFree && !(await isNamed(db, upload.opId))) await dequeue(db, upload, 'superseded', now(), by);
    }
  };
  // As for a rejected save: sent after a retry of the upload, its older values would overwrite the newer ones.
  const [successor] = next.status === 'rejected' && entry.status !== 'rejected' ? await openBehind(db, entry) : [];
  const carrier = successor ? mergePast(await readEntriesOf(db, entry.userId, entry.target), next, successor) : null;
  if (carrier) {
    await putEntry(db, carrier);
    await dequeue(db, entry, 'superseded', now(), carrier.opId);
    await tieToFiles(deps, carrier.opId);
    return dequeueUnnamed(carrier.opId);
  }
  // As for a new save: it takes over the rejected entries before it, whose values the server may hold.
  const rejected = entry.status === 'rejected' && isOpen(next) ? await rejectedAhead(db, entry) : [];
  if (rejected.length > 0) {
    const entries = await readEntriesOf(db, entry.userId, entry.target);
    await putEntry(
      db,
      rejected.reduceRight<OutboxEntry>((later, old) => mergePast(entries, old, later) ?? later, next),
    );
    for (const old of rejected) await dequeue(db, old, 'superseded', now(), opId);
    await tieToFiles(deps, opId);
    return dequeueUnnamed(opId);
  }
  await putEntry(db, next);
  await dequeueUnnamed(opId);
}

/** The rejected entries of the same mutation ahead of one, in outbox order. */
async function rejectedAhead(db: ClientDatabase, entry: OutboxEntry): Promise<readonly OutboxEntry[]> {
  const entries = await readEntriesOf(db, entry.userId, entry.target);
  return entries.filter(
    (other) =>
      other.seq < entry.seq && other.status === 'rejected' && sameMutation(other, entry) && mergePast(entries, other, entry) !== null,
  );
}

/** An entry that names what a dropped one would have created: without that reference, or rejected until a person chooses anew; null: nothing of it is left to send. */
export function withoutCreated(entry: OutboxEntry, dropped: OutboxEntry): OutboxEntry | null {
  const fields = fieldsNaming(entry, dropped);
  const free = notDependingOn(entry, dropped);
  const body = bodyWithout(entry, dropped);
  if (fields.length === 0) return null;
  if (body !== null) return patched(freeAgain(free), { body });
  // An entry of the dropped record itself is dropped too; one of another record, which only names it, is rejected.
  return fields.includes(localIdOf(dropped) ?? '') ? null : rejectedFor(free, fields);
}

function bodyWithout(entry: OutboxEntry, creator: OutboxEntry): Json | null {
  const localId = localIdOf(creator);
  return localId === null ? null : (bind(entry)?.without(localId) ?? null);
}

/** Rejects an entry whose fields name files that are no longer on this device, or records that were never created. */
export function rejectedFor(entry: OutboxEntry, fields: readonly string[]): OutboxEntry {
  if (!fields.every((field) => bind(entry)?.holdsFile(field) ?? true)) return rejectedAsNotCreated(entry, fields);
  const messages = Object.fromEntries(fields.map((field) => [field, fileGoneMessage]));
  return rejectedHere(entry, { code: 'file_gone', message: fileGoneMessage, fields: messages });
}

/** Rejects an entry of a local record that no entry creates any more. */
export function rejectedAsNotCreated(entry: OutboxEntry, fields: readonly string[] = []): OutboxEntry {
  const messages = Object.fromEntries(fields.map((field) => [field, notCreatedMessage]));
  return rejectedHere(entry, { code: 'not_made', message: notCreatedMessage, fields: messages });
}

/** Writes a rejected entry, and rejects the entries that name its file: they can't be sent without it. */
export async function putRejected(deps: OutboxDeps, entry: OutboxEntry): Promise<void> {
  await putEntry(deps.db, entry);
  await retie(deps, entry);
}

/** Rejects the saves that name the file of a rejected upload, and makes them pending again where the upload is retried. */
export async function retie(deps: OutboxDeps, { userId, opId }: Pick<OutboxEntry, 'userId' | 'opId'>): Promise<void> {
  for (const entry of await dependentsOf(deps.db, opId)) if (entry.userId === userId) await tieToFiles(deps, entry.opId);
}

/** The stored error code of a save that names the file of a rejected upload. */
const uploadRejected = 'upload_refused';

/** Whether an entry is rejected only because the create or upload that it depends on was rejected. */
export function isBehindRejected(entry: OutboxEntry): boolean {
  return entry.status === 'rejected' && entry.lastError?.code === uploadRejected;
}

function behindUploads(entry: OutboxEntry, uploads: readonly OutboxEntry[]): OutboxEntry {
  const [first, ...others] = uploads.filter((upload) => upload.status === 'rejected');
  // The server may have created a record whose create counts as rejected. An order that names it must not lose it, and waits too.
  const body = first && !first.mayHaveBeenApplied ? bodyWithout(entry, first) : null;
  if (first && body !== null) return behindUploads(patched(notDependingOn(entry, first), { body }), others);
  const reason = (creator: OutboxEntry) =>
    creator.lastError?.message || (bind(creator)?.carriesFile ? uploadFailedMessage : createRejectedMessage);
  if (first) {
    const fields = [first, ...others].flatMap((upload) => fieldsNaming(entry, upload).map((field) => [field, reason(upload)]));
    return rejectedHere(entry, { code: uploadRejected, message: reason(first), fields: Object.fromEntries(fields) });
  }
  return freeAgain(entry);
}

/** Makes an entry pending again that was rejected only because of an upload or create that it depends on. */
function freeAgain(entry: OutboxEntry): OutboxEntry {
  return entry.lastError?.code === uploadRejected ? freed(entry) : entry;
}

function notDependingOn(entry: OutboxEntry, { opId }: OutboxEntry): OutboxEntry {
  return dependingOn(
    entry,
    entry.dependsOn.filter((each) => each !== opId),
  );
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
