import type { Json } from '#contract/json.ts';
import type { Answered } from '#contract/api-result.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import type { DeliveryResult, PreflightRead } from '#contract/delivery-result.ts';
import { putOver, putResource } from './cache.ts';
import { type BoundMutation, bind } from '#contract/resources/bind.ts';
import type { Created } from '#contract/resources/mutation.ts';
import { idMapOf } from './outbox-entries.ts';
import { splitConflict } from './conflict-fields.ts';
import { dropEntry } from './drop-entry.ts';
import { putRejected } from './file-ties.ts';
import { addPart } from './append.ts';
import { foldBehind } from './fold-into-conflict.ts';
import { mergeEntries } from './merge-entries.ts';
import type { QueueDeps } from './outbox-writes.ts';
import { withoutSecretKeys } from './secrets.ts';
import { stillStanding, withOwnSave } from './own-saves.ts';
import { dequeue } from './outbox-writes.ts';
import { openBehind } from './outbox-entries.ts';
import { putEntry } from './outbox-writes.ts';
import { readRecord } from './outbox-entries.ts';
import type { CacheRow } from './stores.ts';

type Applied = Extract<DeliveryResult, { kind: 'applied' }>;

/** Writes what a delivery came to. Runs inside the drainer's transaction, after its fence. */
export async function applyResult(deps: QueueDeps, sent: OutboxEntry, result: DeliveryResult): Promise<void> {
  const { db } = deps;
  const row = 'isPartial' in result && result.isPartial ? { ...sent, mayHaveBeenApplied: true } : sent;
  const status = row.mayHaveBeenApplied ? 'indeterminate' : 'pending';
  switch (result.kind) {
    case 'applied':
      return applyApplied(deps, row, result);
    case 'notApplied': {
      // Neither a missing network nor a wait that the server asked for says anything of this entry.
      const isTrouble = !result.holdsQueue && result.error.code !== 'offline';
      const troubles = isTrouble ? row.troubles + 1 : row.troubles;
      return putEntry(db, { ...row, status, troubles, nextAttemptAt: result.at, lastError: result.error });
    }
    case 'indeterminate': {
      const { at: nextAttemptAt, error: lastError } = result;
      return putEntry(db, {
        ...row,
        status: 'indeterminate',
        mayHaveBeenApplied: true,
        troubles: row.troubles + 1,
        nextAttemptAt,
        lastError,
      });
    }
    case 'authRequired':
      return putEntry(db, { ...row, status, nextAttemptAt: null, lastError: result.error });
    case 'rejected':
      return applyRejected(deps, { ...row, status: 'rejected', troubles: 0, nextAttemptAt: null, lastError: result.error });
    case 'notNeeded':
      await dropEntry(deps, row);
      return;
    case 'conflict': {
      const bound = bind(row);
      const { read } = result;
      if (bound && read && !isOvertaken(read, await cachedFor(deps, row, bound)))
        await learn(deps, row, bound.cacheKey, read.data, read.etag);
      const split = splitConflict(deps, row, result.error);
      if (split) await addPart(deps, row, split.rest);
      const disputed = {
        ...(split?.disputed ?? row),
        status: 'conflict',
        troubles: 0,
        nextAttemptAt: null,
        lastError: result.error,
      } as const;
      await putEntry(db, disputed);
      await foldBehind(deps, disputed);
      return;
    }
  }
}

async function applyApplied(deps: QueueDeps, row: OutboxEntry, { answer, ifMatch, read }: Applied): Promise<void> {
  const bound = bind(row);
  if (bound && bound.localId !== null) {
    const again = { ...row, status: 'indeterminate', nextAttemptAt: null } as const;
    // Looked for, and found in a list that the cache is further than by now: what is cached would be left without it.
    const overtaken = answer === null && !bound.isCachedApart && isOvertaken(read, await cachedFor(deps, row, bound));
    // Or known by now as another file that was sent meanwhile. It is looked for again.
    if (overtaken || (!(await takeMade(deps, row, bound.localId, answer, read)) && answer === null)) return putEntry(deps.db, again);
  }
  if (bound && !bound.isCachedApart) {
    const [others, cached] = await Promise.all([behind(deps, row), cachedFor(deps, row, bound)]);
    const learned = await takeAnswer(deps, row, bound, cached, { answer, ifMatch, read });
    for (const other of others) await putEntry(deps.db, { ...other, base: rebased(other.base, learned) });
  }
  await dequeue(deps.db, row, 'done', deps.now());
  if (bound?.deletes) await dropRest(deps, row);
}

/**
 * What still waited for a thing that is deleted now. An edit behind the delete was made while that stood rejected, or in another tab:
 * nobody is asked about their own delete, and nobody is told that such an edit was saved.
 */
async function dropRest({ db, now }: QueueDeps, row: OutboxEntry): Promise<void> {
  for (const other of await readRecord(db, row.userId, row.target)) {
    if (other.status === 'sending') continue;
    const isBefore = other.seq < row.seq;
    // Whoever waits for an earlier delete hears that it is done. An edit has had no effect, so no form of it may say that it was saved.
    await dequeue(db, other, isBefore ? 'superseded' : 'discarded', now(), isBefore && bind(other)?.deletes ? row.opId : null);
  }
}

/** What was made has the server's id from now on; whatever names it gets that when it is sent. False where it can't be told. */
async function takeMade(
  deps: QueueDeps,
  row: OutboxEntry,
  localId: string,
  answer: Answered<Json> | null,
  read: Answered<Json> | null,
): Promise<boolean> {
  const touch = bind(row)?.withServerIds(await idMapOf(deps.db, row.userId));
  const made = bind({ ...row, ...touch })?.created({ since: row.createdAt, answer: answer?.data ?? null, read: read?.data ?? null });
  if (!made) return false;
  await deps.db.idMap.put({ localId, userId: row.userId, serverId: made.serverId, createdAt: deps.now() });
  if (made.cached) await cacheCreated(deps, row, made.values, made.cached);
  await retarget(deps, row, localId, made);
  return true;
}

/** What a list has brought meanwhile is newer than what the record was created with; which values are our own is known in any case. */
async function cacheCreated(
  deps: QueueDeps,
  row: OutboxEntry,
  values: Fields,
  { key, data }: NonNullable<Created['cached']>,
): Promise<void> {
  const known = await deps.db.resources.get([row.userId, key]);
  const ours = withOwnSave({}, {}, values);
  if (known) await deps.db.resources.put({ ...known, ours: withoutSecretKeys({ ...stillStanding(ours, known.data), ...known.ours }) });
  else await putOver(deps.db, deps.now(), { ...learnedOf(row, key, data, null), ours }, undefined);
}

/**
 * Later mutations of the record know it by the server's id: those that wait keep their order with them. Nobody else can have changed it
 * before it was created, so that is what they began from, whatever their forms showed.
 */
async function retarget(deps: QueueDeps, sent: OutboxEntry, localId: string, { serverId, values }: Created): Promise<void> {
  for (const row of await readRecord(deps.db, sent.userId, { ...sent.target, id: localId }))
    if (row.seq !== sent.seq) await putEntry(deps.db, { ...row, base: rebased(row.base, values), target: { ...row.target, id: serverId } });
}

type Fields = Readonly<Record<string, Json>>;

/** The base of a row behind a done one: what that one put there is what the row's own edit began from. */
function rebased(base: Fields, learned: Fields): Fields {
  return Object.fromEntries(Object.entries(base).map(([key, value]) => [key, learned[key] === undefined ? value : learned[key]]));
}

/**
 * The cache takes the server's word. A part of a thing is never cached as if it were the whole. Answers what the fields
 * that the row touched now hold.
 */
async function takeAnswer(
  deps: QueueDeps,
  row: OutboxEntry,
  bound: BoundMutation,
  cached: CacheRow | undefined,
  { answer, ifMatch, read }: Omit<Applied, 'kind'>,
): Promise<Fields> {
  const overtaken = isOvertaken(read, cached);
  const before = (overtaken ? null : read) ?? (cached && cached.data !== null ? cached : null);
  if (!before) {
    // Nothing is known of the record; but a read that began before this must not be taken for what holds now.
    const ours = withOwnSave(cached?.ours ?? {}, row.base, bound.values);
    await putOver(deps.db, deps.now(), { ...learnedOf(row, bound.cacheKey, null, null), ours }, cached);
    return bound.values;
  }
  // Where the server was read to hold ours already, its word stays as it is, under its tag.
  const isAsRead = answer === null && before === read && !bound.deletes;
  // Sent on top of what is cached, and no repetition of an earlier answer, which its key would bring.
  const isNewest = !row.mayHaveBeenApplied && (before === read || (ifMatch !== null && before.etag === ifMatch));
  const data = isAsRead ? before.data : bound.applyToCache(before.data, answer, isNewest);
  const stored = bound.stored(data);
  const learned = Object.fromEntries(Object.keys(bound.values).map((key) => [key, stored[key] ?? null]));
  const ours = withOwnSave(cached?.ours ?? {}, row.base, learned);
  // Only a save under the tag of what we hold proves that the answer's tag describes exactly what we now hold.
  const known = overtaken ? null : before.etag;
  const etag = answer === null ? known : bound.isTagged && ifMatch !== null && before.etag === ifMatch ? answer.etag : null;
  await putOver(deps.db, deps.now(), { ...learnedOf(row, bound.cacheKey, data, etag), ours }, cached);
  return learned;
}

/** The cache was told more since: of a block that another delivery made, say, which this reading would take out again. */
function isOvertaken(read: PreflightRead | null, cached: CacheRow | undefined): boolean {
  return read !== null && cached !== undefined && cached.revision !== read.seen;
}

const cachedFor = ({ db }: QueueDeps, row: OutboxEntry, { cacheKey }: BoundMutation): Promise<CacheRow | undefined> =>
  db.resources.get([row.userId, cacheKey]);

const learnedOf = ({ userId, websiteId }: OutboxEntry, key: string, data: Json, etag: string | null) =>
  ({ userId, key, websiteId, data, pagination: null, etag }) as const;

async function learn(deps: QueueDeps, row: OutboxEntry, key: string, data: Json, etag: string | null): Promise<void> {
  await putResource(deps.db, deps.now(), learnedOf(row, key, data, etag));
}

/** A refused save is carried on by the open one behind it, as a later save would: nothing of it is lost or overtaken. */
async function applyRejected(deps: QueueDeps, row: OutboxEntry): Promise<void> {
  // It was to be deleted in any case: of a thing that was not made nothing is left to do.
  if (bind(row)?.localId && !row.mayHaveBeenApplied && (await behind(deps, row)).some((other) => bind(other)?.deletes)) {
    await dropEntry(deps, row);
    return;
  }
  const [successor] = await openBehind(deps.db, row);
  const merged = successor ? mergeEntries(row, successor) : null;
  if (!merged) return putRejected(deps, row);
  await putEntry(deps.db, merged);
  await dequeue(deps.db, row, 'superseded', deps.now(), merged.opId);
}

async function behind(deps: QueueDeps, row: OutboxEntry): Promise<readonly OutboxEntry[]> {
  return (await readRecord(deps.db, row.userId, row.target)).filter((other) => other.seq > row.seq);
}
