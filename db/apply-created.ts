import type { Answered } from '#contract/api-result.ts';
import type { Json } from '#contract/json.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { bind } from '#contract/resources/bind.ts';
import type { Created } from '#contract/resources/mutation.ts';
import { baseBehind } from './base.ts';
import { putOver, withoutOverwritten } from './cache.ts';
import { withConfirmedWrites } from './confirmed-writes.ts';
import { patched, retargeted } from './entry-transitions.ts';
import { readEntriesOf } from './outbox-entries.ts';
import { dequeue, type OutboxDeps, putEntry } from './outbox-writes.ts';
import { patchWithServerIds } from './patch-with-server-ids.ts';
import { withoutSecretKeys } from './secrets.ts';

/** Maps the local id of a created record to the server's, which entries that name it get when they are sent. False where the server's id is not known. */
export async function applyCreated(
  deps: OutboxDeps,
  entry: OutboxEntry,
  localId: string,
  answer: Answered<Json> | null,
  read: Answered<Json> | null,
): Promise<boolean> {
  const patch = await patchWithServerIds(deps.db, entry);
  const bound = patch ? bind(patched(entry, patch)) : null;
  const created = bound?.created({ since: entry.createdAt, answer: answer?.data ?? null, read: read?.data ?? null });
  if (!bound || !created) return false;
  const { collection } = bound;
  const row = { localId, userId: entry.userId, serverId: created.serverId, createdAt: deps.now() };
  await deps.db.idMap.put(collection === null ? row : { ...row, collection });
  if (created.cached && (await isDeletedHere(deps, entry, created.cached.key))) {
    await dropDependents(deps, entry);
    return true;
  }
  if (created.cached) await cacheCreated(deps, entry, created.values, created.cached);
  await retarget(deps, entry, localId, created);
  return true;
}

/** Whether this device has deleted a created record, under the id that a list showed, before the answer to its create came. */
async function isDeletedHere({ db }: OutboxDeps, { userId }: OutboxEntry, key: string): Promise<boolean> {
  return (await db.resources.get([userId, key]))?.isDeleted === true;
}

/** Dequeues what waits behind a create whose record its user has deleted since: it would be in conflict with their own delete. */
async function dropDependents({ db, now }: OutboxDeps, create: OutboxEntry): Promise<void> {
  for (const other of await readEntriesOf(db, create.userId, create.target))
    if (other.seq !== create.seq) await dequeue(db, other, 'superseded', now(), null);
}

/** Caches a created record, unless a list has brought it meanwhile: that is newer. Stores its confirmed writes in either case. */
async function cacheCreated(
  deps: OutboxDeps,
  { userId, websiteId, createdAt, changedAt }: OutboxEntry,
  values: Created['values'],
  { key, data }: NonNullable<Created['cached']>,
): Promise<void> {
  const known = await deps.db.resources.get([userId, key]);
  const ours = withConfirmedWrites({}, { base: {}, createdAt, changedAt }, values);
  if (known) await deps.db.resources.put({ ...known, ours: withoutSecretKeys({ ...withoutOverwritten(ours, known.data), ...known.ours }) });
  else await putOver(deps.db, deps.now(), { userId, key, websiteId, data, pagination: null, etag: null, ours }, undefined);
}

/**
 * Gives the record's pending entries the server's id, so that they keep their order with later ones. Their base becomes what the record was
 * created with, whatever their forms showed: nobody else can have changed it before.
 */
async function retarget(deps: OutboxDeps, sent: OutboxEntry, localId: string, { serverId, values }: Created): Promise<void> {
  for (const entry of await readEntriesOf(deps.db, sent.userId, { ...sent.target, id: localId }))
    if (entry.seq !== sent.seq) await putEntry(deps.db, retargeted(entry, serverId, baseBehind(entry.base, values)));
}
