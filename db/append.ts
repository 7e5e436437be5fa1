import { type Json, toJson } from '#contract/json.ts';
import { isStopped, type OutboxEntry } from '#contract/outbox-entry.ts';
import { patchWithServerIds } from './patch-with-server-ids.ts';
import type { Patch } from '#contract/resources/mutation.ts';
import { type BoundMutation, bind, type MutationBodies } from '#contract/resources/bind.ts';
import type { RecordBodies } from '#contract/resources/record-bodies.ts';
import { carriedOn, overwrittenBehind } from './carry-over.ts';
import { patchedFields, splitDecided, withoutFields } from './conflict-fields.ts';
import { isDataCurrent } from './fence.ts';
import { dropEntry } from './drop-entry.ts';
import { appendUpload, isBehindRejected, retie, tieToFiles } from './file-ties.ts';
import { foldSave } from './fold-into-conflict.ts';
import {
  freshEntry,
  dequeue,
  type OutboxDeps,
  type Appended,
  type OutboxResult,
  type OutboxRefused,
  outboxRefused,
  addEntry,
  putEntry,
} from './outbox-writes.ts';
import { isUnseen, maybeOursAfter, mergeEntries } from './merge-entries.ts';
import { takeFlags } from './one-of.ts';
import { deletedParent, isParentDeleting } from './parts.ts';
import { rebaseOnConfirmed } from './confirmed-writes.ts';
import { openBehind, isIdle, isOpen, readEntriesOf } from './outbox-entries.ts';
import type { CacheRow } from './stores.ts';

/** The parts that every kind of mutation has. `base`: the fields that it changes as last read from the server, by field name. */
interface MutationParts {
  readonly userId: string;
  readonly accountId: string | null;
  readonly websiteId: string | null;
  readonly base: Readonly<Record<string, Json>>;
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

/** Why this mutation must not be stored; null where it may be. */
export function refusalOf(save: AnyMutation): OutboxRefused | null {
  const bound = bind({ ...save, body: toJson(save.body) });
  const code = bound === null ? 'invalid' : bound.refuses;
  return code ? outboxRefused(code) : null;
}

/** Enqueues one mutation. Inside a transaction. */
export async function appendOne(deps: OutboxDeps, save: AnyMutation): Promise<Appended> {
  if (!(await isDataCurrent(deps.db, save.userId, save.epoch))) return outboxRefused('gone');
  const patch = await patchWithServerIds(deps.db, { ...save, body: toJson(save.body) });
  const bound = patch ? bind({ ...save, ...patch }) : null;
  if (!patch || !bound) return outboxRefused('invalid');
  const cached = await deps.db.resources.get([save.userId, bound.cacheKey]);
  const base = cached ? latestBase(cached, bound, patch.base) : patch.base;
  const fileIds = bound.carriesFile && bound.localId !== null ? [bound.localId] : [];
  const dependsOn = [...(save.dependsOn ?? [])];
  const entry = freshEntry(deps, { ...save, body: patch.body, base, target: bound.target, dependsOn, fileIds });
  if (bound.deletes) return appendDelete(deps, entry);
  if (bound.localId === null || !bound.carriesFile) {
    // It would be dropped with the delete. Another tab may have added that one since the form was opened.
    const isDeleting = (await readEntriesOf(deps.db, entry.userId, entry.target)).some(
      (other) => bind(other)?.deletes && !isStopped(other),
    );
    if (isDeleting || (await isParentDeleting(deps.db, entry))) return outboxRefused('deleting');
    // Another tab may have deleted it. A change that was taken now would be dropped later without a word.
    const gone = await deletedParent(deps.db, entry);
    return gone ? outboxRefused('gone', `The ${gone.entity} that this belongs to has been deleted.`) : appendSave(deps, entry);
  }
  if (!save.file) return outboxRefused('invalid', 'an upload without its file');
  await appendUpload(deps, entry, bound.localId, save.file);
  return { kind: 'enqueued', opId: entry.opId };
}

/** Newer values of fields in conflict go into the entry in conflict. Only the other fields become an entry that is sent. */
async function appendSave(deps: OutboxDeps, entry: Omit<OutboxEntry, 'seq'>): Promise<Appended> {
  const { foldedInto, undisputed, decided } = await foldSave(deps, entry);
  const appended = undisputed && (await appendUndisputed(deps, undisputed));
  // A caller that awaits this save gets the conflict, which a person still has to decide.
  const opId = foldedInto?.opId ?? appended ?? entry.opId;
  for (const old of decided) await dequeue(deps.db, old, 'superseded', deps.now(), appended ?? opId);
  return { kind: 'enqueued', opId, ...(foldedInto?.status === 'conflict' ? { behind: foldedInto } : {}) };
}

/** Returns the opId of the entry that carries the change: its own, or that of an entry that it was merged into. */
async function appendUndisputed(deps: OutboxDeps, entry: Omit<OutboxEntry, 'seq'>): Promise<string> {
  const { emptied, areLeft } = await takeFlags(deps.db, entry);
  const opId = await appendOrMerge(deps, entry, !areLeft);
  for (const old of emptied) await dequeue(deps.db, old, 'superseded', deps.now(), opId);
  return opId;
}

async function appendOrMerge(deps: OutboxDeps, entry: Omit<OutboxEntry, 'seq'>, mayMerge: boolean): Promise<string> {
  const { db } = deps;
  const entries = await readEntriesOf(db, entry.userId, entry.target);
  const amended = mayMerge ? await amendCreate(deps, entry, entries) : null;
  if (amended !== null) return amended;
  const tail = entries.at(-1);
  const { next, replaced } = carriedOn(entry, entries);
  const joined = tail && isOpen(tail) && replaced.length === 0 && mayMerge ? mergeEntries(tail, entry) : null;
  if (tail && joined) {
    await putEntry(db, { ...joined, seq: tail.seq, opId: tail.opId, createdAt: tail.createdAt });
    await tieToFiles(deps, tail.opId);
    return tail.opId;
  }
  await addEntry(db, next);
  for (const old of replaced) await dequeue(db, old, 'superseded', deps.now(), next.opId);
  await withdrawDelete(deps, entries);
  await tieToFiles(deps, next.opId);
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
  for (const later of [...behind, entry]) amended = amended && (bind({ ...create, ...amended })?.amendedBy(later) ?? null);
  if (!amended) return null;
  if (!isOpen(create)) {
    const replaced = await replaceEntry(deps, create, { body: amended.body, base: amended.base }, []);
    if (replaced.kind !== 'enqueued') return null;
    for (const old of behind) await dequeue(deps.db, old, 'superseded', deps.now(), replaced.opId);
    return replaced.opId;
  }
  await putEntry(deps.db, { ...create, body: amended.body, base: amended.base });
  for (const old of behind) await dequeue(deps.db, old, 'superseded', deps.now(), create.opId);
  await tieToFiles(deps, create.opId);
  return create.opId;
}

/**
 * Discards a delete that was rejected because its record could not be created, when that record changes again: a retry of the create
 * would also retry the delete, and lose the change.
 */
async function withdrawDelete({ db, now }: OutboxDeps, entries: readonly OutboxEntry[]): Promise<void> {
  for (const entry of entries)
    if (bind(entry)?.deletes && isBehindRejected(entry) && isIdle(entry)) await dequeue(db, entry, 'discarded', now());
}

/**
 * Adds a delete behind all pending entries of its record. They stay in case the server refuses it, and go once it is done. A record that
 * the server can't have is dropped at once.
 */
async function appendDelete(deps: OutboxDeps, entry: Omit<OutboxEntry, 'seq'>): Promise<OutboxResult> {
  const { db } = deps;
  const entries = await readEntriesOf(db, entry.userId, entry.target);
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

/**
 * Inside a transaction: replaces `old` by an entry with another body. Merges it into the open entry behind `old`, else adds it at the end; one
 * that creates a block keeps its place. `maybeApplied`: those changes of `old` that the server may hold and no person has seen. Returns the
 * opId of the entry that carries the change on.
 */
export async function replaceEntry(
  deps: OutboxDeps,
  old: OutboxEntry,
  patch: Patch<Json>,
  maybeApplied: OutboxEntry['maybeApplied'],
): Promise<OutboxResult> {
  const { db } = deps;
  const replaced = { ...old, ...patch, maybeOurs: maybeOursAfter(old), maybeApplied, mayHaveBeenApplied: false };
  // An entry of another mutation behind it writes the same field, and must still be sent after it.
  const isOverwritten = overwrittenBehind(await readEntriesOf(db, old.userId, old.target), replaced).length > 0;
  const [behind] = isOverwritten ? [] : await openBehind(db, old);
  const carrier = behind ? mergeEntries(replaced, behind) : null;
  const next = carrier ?? freshEntry(deps, replaced);
  const bound = bind(old);
  // One that has not seen what was joined into it is newer, and can't take it over.
  const isUnseenBehind = behind !== undefined && patchedFields(replaced).some((field) => isUnseen(replaced, behind, field));
  // The entries of the same block behind it need the block first.
  const isCreate = bound !== null && bound.localId !== null && !bound.carriesFile;
  const keepsPlace = !carrier && (isCreate || isOverwritten || isUnseenBehind);
  if (carrier) await putEntry(db, carrier);
  else if (!keepsPlace) await addEntry(db, next);
  await dequeue(db, old, 'superseded', deps.now(), next.opId);
  if (!bound?.deletes) await withdrawDelete(deps, await readEntriesOf(db, old.userId, old.target));
  if (keepsPlace) await putEntry(db, { ...next, seq: old.seq });
  await tieToFiles(deps, next.opId);
  await retie(deps, next);
  return { kind: 'enqueued', opId: next.opId };
}

/**
 * Inside a transaction: adds a part of `old` at the end; `old` stays. Where an open entry behind `old` has newer values of a field of the
 * part, merges the part into it: the older value must not be sent after the newer. Returns the opId of the entry that carries the part.
 */
export async function addPart(deps: OutboxDeps, old: OutboxEntry, part: Omit<OutboxEntry, 'seq'>): Promise<string> {
  const { db } = deps;
  const fields = new Set(patchedFields(part));
  const behind = (await openBehind(db, old)).find((entry) => patchedFields(entry).some((field) => fields.has(field)));
  const carrier = behind ? mergeEntries(part, behind) : null;
  await (carrier ? putEntry(db, carrier) : addEntry(db, part));
  return (carrier ?? part).opId;
}

/** Inside a transaction: enqueues the fields of a conflict that a person has decided; the others stay in conflict. */
export async function resolvePartly(
  deps: OutboxDeps,
  entry: OutboxEntry,
  choices: Readonly<Record<string, 'mine' | 'theirs'>>,
): Promise<OutboxResult | null> {
  const split = splitDecided(entry, choices);
  if (!split) return null;
  await putEntry(deps.db, split.undecided);
  if (!split.decided) return { kind: 'enqueued', opId: entry.opId };
  const decided = { ...entry, ...split.decided };
  // An entry of another mutation behind it, such as an act, has newer values of these fields.
  const overwritten = overwrittenBehind(await readEntriesOf(deps.db, entry.userId, entry.target), decided);
  const left = overwritten.length === 0 ? split.decided : withoutFields(decided, overwritten);
  if (!left) return { kind: 'enqueued', opId: entry.opId };
  const part = freshEntry(deps, { ...entry, ...left, maybeOurs: maybeOursAfter(entry), maybeApplied: [] });
  return { kind: 'enqueued', opId: await addPart(deps, entry, part) };
}

/** The base of a save, updated from the cache: values of our own confirmed saves, or all cached values where the mutation rebases. */
function latestBase({ data, ours }: CacheRow, bound: BoundMutation, base: Patch<Json>['base']): Patch<Json>['base'] {
  const stored = data === null ? null : bound.stored(data);
  if (!bound.rebaseOnEnqueue) return rebaseOnConfirmed(ours ?? {}, stored, base);
  if (stored === null) return base;
  return Object.fromEntries(Object.entries(base).map(([key, value]) => [key, stored[key] === undefined ? value : stored[key]]));
}
