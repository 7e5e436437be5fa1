import { type Json, toJson } from '#contract/json.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { idMapOf } from './outbox-entries.ts';
import type { Patch } from '#contract/resources/mutation.ts';
import { type BoundMutation, bind, type MutationBodies } from '#contract/resources/bind.ts';
import type { RecordBodies } from '#contract/resources/record-bodies.ts';
import { patchedFields, splitDecided } from './conflict-fields.ts';
import { isDataCurrent } from './fence.ts';
import { dropEntry } from './drop-entry.ts';
import { appendUpload, isBehindRefused, retie, tieToFiles } from './file-ties.ts';
import { foldSave } from './fold-into-conflict.ts';
import { freshEntry } from './outbox-writes.ts';
import { dequeue } from './outbox-writes.ts';
import { maybeOursAfter, mergeEntries } from './merge-entries.ts';
import { overOwnSaves } from './own-saves.ts';
import type { QueueDeps } from './outbox-writes.ts';
import { type Appended, type QueueResult, type OutboxRefused, refused } from './outbox-writes.ts';
import { openBehind } from './outbox-entries.ts';
import { addEntry, putEntry } from './outbox-writes.ts';
import { isIdle, isOpen, isReplaceable, readRecord, sameMutation } from './outbox-entries.ts';
import type { CacheRow } from './stores.ts';

/** What a mutation is stored with, whatever it is. `base`: the fields that it changes as last read from the server, by field name. */
interface MutationParts {
  readonly userId: string;
  readonly accountId: string | null;
  readonly websiteId: string | null;
  readonly base: Readonly<Record<string, Json>>;
  readonly dependsOn?: readonly string[];
  /** From `dataEpoch` when the person saved: refused where they have signed out since. */
  readonly epoch?: number;
  /** Of an upload: what is to be sent. `replaces`: the file, by its local id, whose place it takes in its field. */
  readonly file?: { readonly blob: Blob; readonly name: string; readonly replaces?: string | null };
}

type Named<Name extends string, Body> = Name extends `${infer Resource}.${infer Kind}`
  ? MutationParts & { readonly resource: Resource; readonly mutation: Kind; readonly body: Body }
  : never;

/** A mutation as a screen makes it, by `resource.mutation`. */
export type NewMutation<Name extends keyof MutationBodies = keyof MutationBodies> = {
  readonly [Each in Name]: Named<Each, MutationBodies[Each]>;
}[Name];

/** The same of a resource that is one definition. */
export type NewRecordMutation = {
  readonly [Kind in keyof RecordBodies]: Named<`${string}.${Kind}`, RecordBodies[Kind]>;
}[keyof RecordBodies];

export type AnyMutation = NewMutation | NewRecordMutation;

/** Why this mutation must not be stored; null where it may be. */
export function unfit(save: AnyMutation): OutboxRefused | null {
  const bound = bind({ ...save, body: toJson(save.body) });
  const code = bound === null ? 'invalid' : bound.refuses;
  return code ? refused(code) : null;
}

/** Inside the transaction of whatever it belongs to. */
export async function appendOne(deps: QueueDeps, save: AnyMutation): Promise<Appended> {
  if (!(await isDataCurrent(deps.db, save.userId, save.epoch))) return refused('gone');
  const first = bind({ ...save, body: toJson(save.body) });
  const patch = first?.withServerIds(await idMapOf(deps.db, save.userId));
  const bound = patch ? bind({ ...save, ...patch }) : null;
  if (!patch || !bound) return refused('invalid');
  const cached = await deps.db.resources.get([save.userId, bound.cacheKey]);
  const base = cached ? baseOver(cached, bound, patch.base) : patch.base;
  const fileIds = bound.carriesFile && bound.localId !== null ? [bound.localId] : [];
  const dependsOn = [...(save.dependsOn ?? [])];
  const entry = freshEntry(deps, { ...save, body: patch.body, base, target: bound.target, dependsOn, fileIds });
  if (bound.deletes) return appendDelete(deps, entry);
  if (bound.localId === null || !bound.carriesFile) return appendSave(deps, entry);
  if (!save.file) return refused('invalid', 'an upload without its file');
  await appendUpload(deps, entry, bound.localId, save.file);
  return { kind: 'kept', opId: entry.opId };
}

/** Fields that wait for a choice take the newer values into that choice; only the others become an entry that goes ahead. */
async function appendSave(deps: QueueDeps, entry: Omit<OutboxEntry, 'seq'>): Promise<Appended> {
  const { takenBy, undisputed, decided } = await foldSave(deps, entry);
  const appended = undisputed && (await appendUndisputed(deps, undisputed));
  // A caller that awaits this save gets the conflict that a person still has to decide.
  const opId = takenBy?.opId ?? appended ?? entry.opId;
  for (const old of decided) await dequeue(deps.db, old, 'superseded', deps.now(), appended ?? opId);
  return { kind: 'kept', opId, ...(takenBy?.status === 'conflict' ? { behind: takenBy } : {}) };
}

/** Answers the opId that carries it. */
async function appendUndisputed(deps: QueueDeps, entry: Omit<OutboxEntry, 'seq'>): Promise<string> {
  const { db } = deps;
  const entries = await readRecord(db, entry.userId, entry.target);
  const amended = await amendCreate(deps, entry, entries);
  if (amended !== null) return amended;
  const tail = entries.at(-1);
  const first = entries.find((other) => isReplaceable(other) && sameMutation(other, entry));
  // The open ones behind it come along: alone, what it carries would be sent after their newer values of the same fields.
  const isCarried = (other: OutboxEntry) => isReplaceable(other) || (first !== undefined && other.seq > first.seq && isOpen(other));
  const replaced = entries.filter((other) => sameMutation(other, entry) && isCarried(other));
  const joined = tail && isOpen(tail) && replaced.length === 0 ? mergeEntries(tail, entry) : null;
  if (tail && joined) {
    await putEntry(db, { ...joined, seq: tail.seq, opId: tail.opId, createdAt: tail.createdAt });
    await tieToFiles(deps, tail.opId);
    return tail.opId;
  }
  let next = entry;
  for (const old of replaced.toReversed()) next = mergeEntries(old, next) ?? next;
  await addEntry(db, next);
  for (const old of replaced) await dequeue(db, old, 'superseded', deps.now(), next.opId);
  await takeBackDelete(deps, entries);
  await tieToFiles(deps, next.opId);
  return next.opId;
}

/**
 * An update of a record that the server can't have goes into the create, which was never sent, or was rejected: the record is then
 * created as it is wanted now, with what was saved while the rejected one was on its way. Answers the opId that carries it; null where
 * there is no such create, or something else stands behind it.
 */
async function amendCreate(deps: QueueDeps, entry: Omit<OutboxEntry, 'seq'>, entries: readonly OutboxEntry[]): Promise<string | null> {
  const [create, ...behind] = entries;
  if (!create || !isIdle(create) || !behind.every(isIdle)) return null;
  let amended: Patch<Json> | null = create;
  for (const later of [...behind, entry]) amended = amended && (bind({ ...create, ...amended })?.amendedBy(later) ?? null);
  if (!amended) return null;
  if (!isOpen(create)) {
    const replaced = await replaceEntry(deps, create, { body: amended.body, base: amended.base }, []);
    if (replaced.kind !== 'kept') return null;
    for (const old of behind) await dequeue(deps.db, old, 'superseded', deps.now(), replaced.opId);
    return replaced.opId;
  }
  await putEntry(deps.db, { ...create, body: amended.body, base: amended.base });
  for (const old of behind) await dequeue(deps.db, old, 'superseded', deps.now(), create.opId);
  await tieToFiles(deps, create.opId);
  return create.opId;
}

/**
 * Takes back a delete that was rejected because its record could not be created, when that record changes again: Retry of the create
 * would bring the delete along, and that would drop the change.
 */
async function takeBackDelete({ db, now }: QueueDeps, entries: readonly OutboxEntry[]): Promise<void> {
  for (const entry of entries)
    if (bind(entry)?.deletes && isBehindRefused(entry) && isIdle(entry)) await dequeue(db, entry, 'discarded', now());
}

/**
 * A delete waits behind all pending entries of its record. They stay in case it is refused, and go when it is done. A
 * record that was never sent to the server leaves nothing to send.
 */
async function appendDelete(deps: QueueDeps, entry: Omit<OutboxEntry, 'seq'>): Promise<QueueResult> {
  const { db } = deps;
  const entries = await readRecord(db, entry.userId, entry.target);
  const unmade = entries.find((other) => (bind(other)?.localId ?? null) !== null && isIdle(other));
  if (unmade) {
    await dropEntry(deps, unmade);
    return { kind: 'kept', opId: unmade.opId };
  }
  await addEntry(db, entry);
  for (const old of entries) if (isIdle(old) && bind(old)?.deletes) await dequeue(db, old, 'superseded', deps.now(), entry.opId);
  await tieToFiles(deps, entry.opId);
  return { kind: 'kept', opId: entry.opId };
}

/**
 * Inside a transaction: replaces `old` by a body: merges it into the open entry behind it, else adds an entry, at the end unless it creates a
 * block. `maybeApplied`: of what `old` carries, the changes of which nobody has seen whether they were applied. Answers the opId that
 * carries it on.
 */
export async function replaceEntry(
  deps: QueueDeps,
  old: OutboxEntry,
  patch: Patch<Json>,
  maybeApplied: OutboxEntry['maybeApplied'],
): Promise<QueueResult> {
  const { db } = deps;
  const [behind] = await openBehind(db, old);
  const replaced = { ...old, ...patch, maybeOurs: maybeOursAfter(old), maybeApplied, mayHaveBeenApplied: false };
  const carrier = behind ? mergeEntries(replaced, behind) : null;
  const next = carrier ?? freshEntry(deps, replaced);
  const bound = bind(old);
  // A block is made before what waits for it, which stands behind it in the same record: it keeps its place.
  const keepsPlace = !carrier && bound !== null && bound.localId !== null && !bound.carriesFile;
  if (carrier) await putEntry(db, carrier);
  else if (!keepsPlace) await addEntry(db, next);
  await dequeue(db, old, 'superseded', deps.now(), next.opId);
  if (!bound?.deletes) await takeBackDelete(deps, await readRecord(db, old.userId, old.target));
  if (keepsPlace) await putEntry(db, { ...next, seq: old.seq });
  await tieToFiles(deps, next.opId);
  await retie(deps, next);
  return { kind: 'kept', opId: next.opId };
}

/**
 * Inside a transaction: adds a part of `old`, which itself stays, at the end; into an open entry behind `old` that has newer values of a
 * field of it, where there is one: the older value must not come after those. Answers the opId that carries it on.
 */
export async function addPart(deps: QueueDeps, old: OutboxEntry, part: Omit<OutboxEntry, 'seq'>): Promise<string> {
  const { db } = deps;
  const fields = new Set(patchedFields(part));
  const behind = (await openBehind(db, old)).find((entry) => patchedFields(entry).some((field) => fields.has(field)));
  const carrier = behind ? mergeEntries(part, behind) : null;
  await (carrier ? putEntry(db, carrier) : addEntry(db, part));
  return (carrier ?? part).opId;
}

/** Inside a transaction: sends on what a person has decided of a change in conflict; the fields that they left open stay in conflict. */
export async function resolvePartly(
  deps: QueueDeps,
  entry: OutboxEntry,
  choices: Readonly<Record<string, 'mine' | 'theirs'>>,
): Promise<QueueResult | null> {
  const split = splitDecided(entry, choices);
  if (!split) return null;
  await putEntry(deps.db, split.undecided);
  if (!split.decided) return { kind: 'kept', opId: entry.opId };
  const part = freshEntry(deps, { ...entry, ...split.decided, maybeOurs: maybeOursAfter(entry), maybeApplied: [] });
  return { kind: 'kept', opId: await addPart(deps, entry, part) };
}

/** What a save starts from, by the newest that is known of the server. */
function baseOver({ data, ours }: CacheRow, bound: BoundMutation, base: Patch<Json>['base']): Patch<Json>['base'] {
  const stored = data === null ? null : bound.stored(data);
  if (!bound.rebaseOnEnqueue) return overOwnSaves(ours ?? {}, stored, base);
  if (stored === null) return base;
  return Object.fromEntries(Object.entries(base).map(([key, value]) => [key, stored[key] === undefined ? value : stored[key]]));
}
