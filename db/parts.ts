import { isStopped, type OutboxEntry } from '#contract/outbox-entry.ts';
import { bind, partsOf } from '#contract/resources/bind.ts';
import type { Parent } from '#contract/resources/mutation.ts';
import { patched } from './entry-transitions.ts';
import { recordKey } from './index-fields.ts';
import { readEntriesOf, readEntriesOfKind } from './outbox-entries.ts';
import { dequeue, type OutboxDeps } from './outbox-writes.ts';
import { patchWithServerIds } from './patch-with-server-ids.ts';
import type { ClientDatabase } from './stores.ts';

type PartEntry = Pick<OutboxEntry, 'userId' | 'websiteId' | 'accountId' | 'resource' | 'mutation' | 'body' | 'base'>;

/*
 * Records that are parts of another one, such as the actions of a form, are deleted with it. All of this runs inside a transaction.
 */

/** Whether a delete of the record that this entry's is a part of is pending. */
export async function isParentDeleting(db: ClientDatabase, entry: PartEntry): Promise<boolean> {
  const parent = await parentOf(db, entry);
  return parent !== null && (await readEntriesOf(db, entry.userId, parent)).some((other) => bind(other)?.deletes && !isStopped(other));
}

/** The record that this entry's is a part of, where this device has deleted it; else null. */
export async function deletedParent(db: ClientDatabase, entry: PartEntry): Promise<Parent | null> {
  const parent = await parentOf(db, entry);
  return parent !== null && (await db.resources.get([entry.userId, parent.cacheKey]))?.isDeleted === true ? parent : null;
}

/** Dequeues the changes of the parts of a record that is deleted now. One that is being sent goes with its result. */
export async function dropParts(deps: OutboxDeps, deleted: OutboxEntry): Promise<void> {
  const { db, now } = deps;
  for (const name of partsOf(deleted.target.entity)) {
    const isDeleted = (parent: Parent | null) => parent !== null && recordKey(parent) === recordKey(deleted.target);
    const entries = await readEntriesOfKind(db, deleted.userId, { ...deleted.target, entity: name });
    const doomed = new Set<string>();
    // An edit of a part that is not created yet does not say what it is a part of: its create does.
    for (const entry of entries) if (isDeleted(await parentOf(db, entry))) doomed.add(recordKey(entry.target));
    const gone = entries.filter(({ target, status }) => doomed.has(recordKey(target)) && status !== 'sending');
    for (const entry of gone) await dequeue(db, entry, 'superseded', now());
  }
}

/** Dequeues a change of a part whose record was deleted, with those behind it. */
export async function dropPart({ db, now }: OutboxDeps, entry: OutboxEntry): Promise<void> {
  for (const other of await readEntriesOf(db, entry.userId, entry.target)) await dequeue(db, other, 'superseded', now());
}

/** By the server's id where that is known; null: the entry's record is a part of none, or of one that is not known here. */
async function parentOf(db: ClientDatabase, entry: PartEntry): Promise<Parent | null> {
  if (!bind(entry)?.parent) return null;
  const patch = await patchWithServerIds(db, entry);
  const bound = patch && bind(patched(entry, patch));
  if (!bound?.parent) return null;
  return bound.parent((await db.resources.get([entry.userId, bound.cacheKey]))?.data ?? null);
}
