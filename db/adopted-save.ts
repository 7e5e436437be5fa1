import { type Json, jsonSchema, sameJson, toJson } from '#contract/json.ts';
import { lastSaveOf, mutationKinds } from '#contract/outbox-entry.ts';
import { bind } from '#contract/resources/bind.ts';
import * as v from 'valibot';
import type { UncheckedMutation } from './append.ts';
import { baseOnEnqueue } from './base.ts';
import { storeIdOf } from './epochs.ts';
import { freshEntry, maybeApplied, rejectedHere } from './entry-transitions.ts';
import { tieToFiles } from './file-ties.ts';
import { readEntriesOf } from './outbox-entries.ts';
import { addEntry, type OutboxDeps, type OutboxErrorCode, type OutboxRefused } from './outbox-writes.ts';
import { patchWithServerIds } from './patch-with-server-ids.ts';
import type { StashedSave } from './stash.ts';
import type { ClientDatabase, ConfirmedWrite } from './stores.ts';

const mutationSchema = v.object({
  userId: v.string(),
  accountId: v.nullable(v.string()),
  websiteId: v.nullable(v.string()),
  resource: v.string(),
  mutation: v.picklist(mutationKinds),
  body: jsonSchema,
  base: v.record(v.string(), jsonSchema),
  seen: v.exactOptional(v.record(v.string(), v.array(jsonSchema))),
  dependsOn: v.exactOptional(v.array(v.string())),
  epoch: v.exactOptional(v.number()),
});

/** The mutations of a stashed save; null where this version can't read them. */
export function readSaves(saves: Json): readonly UncheckedMutation[] | null {
  const read = v.safeParse(v.array(mutationSchema), saves);
  return read.success ? read.output : null;
}

/** Why a person decides about a save that was stashed: it may have been sent from a store that is gone, or is older than what was saved since. */
export type DecisionReason = 'evicted' | 'overtaken';

/**
 * `at`: when it was saved, ms since the epoch. `order`: its place among the saves. `store`: the one that it was handed to, where it is known.
 * Inside a transaction.
 */
export async function decisionReason(
  db: ClientDatabase,
  saves: readonly UncheckedMutation[],
  { store, at, order = at }: Pick<StashedSave, 'store' | 'at' | 'order'>,
): Promise<DecisionReason | null> {
  if (store !== null && store !== (await storeIdOf(db))) return 'evicted';
  return (await isOvertaken(db, saves, at, order)) ? 'overtaken' : null;
}

/**
 * Whether this device has saved one of these fields since: what is pending, or was confirmed, may be newer than a save that only comes to the
 * store now. So is what the device has read since, for a click on what the screen showed. Inside a transaction.
 */
async function isOvertaken(db: ClientDatabase, saves: readonly UncheckedMutation[], at: number, order: number): Promise<boolean> {
  for (const save of saves) {
    const patch = await patchWithServerIds(db, { ...save, body: toJson(save.body) });
    const bound = patch && bind({ ...save, ...patch });
    if (!bound) continue;
    const { base: began } = patch;
    const fields = Object.keys(began);
    const entries = await readEntriesOf(db, save.userId, bound.target);
    // A delete is of all fields.
    const isShared = (base: object) => bound.deletes || fields.some((field) => field in base);
    if (entries.some((entry) => lastSaveOf(entry) > order && isShared(entry.base))) return true;
    const cached = await db.resources.get([save.userId, bound.cacheKey]);
    if (!cached) continue;
    const { data, ours = {}, fetchedAt } = cached;
    const isNewer = ({ savedAt = fetchedAt, value }: ConfirmedWrite, field: string) => savedAt > order && !sameJson(value, began[field]);
    if (fields.some((field) => ours[field] && isNewer(ours[field], field))) return true;
    if (fetchedAt <= at) continue;
    const read = bound.rebaseOnEnqueue && data !== null ? bound.stored(data) : {};
    const isOther = (field: string, value: Json) =>
      [began[field], bound.values[field]].every((own) => !bound.isSame(field, own ?? null, value));
    if (fields.some((field) => read[field] !== undefined && isOther(field, read[field]))) return true;
  }
  return false;
}

const ownCodes: readonly OutboxErrorCode[] = ['secret', 'invalid', 'gone', 'busy', 'deleting'];

/** Whether a save was refused by the device, which may take it later, and not for what it says. */
export const isOfDevice = (code: OutboxErrorCode): boolean => !ownCodes.includes(code);

const closed = 'Its page was closed while this was being saved';
const reasons: Readonly<Record<string, string>> = {
  evicted: `${closed}, and the browser has removed this device’s storage since. It may have been saved.`,
  overtaken: `${closed}, and the same was changed since.`,
  deleting: `${closed}, and it is to be deleted since.`,
};

/**
 * Appends a stashed save of no form, such as a delete or an order, that can't be taken as it is: rejected, so that a person decides. What this
 * version can't read counts as an entry of another version. Inside a transaction.
 */
export async function appendForAttention(
  deps: OutboxDeps,
  { userId, saves }: Pick<StashedSave, 'userId' | 'saves'>,
  { code, message }: Pick<OutboxRefused, 'message'> & { readonly code: string },
): Promise<void> {
  const { db } = deps;
  const reason = reasons[code] ?? `${closed}, and it could not be taken over. ${message}`.trim();
  const unreadable = (body: Json) => db.outbox.add({ userId, opId: deps.newId(), recordVersion: 0, body });
  const read = readSaves(saves);
  if (read === null) {
    await unreadable(saves);
    return;
  }
  for (const save of read) {
    const body = toJson(save.body);
    const patch = await patchWithServerIds(db, { ...save, body });
    const bound = patch && bind({ ...save, ...patch });
    if (!patch || !bound) {
      await unreadable(body);
      continue;
    }
    // What this device has saved since is nothing to be asked about.
    const cached = await db.resources.get([save.userId, bound.cacheKey]);
    const base = cached ? baseOnEnqueue(cached, bound, patch.base) : patch.base;
    const content = { ...save, body: patch.body, base, target: bound.target, dependsOn: [...(save.dependsOn ?? [])], fileIds: [] };
    const rejected = rejectedHere(freshEntry(deps, content), { code: 'not_taken', message: reason, fields: {} });
    const entry = code === 'evicted' ? maybeApplied(rejected) : rejected;
    await addEntry(db, entry);
    await tieToFiles(deps, entry.opId);
  }
}
