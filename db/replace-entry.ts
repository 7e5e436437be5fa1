import type { Json } from '#contract/json.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { bind } from '#contract/resources/bind.ts';
import type { Patch } from '#contract/resources/mutation.ts';
import { overwrittenBehind } from './carry-over.ts';
import { patchedFields, splitDecided, withoutFields } from './conflict-fields.ts';
import { isBehindRejected, retie, tieToFiles } from './file-ties.ts';
import { isUnseen } from './base.ts';
import { freshEntry, patched, placed, withoutDecided } from './entry-transitions.ts';
import { mergeEntries, replacedBy } from './merge-entries.ts';
import { addEntry, dequeue, type OutboxDeps, type OutboxResult, putEntry } from './outbox-writes.ts';
import { isIdle, openBehind, readEntriesOf } from './outbox-entries.ts';

/**
 * Discards a delete that was rejected because its record could not be created, when that record changes again: a retry of the create
 * would also retry the delete, and lose the change.
 */
export async function withdrawDelete({ db, now }: OutboxDeps, entries: readonly OutboxEntry[]): Promise<void> {
  for (const entry of entries)
    if (bind(entry)?.deletes && isBehindRejected(entry) && isIdle(entry)) await dequeue(db, entry, 'discarded', now());
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
  const replaced = replacedBy(old, patch, maybeApplied);
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
  await dequeue(db, old, 'superseded', deps.now(), next);
  if (!bound?.deletes) await withdrawDelete(deps, await readEntriesOf(db, old.userId, old.target));
  if (keepsPlace) await putEntry(db, placed(next, old.seq));
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

/** Inside a transaction: removes fields that a person has decided from `maybeApplied` of the record's entries. */
export async function forgetDecided({ db }: OutboxDeps, { userId, target }: OutboxEntry, decided: readonly string[]): Promise<void> {
  for (const entry of await readEntriesOf(db, userId, target))
    if (entry.maybeApplied.length > 0) await putEntry(db, withoutDecided(entry, decided));
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
  const decided = patched(entry, split.decided);
  // An entry of another mutation behind it, such as an act, has newer values of these fields.
  const overwritten = overwrittenBehind(await readEntriesOf(deps.db, entry.userId, entry.target), decided);
  const left = overwritten.length === 0 ? split.decided : withoutFields(decided, overwritten);
  if (!left) return { kind: 'enqueued', opId: entry.opId };
  const part = freshEntry(deps, replacedBy(entry, left, []));
  return { kind: 'enqueued', opId: await addPart(deps, entry, part) };
}
