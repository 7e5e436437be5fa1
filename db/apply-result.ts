import { isRecordKey } from '#contract/cache-keys.ts';
import type { Json } from '#contract/json.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import type { DeliveryResult, PreflightRead } from '#contract/delivery-result.ts';
import { baseBehindConfirmed } from './base.ts';
import { putOver, putResource } from './cache.ts';
import { type BoundMutation, bind } from '#contract/resources/bind.ts';
import { applyCreated } from './apply-created.ts';
import { splitConflict } from './conflict-fields.ts';
import { dropEntry } from './drop-entry.ts';
import { inConflict, indeterminate, maybeApplied, notApplied, placed, readAgain, rebased, refused } from './entry-transitions.ts';
import { putRejected } from './file-ties.ts';
import { addPart } from './replace-entry.ts';
import { mergePast, overwrittenBehind } from './carry-over.ts';
import { isSettledBehind, joinConflict } from './join-conflict.ts';
import { foldBehind } from './fold-into-conflict.ts';
import { deletedParent, dropPart, dropParts } from './parts.ts';
import { type OutboxDeps, dequeue, putEntry } from './outbox-writes.ts';
import { withConfirmedWrites } from './confirmed-writes.ts';
import { openBehind, readEntriesOf } from './outbox-entries.ts';
import type { CacheRow } from './stores.ts';

type Applied = Extract<DeliveryResult, { kind: 'applied' }>;

/**
 * Writes a delivery result to the store. Runs inside the drainer's transaction, after the check of its epoch. Calls `onDone` where the entry
 * is confirmed and leaves the outbox. That is no result: Dexie loses a transaction that goes through too many promises which are not its own.
 */
export async function applyResult(deps: OutboxDeps, sent: OutboxEntry, result: DeliveryResult, onDone: () => void): Promise<void> {
  const { db } = deps;
  const entry = 'isPartial' in result && result.isPartial ? maybeApplied(sent) : sent;
  // Its user has deleted it with the record that it is a part of: nobody has to decide anything about it.
  if (result.kind !== 'applied' && (await deletedParent(db, entry))) return dropPart(deps, entry);
  switch (result.kind) {
    case 'applied':
      return applyApplied(deps, entry, result, onDone);
    case 'notApplied': {
      // A missing network and a wait that the server asked for are not the entry's fault.
      const isTrouble = !result.holdsOutbox && result.error.code !== 'offline';
      return putEntry(db, notApplied(entry, result.error, result.at, isTrouble));
    }
    case 'indeterminate':
      return putEntry(db, indeterminate(entry, result.error, result.at));
    case 'authRequired':
      return putEntry(db, notApplied(entry, result.error, null, false));
    case 'rejected':
      return applyRejected(deps, refused(entry, result.error));
    case 'notNeeded':
      await dropEntry(deps, entry);
      return;
    case 'conflict': {
      const bound = bind(entry);
      const { read } = result;
      if (bound && read && !isOvertaken(read, await cachedFor(deps, entry, bound)))
        await cacheRead(deps, entry, bound.cacheKey, read.data, read.etag);
      if ((await isSettledBehind(deps.db, entry, result.error.theirs ?? {})) && (await carryBehind(deps, entry))) return;
      const parts = splitConflict(deps, entry, result.error);
      // The rest would be sent after an entry of another mutation that has newer values of it.
      const isStuck =
        parts !== null && overwrittenBehind(await readEntriesOf(db, entry.userId, entry.target), placed(parts.rest, entry.seq)).length > 0;
      const split = isStuck ? null : parts;
      const disputed = inConflict(split?.disputed ?? entry, result.error);
      await putEntry(db, disputed);
      const left = await foldBehind(deps, disputed);
      const isWhole = left !== null && (await joinConflict(deps, left, split?.rest ?? null));
      if (split && !isWhole) await addPart(deps, entry, split.rest);
      return;
    }
  }
}

async function applyApplied(deps: OutboxDeps, entry: OutboxEntry, { answer, ifMatch, read }: Applied, onDone: () => void): Promise<void> {
  const bound = bind(entry);
  if (bound && bound.localId !== null) {
    // Found in a list that is older than the cache: the cached list would lack the record.
    const overtaken = answer === null && !bound.isCachedApart && isOvertaken(read, await cachedFor(deps, entry, bound));
    // The same where the record that was found belongs to another entry. It is read again.
    if (overtaken || (!(await applyCreated(deps, entry, bound.localId, answer, read)) && answer === null))
      return putEntry(deps.db, readAgain(entry));
  }
  if (bound && !bound.isCachedApart) {
    const [others, cached] = await Promise.all([behind(deps, entry), cachedFor(deps, entry, bound)]);
    const confirmed = await applyAnswer(deps, entry, bound, cached, { answer, ifMatch, read });
    for (const other of others) await putEntry(deps.db, rebased(other, baseBehindConfirmed(entry, other, confirmed)));
  }
  onDone();
  await dequeue(deps.db, entry, 'done', deps.now());
  if (bound?.deletes) {
    await dropRest(deps, entry);
    await dropParts(deps, entry);
  }
}

/**
 * Dequeues the other entries of a record that is deleted now. An edit behind the delete was made while the delete was rejected. It causes
 * no conflict with the user's own delete, and counts as discarded.
 */
async function dropRest({ db, now }: OutboxDeps, deleted: OutboxEntry): Promise<void> {
  for (const other of await readEntriesOf(db, deleted.userId, deleted.target)) {
    if (other.status === 'sending') continue;
    const isBefore = other.seq < deleted.seq;
    // A caller that awaits another delete gets "saved". An edit has had no effect, so its caller must not.
    const deletes = bind(other)?.deletes === true;
    await dequeue(db, other, isBefore || deletes ? 'superseded' : 'discarded', now(), deletes ? deleted.opId : null);
  }
}

type Fields = Readonly<Record<string, Json>>;

/**
 * Applies a confirmed entry to the cache. A part of a record is never cached as if it were the whole. Returns the server's values of the
 * fields that the entry changes.
 */
async function applyAnswer(
  deps: OutboxDeps,
  entry: OutboxEntry,
  bound: BoundMutation,
  cached: CacheRow | undefined,
  { answer, ifMatch, read }: Omit<Applied, 'kind'>,
): Promise<Fields> {
  const overtaken = isOvertaken(read, cached);
  const before = (overtaken ? null : read) ?? (cached && cached.data !== null ? cached : null);
  if (!before) {
    // The record is not cached. The new revision keeps a read that began before this from being cached.
    const ours = withConfirmedWrites(cached?.ours ?? {}, entry, bound.values);
    await putOver(deps.db, deps.now(), { ...cacheRowOf(entry, bound.cacheKey, null, null), ours, ...deletedMark(bound) }, cached);
    return bound.values;
  }
  // Where the read has our values already, it is cached as it is, under its tag.
  const isAsRead = answer === null && before === read && !bound.deletes;
  // Sent on top of the cached state, and not the repeated answer to an earlier attempt with the same key.
  const isNewest = !entry.mayHaveBeenApplied && (before === read || (ifMatch !== null && before.etag === ifMatch));
  const data = isAsRead ? before.data : bound.applyToCache(before.data, answer, isNewest);
  const stored = bound.stored(data);
  const confirmed = Object.fromEntries(Object.keys(bound.values).map((key) => [key, stored[key] ?? null]));
  const ours = withConfirmedWrites(cached?.ours ?? {}, entry, confirmed);
  // The answer's tag describes the cached data only where the save was sent under the tag of the data before it.
  const known = overtaken ? null : before.etag;
  const etag = answer === null ? known : bound.isTagged && ifMatch !== null && before.etag === ifMatch ? answer.etag : null;
  await putOver(deps.db, deps.now(), { ...cacheRowOf(entry, bound.cacheKey, data, etag), ours, ...deletedMark(bound) }, cached);
  return confirmed;
}

/** A deleted block leaves the list of its website, whose row stays. */
function deletedMark({ deletes, cacheKey }: BoundMutation): Pick<CacheRow, 'isDeleted'> {
  return deletes && isRecordKey(cacheKey) ? { isDeleted: true } : {};
}

/** Whether the cache was written since the read: the read may lack a block that another delivery has created. */
function isOvertaken(read: PreflightRead | null, cached: CacheRow | undefined): boolean {
  return read !== null && cached !== undefined && cached.revision !== read.expectedRevision;
}

const cachedFor = ({ db }: OutboxDeps, entry: OutboxEntry, { cacheKey }: BoundMutation): Promise<CacheRow | undefined> =>
  db.resources.get([entry.userId, cacheKey]);

const cacheRowOf = ({ userId, websiteId }: OutboxEntry, key: string, data: Json, etag: string | null) =>
  ({ userId, key, websiteId, data, pagination: null, etag }) as const;

async function cacheRead(deps: OutboxDeps, entry: OutboxEntry, key: string, data: Json, etag: string | null): Promise<void> {
  await putResource(deps.db, deps.now(), cacheRowOf(entry, key, data, etag));
}

async function applyRejected(deps: OutboxDeps, entry: OutboxEntry): Promise<void> {
  // A record that was not created and is to be deleted needs neither entry.
  if (bind(entry)?.localId && !entry.mayHaveBeenApplied && (await behind(deps, entry)).some((other) => bind(other)?.deletes)) {
    await dropEntry(deps, entry);
    return;
  }
  if (!(await carryBehind(deps, entry))) await putRejected(deps, entry);
}

/**
 * Merges a save into the open one behind it, as a later save does, so that none of its values are lost or sent too late. False where there is
 * none, or none that it can be merged into.
 */
async function carryBehind(deps: OutboxDeps, entry: OutboxEntry): Promise<boolean> {
  const entries = await readEntriesOf(deps.db, entry.userId, entry.target);
  const [successor] = await openBehind(deps.db, entry);
  const merged = successor ? mergePast(entries, entry, successor) : null;
  if (!merged) return false;
  await putEntry(deps.db, merged);
  await dequeue(deps.db, entry, 'superseded', deps.now(), merged);
  return true;
}

async function behind(deps: OutboxDeps, entry: OutboxEntry): Promise<readonly OutboxEntry[]> {
  return (await readEntriesOf(deps.db, entry.userId, entry.target)).filter((other) => other.seq > entry.seq);
}
