import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { bind } from '#contract/resources/bind.ts';
import { addPart } from './append.ts';
import { overwrittenBehind } from './carry-over.ts';
import { withoutFields } from './conflict-fields.ts';
import { tieToFiles } from './file-ties.ts';
import { maybeOursAfter } from './merge-entries.ts';
import { dequeue, freshEntry, type OutboxDeps, putEntry } from './outbox-writes.ts';
import { readEntriesOf } from './outbox-entries.ts';

/**
 * Inside a transaction: takes the fields out of a conflict whose value has parts, and of which the two sides changed different ones. Both
 * changes are sent together, under a new key. The other fields stay in conflict.
 */
export async function joinConflict(deps: OutboxDeps, inConflict: OutboxEntry): Promise<void> {
  const { db } = deps;
  const { lastError } = inConflict;
  const theirs = lastError?.theirs;
  const both = theirs ? (bind(inConflict)?.joined(theirs) ?? null) : null;
  if (!lastError || !theirs || !both) return;
  // An entry of another mutation behind it, such as an act, has newer values of these fields.
  const behind = await readEntriesOf(db, inConflict.userId, inConflict.target);
  if (overwrittenBehind(behind, { ...inConflict, ...both }).length > 0) return;
  const fields = Object.keys(both.base);
  const part: Omit<OutboxEntry, 'seq'> = {
    ...freshEntry(deps, { ...inConflict, ...both, maybeOurs: maybeOursAfter(inConflict), maybeApplied: [] }),
    joined: fields,
    createdAt: inConflict.createdAt,
  };
  const rest = withoutFields(inConflict, fields);
  if (rest) {
    const left = Object.fromEntries(Object.entries(theirs).filter(([field]) => !fields.includes(field)));
    await putEntry(db, { ...inConflict, ...rest, lastError: { ...lastError, theirs: left } });
    await addPart(deps, inConflict, part);
    return;
  }
  await dequeue(db, inConflict, 'superseded', deps.now(), part.opId);
  // In its place: an open entry behind it may have newer values.
  await putEntry(db, { ...part, seq: inConflict.seq });
  await tieToFiles(deps, part.opId);
}
