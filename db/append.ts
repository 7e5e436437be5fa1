import { type Json, toJson } from '#contract/json.ts';
import { isStopped, type MutationKind, type OutboxEntry } from '#contract/outbox-entry.ts';
import { patchWithServerIds } from './patch-with-server-ids.ts';
import type { Patch } from '#contract/resources/mutation.ts';
import { bind, type MutationBodies } from '#contract/resources/bind.ts';
import type { RecordBodies } from '#contract/resources/record-bodies.ts';
import { baseOnEnqueue } from './base.ts';
import { carriedOn } from './carry-over.ts';
import { changed, freshEntry, patched } from './entry-transitions.ts';
import { isDataCurrent } from './epochs.ts';
import { dropEntry } from './drop-entry.ts';
import { appendUpload, isTied, tieToFiles } from './file-ties.ts';
import { foldSave } from './fold-into-conflict.ts';
import {
  dequeue,
  type OutboxDeps,
  type Appended,
  type OutboxResult,
  type OutboxRefused,
  outboxRefused,
  addEntry,
  putEntry,
} from './outbox-writes.ts';
import { joinedWithUnseen } from './join-unseen.ts';
import { inPlaceOf, mergeEntries } from './merge-entries.ts';
import { replaceEntry, withdrawDelete } from './replace-entry.ts';
import { takeFlags } from './one-of.ts';
import { deletedParent, isParentDeleting } from './parts.ts';
import { findEntry, isIdle, isOpen, readEntriesOf } from './outbox-entries.ts';

/** The parts that every kind of mutation has. `base`: the fields that it changes as last read from the server, by field name. */
interface MutationParts {
  readonly userId: string;
  readonly accountId: string | null;
  readonly websiteId: string | null;
  readonly base: Readonly<Record<string, Json>>;
  /** Of fields whose value has parts: the value that the form showed, and those that it has saved since. */
  readonly seen?: Readonly<Record<string, readonly Json[]>>;
  readonly dependsOn?: readonly string[];
  /** From `dataEpoch` when the person saved. Refused where they have signed out since. */
  readonly epoch?: number;
  /** Of an upload: the file to send. `replaces`: the local id of the file that it replaces in its field. */
  readonly file?: { readonly blob: Blob; readonly name: string; readonly replaces?: string | null };
}

type Named<Name extends string, Body> = Name extends `${infer Resource}.${infer Kind}`
  ? MutationParts & { readonly resource: Resource; readonly mutation: Kind; readonly body: Body }
  : never;

/** A mutation as a screen makes it, by `resource.mutation`. */
export type NewMutation<Name extends keyof MutationBodies = keyof MutationBodies> = {
  readonly [Each in Name]: Named<Each, MutationBodies[Each]>;
}[Name];

/** A mutation of a resource that has a `ResourceDefinition`. */
export type NewRecordMutation = {
  readonly [Kind in keyof RecordBodies]: Named<`${string}.${Kind}`, RecordBodies[Kind]>;
}[keyof RecordBodies];

export type AnyMutation = NewMutation | NewRecordMutation;

/** A mutation whose body is checked only when it is bound, as one from a page that is gone. */
export type UncheckedMutation = MutationParts & { readonly resource: string; readonly mutation: MutationKind; readonly body: unknown };

/** Why this mutation must not be stored; null where it may be. */
export function refusalOf(save: UncheckedMutation): OutboxRefused | null {
  const bound = bind({ ...save, body: toJson(save.body) });
  const code = bound === null ? 'invalid' : bound.refuses;
  return code ? outboxRefused(code) : null;
}

/** Enqueues one mutation. Inside a transaction. */
export async function appendOne(deps: OutboxDeps, save: UncheckedMutation): Promise<Appended> {
  const { db } = deps;
  const typed = await patchWithServerIds(db, { ...save, body: toJson(save.body) });
  const bound = typed ? bind({ ...save, ...typed }) : null;
  if (!typed || !bound) return outboxRefused('invalid');
  // In parallel: a person waits for each step of this transaction.
  const [isCurrent, cached, entries] = await Promise.all([
    isDataCurrent(db, save.userId, save.epoch),
    db.resources.get([save.userId, bound.cacheKey]),
    readEntriesOf(db, save.userId, bound.target),
  ]);
  if (!isCurrent) return outboxRefused('gone');
  const patch = joinedWithUnseen(save, typed, bound, cached, entries);
  const base = cached ? baseOnEnqueue(cached, bound, patch.base) : patch.base;
  const fileIds = bound.carriesFile && bound.localId !== null ? [bound.localId] : [];
  const dependsOn = [...(save.dependsOn ?? [])];
  const entry = freshEntry(deps, { ...save, body: patch.body, base, target: bound.target, dependsOn, fileIds });
  if (bound.deletes) return appendDelete(deps, entry, entries);
  if (bound.localId === null || !bound.carriesFile) {
    // It would be dropped with the delete. Another tab may have added that one since the form was opened.
    const isDeleting = entries.some((other) => bind(other)?.deletes && !isStopped(other));
    if (isDeleting || (await isParentDeleting(db, entry))) return outboxRefused('deleting');
    // Another tab may have deleted it. A change that was taken now would be dropped later without a word.
    const gone = await deletedParent(db, entry);
    if (gone) return outboxRefused('gone', `The ${gone.entity} that this belongs to has been deleted.`);
    return appendSave(deps, entry, entries);
  }
  if (!save.file) return outboxRefused('invalid', 'an upload without its file');
  await appendUpload(deps, entry, bound.localId, save.file);
  return { kind: 'enqueued', opId: entry.opId };
}

/** Newer values of fields in conflict go into the entry in conflict. Only the other fields become an entry that is sent. */
async function appendSave(deps: OutboxDeps, entry: Omit<OutboxEntry, 'seq'>, entries: readonly OutboxEntry[]): Promise<Appended> {
  const { foldedInto, undisputed, decided } = await foldSave(deps, entry, entries);
  // Folding into a conflict changes entries.
  const left = entries.some(({ status }) => status === 'conflict') ? await readEntriesOf(deps.db, entry.userId, entry.target) : entries;
  const appended = undisputed && (await appendUndisputed(deps, undisputed, left));
  // A caller that awaits this save gets the conflict, which a person still has to decide.
  const opId = foldedInto?.opId ?? appended ?? entry.opId;
  for (const old of decided) await dequeue(deps.db, old, 'superseded', deps.now(), appended ?? opId);
  if (foldedInto?.status === 'conflict') return { kind: 'enqueued', opId, behind: foldedInto };
  // Most saves are not tied, and are not read again.
  const isRejected = isTied(entry) && (await findEntry(deps.db, opId))?.status === 'rejected';
  return { kind: 'enqueued', opId, ...(isRejected ? { isRejected } : {}) };
}

/** Returns the opId of the entry that carries the change: its own, or that of an entry that it was merged into. */
async function appendUndisputed(deps: OutboxDeps, entry: Omit<OutboxEntry, 'seq'>, entries: readonly OutboxEntry[]): Promise<string> {
  const { emptied, areLeft } = await takeFlags(deps.db, entry);
  const opId = await appendOrMerge(deps, entry, entries, !areLeft);
  for (const old of emptied) await dequeue(deps.db, old, 'superseded', deps.now(), opId);
  return opId;
}

async function appendOrMerge(
  deps: OutboxDeps,
  entry: Omit<OutboxEntry, 'seq'>,
  entries: readonly OutboxEntry[],
  mayMerge: boolean,
): Promise<string> {
  const { db } = deps;
  const amended = mayMerge ? await amendCreate(deps, entry, entries) : null;
  if (amended !== null) return amended;
  const tail = entries.at(-1);
  const { next, replaced } = carriedOn(entry, entries);
  const joined = tail && isOpen(tail) && replaced.length === 0 && mayMerge ? mergeEntries(tail, entry) : null;
  if (tail && joined) {
    await putEntry(db, inPlaceOf(tail, joined));
    await tieToFiles(deps, tail.opId);
    return tail.opId;
  }
  await addEntry(db, next);
  for (const old of replaced) await dequeue(db, old, 'superseded', deps.now(), next);
  await withdrawDelete(deps, entries);
  // Most saves are not, and are not read again.
  if (isTied(next)) await tieToFiles(deps, next.opId);
  return next.opId;
}

/**
 * Merges an update of a record that the server can't have into its create, with the updates between them. Returns the opId of the create;
 * null where there is none that the server can't have, or where an entry behind it may have been sent.
 */
async function amendCreate(deps: OutboxDeps, entry: Omit<OutboxEntry, 'seq'>, entries: readonly OutboxEntry[]): Promise<string | null> {
  const [create, ...behind] = entries;
  if (!create || !isIdle(create) || !behind.every(isIdle)) return null;
  let amended: Patch<Json> | null = create;
  for (const later of [...behind, entry]) amended = amended && (bind(patched(create, amended))?.amendedBy(later) ?? null);
  if (!amended) return null;
  if (!isOpen(create)) {
    const replaced = await replaceEntry(deps, create, { body: amended.body, base: amended.base }, []);
    if (replaced.kind !== 'enqueued') return null;
    const carrier = await findEntry(deps.db, replaced.opId);
    for (const old of behind) await dequeue(deps.db, old, 'superseded', deps.now(), carrier ?? replaced.opId);
    return replaced.opId;
  }
  await putEntry(deps.db, changed(create, entry, { body: amended.body, base: amended.base }));
  for (const old of behind) await dequeue(deps.db, old, 'superseded', deps.now(), patched(create, amended));
  await tieToFiles(deps, create.opId);
  return create.opId;
}

/**
 * Adds a delete behind all pending entries of its record. They stay in case the server refuses it, and go once it is done. A record that
 * the server can't have is dropped at once.
 */
async function appendDelete(deps: OutboxDeps, entry: Omit<OutboxEntry, 'seq'>, entries: readonly OutboxEntry[]): Promise<OutboxResult> {
  const { db } = deps;
  const uncreated = entries.find((other) => (bind(other)?.localId ?? null) !== null && isIdle(other));
  if (uncreated) {
    await dropEntry(deps, uncreated);
    return { kind: 'enqueued', opId: uncreated.opId };
  }
  await addEntry(db, entry);
  for (const old of entries) if (isIdle(old) && bind(old)?.deletes) await dequeue(db, old, 'superseded', deps.now(), entry.opId);
  await tieToFiles(deps, entry.opId);
  return { kind: 'enqueued', opId: entry.opId };
}
