import { type Json, toJson } from '#contract/json.ts';
import type { CommandName, QueueRow } from '#contract/queue.ts';
import { aliasesOf } from './aliases.ts';
import type { Touch } from './commands/command.ts';
import { type Bound, bind, type CommandBodies } from './commands/index.ts';
import { patchedFields, splitDecided } from './conflict-fields.ts';
import { isDataCurrent } from './data-epoch.ts';
import { dropRow } from './drop-row.ts';
import { appendUpload, isBehindRefused, retie, tieToFiles } from './file-ties.ts';
import { foldSave } from './fold-into-conflict.ts';
import { freshRow } from './fresh-row.ts';
import { leave } from './leave-row.ts';
import { maybeOursAfter, mergeInto } from './merge-rows.ts';
import { overOwnSaves } from './own-saves.ts';
import type { QueueDeps } from './queue-deps.ts';
import { type Appended, type QueueResult, type Refused, refused } from './queue-result.ts';
import { openBehind } from './open-behind.ts';
import { addRow, putRow } from './put-row.ts';
import { isIdle, isOpen, isReplaceable, readRecord, sameCommand } from './queue-rows.ts';
import type { CacheRow } from './stores.ts';

/** A save as a screen makes it. `base`: the touched fields as last read from the server, by field name. */
export interface NewCommand<Name extends CommandName = CommandName> {
  readonly userId: string;
  readonly accountId: string | null;
  readonly websiteId: string | null;
  readonly command: Name;
  readonly body: CommandBodies[Name];
  readonly base: Readonly<Record<string, Json>>;
  readonly dependsOn?: readonly string[];
  /** From `dataEpoch` when the person saved: refused where they have signed out since. */
  readonly epoch?: number;
  /** Of an upload: what is to be sent. `replaces`: the file, by its id on this device, whose place it takes in its field. */
  readonly file?: { readonly blob: Blob; readonly name: string; readonly replaces?: string | null };
}
export type AnyCommand = { readonly [Name in CommandName]: NewCommand<Name> }[CommandName];

/** Why this mutation must not be stored; null where it may be. */
export function unfit<Name extends CommandName>(save: NewCommand<Name>): Refused | null {
  const bound = bind({ ...save, body: toJson(save.body) });
  const code = bound === null ? 'invalid' : bound.refuses;
  return code ? refused(code) : null;
}

/** Inside the transaction of whatever it belongs to. */
export async function appendOne<Name extends CommandName>(deps: QueueDeps, save: NewCommand<Name>): Promise<Appended> {
  if (!(await isDataCurrent(deps.db, save.userId, save.epoch))) return refused('gone');
  const first = bind({ ...save, body: toJson(save.body) });
  const touch = first?.withAliases(await aliasesOf(deps.db, save.userId));
  const bound = touch ? bind({ ...save, ...touch }) : null;
  if (!touch || !bound) return refused('invalid');
  const cached = await deps.db.resources.get([save.userId, bound.cacheKey]);
  const base = cached ? baseOver(cached, bound, touch.base) : touch.base;
  const fileIds = bound.carriesFile && bound.localId !== null ? [bound.localId] : [];
  const dependsOn = [...(save.dependsOn ?? [])];
  const row = freshRow(deps, { ...save, body: touch.body, base, target: bound.target, dependsOn, fileIds });
  if (bound.deletes) return appendDelete(deps, row);
  if (bound.localId === null || !bound.carriesFile) return appendSave(deps, row);
  if (!save.file) return refused('invalid', 'an upload without its file');
  await appendUpload(deps, row, bound.localId, save.file);
  return { kind: 'kept', opId: row.opId };
}

/** Fields that wait for a choice take the newer values into that choice; only the others become an entry that goes ahead. */
async function appendSave(deps: QueueDeps, row: Omit<QueueRow, 'seq'>): Promise<Appended> {
  const { takenBy, undisputed, decided } = await foldSave(deps, row);
  const appended = undisputed && (await appendUndisputed(deps, undisputed));
  // Whoever asks what became of the save hears of the choice that is still to be made.
  const opId = takenBy?.opId ?? appended ?? row.opId;
  for (const old of decided) await leave(deps.db, old, 'superseded', deps.now(), appended ?? opId);
  return { kind: 'kept', opId, ...(takenBy?.status === 'conflict' ? { behind: takenBy } : {}) };
}

/** Answers the opId that carries it. */
async function appendUndisputed(deps: QueueDeps, row: Omit<QueueRow, 'seq'>): Promise<string> {
  const { db } = deps;
  const rows = await readRecord(db, row.userId, row.target);
  const tail = rows.at(-1);
  const first = rows.find((other) => isReplaceable(other) && sameCommand(other, row));
  // The open ones behind it come along: alone, what it carries would be sent after their newer values of the same fields.
  const isCarried = (other: QueueRow) => isReplaceable(other) || (first !== undefined && other.seq > first.seq && isOpen(other));
  const replaced = rows.filter((other) => sameCommand(other, row) && isCarried(other));
  const joined = tail && isOpen(tail) && replaced.length === 0 ? mergeInto(tail, row) : null;
  if (tail && joined) {
    await putRow(db, { ...joined, seq: tail.seq, opId: tail.opId, createdAt: tail.createdAt });
    await tieToFiles(deps, tail.opId);
    return tail.opId;
  }
  let next = row;
  for (const old of replaced.toReversed()) next = mergeInto(old, next) ?? next;
  await addRow(db, next);
  for (const old of replaced) await leave(db, old, 'superseded', deps.now(), next.opId);
  await takeBackDelete(deps, next);
  await tieToFiles(deps, next.opId);
  return next.opId;
}

/**
 * A delete that stands still because its thing could not be made is taken back by a later change of that thing: Retry of what makes it
 * would bring the delete along, and that would drop the change.
 */
async function takeBackDelete({ db, now }: QueueDeps, by: Pick<QueueRow, 'userId' | 'target' | 'opId'>): Promise<void> {
  for (const row of await readRecord(db, by.userId, by.target))
    if (bind(row)?.deletes && isBehindRefused(row) && isIdle(row)) await leave(db, row, 'discarded', now());
}

/**
 * A delete goes behind all that waits for its thing, which stays in case it is refused, and drops it when it is done. A
 * thing that was never sent to the server leaves nothing to send at all.
 */
async function appendDelete(deps: QueueDeps, row: Omit<QueueRow, 'seq'>): Promise<QueueResult> {
  const { db } = deps;
  const rows = await readRecord(db, row.userId, row.target);
  const unmade = rows.find((other) => (bind(other)?.localId ?? null) !== null && isIdle(other));
  if (unmade) {
    await dropRow(deps, unmade);
    return { kind: 'kept', opId: unmade.opId };
  }
  await addRow(db, row);
  for (const old of rows) if (isIdle(old) && bind(old)?.deletes) await leave(db, old, 'superseded', deps.now(), row.opId);
  await tieToFiles(deps, row.opId);
  return { kind: 'kept', opId: row.opId };
}

/**
 * Inside a transaction: puts a body in the place of `old`: into the open row behind it, else as a new row, at the end unless it makes a
 * block. `maybeApplied`: of what `old` carries, the changes of which nobody has seen whether they were applied. Answers the opId that
 * carries it on.
 */
export async function replaceRow(
  deps: QueueDeps,
  old: QueueRow,
  touch: Touch<Json>,
  maybeApplied: QueueRow['maybeApplied'],
): Promise<QueueResult> {
  const { db } = deps;
  const [behind] = await openBehind(db, old);
  const replaced = { ...old, ...touch, maybeOurs: maybeOursAfter(old), maybeApplied, mayHaveBeenApplied: false };
  const carrier = behind ? mergeInto(replaced, behind) : null;
  const next = carrier ?? freshRow(deps, replaced);
  const bound = bind(old);
  // A block is made before what waits for it, which stands behind it in the same record: it keeps its place.
  const keepsPlace = !carrier && bound !== null && bound.localId !== null && !bound.carriesFile;
  if (carrier) await putRow(db, carrier);
  else if (!keepsPlace) await addRow(db, next);
  await leave(db, old, 'superseded', deps.now(), next.opId);
  if (!bound?.deletes) await takeBackDelete(deps, next);
  if (keepsPlace) await putRow(db, { ...next, seq: old.seq });
  await tieToFiles(deps, next.opId);
  await retie(deps, next);
  return { kind: 'kept', opId: next.opId };
}

/**
 * Inside a transaction: adds a part of `old`, which itself stays, at the end; into an open entry behind `old` that has newer values of a
 * field of it, where there is one: the older value must not come after those. Answers the opId that carries it on.
 */
export async function addPart(deps: QueueDeps, old: QueueRow, part: Omit<QueueRow, 'seq'>): Promise<string> {
  const { db } = deps;
  const fields = new Set(patchedFields(part));
  const behind = (await openBehind(db, old)).find((row) => patchedFields(row).some((field) => fields.has(field)));
  const carrier = behind ? mergeInto(part, behind) : null;
  await (carrier ? putRow(db, carrier) : addRow(db, part));
  return (carrier ?? part).opId;
}

/** Inside a transaction: sends on what a person has decided of a change in conflict; the fields that they left open stay in conflict. */
export async function resolvePartly(
  deps: QueueDeps,
  row: QueueRow,
  choices: Readonly<Record<string, 'mine' | 'theirs'>>,
): Promise<QueueResult | null> {
  const split = splitDecided(row, choices);
  if (!split) return null;
  await putRow(deps.db, split.undecided);
  if (!split.decided) return { kind: 'kept', opId: row.opId };
  const part = freshRow(deps, { ...row, ...split.decided, maybeOurs: maybeOursAfter(row), maybeApplied: [] });
  return { kind: 'kept', opId: await addPart(deps, row, part) };
}

/** What a save starts from, by the newest that is known of the server. */
function baseOver({ data, ours }: CacheRow, bound: Bound, base: Touch<Json>['base']): Touch<Json>['base'] {
  const stored = bound.stored(data);
  if (!bound.beginsNow) return overOwnSaves(ours ?? {}, stored, base);
  return Object.fromEntries(Object.entries(base).map(([key, value]) => [key, stored[key] === undefined ? value : stored[key]]));
}
