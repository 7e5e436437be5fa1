import type { OutboxEntry } from '#contract/outbox-entry.ts';
import type { Json } from '#contract/json.ts';
import type { Patch } from '#contract/resources/mutation.ts';
import { bind } from '#contract/resources/bind.ts';
import { addPart } from './replace-entry.ts';
import { overwrittenBehind } from './carry-over.ts';
import { patchedFields, withoutFields } from './conflict-fields.ts';
import { type NewEntry, patched, placed, stillAsked } from './entry-transitions.ts';
import { tieToFiles } from './file-ties.ts';
import { maybeOursAfter, mergeEntries, splitOff } from './merge-entries.ts';
import { dequeue, type OutboxDeps, putEntry } from './outbox-writes.ts';
import { openBehind, readEntriesOf } from './outbox-entries.ts';
import type { ClientDatabase } from './stores.ts';

/**
 * Inside a transaction: takes the fields out of a conflict whose value has parts, and of which the two sides changed different ones. Both
 * changes are sent together, under a new key. The other fields stay in conflict. `beside`: the fields of the same save that are not in conflict.
 * Returns whether they are sent with it: a save is saved once all of it is.
 */
export async function joinConflict(deps: OutboxDeps, inConflict: OutboxEntry, beside: NewEntry | null): Promise<boolean> {
  const { db } = deps;
  const { lastError } = inConflict;
  const theirs = lastError?.theirs;
  const both = theirs ? joinedOf(inConflict, theirs) : null;
  if (!lastError || !theirs || !both) return false;
  // An entry of another mutation behind it, such as an act, has newer values of these fields.
  const behind = await readEntriesOf(db, inConflict.userId, inConflict.target);
  if (overwrittenBehind(behind, patched(inConflict, both)).length > 0) return false;
  const fields = Object.keys(both.base);
  const values = bind(inConflict)?.values ?? {};
  const joined = Object.fromEntries(fields.map((field) => [field, inConflict.joined?.[field] ?? values[field] ?? null]));
  const part = splitOff(deps, inConflict, both, [], joined);
  const rest = withoutFields(inConflict, fields);
  if (rest) {
    // One behind it that has not seen what it was joined with is newer, and the part would be sent after that.
    const newer = (await openBehind(db, inConflict)).flatMap(patchedFields);
    if (fields.some((field) => newer.includes(field))) return false;
    const left = Object.fromEntries(Object.entries(theirs).filter(([field]) => !fields.includes(field)));
    await putEntry(db, stillAsked(inConflict, rest, lastError, left));
    await addPart(deps, inConflict, part);
    return false;
  }
  const whole = beside === null ? null : mergeEntries(withoutJoined(beside, fields), part);
  await dequeue(db, inConflict, 'superseded', deps.now(), whole ?? part);
  // In its place: an open entry behind it may have newer values.
  await putEntry(db, placed(whole ?? part, inConflict.seq));
  await tieToFiles(deps, part.opId);
  return whole !== null;
}

/**
 * Whether newer values of the fields in conflict wait behind an entry, and can be joined with somebody else's, or equal them while the entry has
 * other fields too. The save with those values carries the entry on then, and meets the conflict itself: both are saved once all of it is.
 */
export async function isSettledBehind(db: ClientDatabase, entry: OutboxEntry, theirs: Readonly<Record<string, Json>>): Promise<boolean> {
  const behind = await openBehind(db, entry);
  if (!behind.flatMap(patchedFields).some((field) => field in theirs)) return false;
  const newest = behind.reduce((earlier, later) => mergeEntries(earlier, later) ?? earlier, entry);
  const bound = bind(newest);
  const hasOthers = patchedFields(entry).some((field) => !(field in theirs));
  const isChosen = Object.entries(theirs).every(([field, value]) => bound?.isSame(field, bound.values[field] ?? null, value));
  return (hasOthers && isChosen) || joinedOf(newest, theirs) !== null;
}

/** What was joined into fields that are joined again is part of their values now. */
function withoutJoined({ joined = {}, ...beside }: NewEntry, fields: readonly string[]): NewEntry {
  const left = Object.entries(joined).filter(([field]) => !fields.includes(field));
  return left.length === 0 ? beside : { ...beside, joined: Object.fromEntries(left) };
}

/**
 * Not where an attempt of ours may have reached the server and its value lacks a part of it: somebody may have taken that part back, and it
 * must not come back by itself.
 */
function joinedOf(inConflict: OutboxEntry, theirs: Readonly<Record<string, Json>>): Patch<Json> | null {
  const both = bind(inConflict)?.joined(theirs) ?? null;
  if (!both) return null;
  const merged = patched(inConflict, both);
  const sent = maybeOursAfter(inConflict);
  const bound = bind(merged);
  const unclear = patchedFields(merged).filter(
    (field) => (sent[field]?.length ?? 0) > 0 && !bound?.isSame(field, bound.values[field] ?? null, theirs[field] ?? null),
  );
  return unclear.length === 0 ? both : withoutFields(merged, unclear);
}
