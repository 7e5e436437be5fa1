import { type Json, jsonSchema, sameJson, toJson } from '#contract/json.ts';
import { mutationKinds } from '#contract/outbox-entry.ts';
import { bind } from '#contract/resources/bind.ts';
import * as v from 'valibot';
import type { UncheckedMutation } from './append.ts';
import { readEntriesOf } from './outbox-entries.ts';
import type { ClientDatabase } from './stores.ts';

const mutationSchema = v.object({
  userId: v.string(),
  accountId: v.nullable(v.string()),
  websiteId: v.nullable(v.string()),
  resource: v.string(),
  mutation: v.picklist(mutationKinds),
  body: jsonSchema,
  base: v.record(v.string(), jsonSchema),
  dependsOn: v.exactOptional(v.array(v.string())),
  epoch: v.exactOptional(v.number()),
});

/** The mutations of a stashed save; null where this version can't read them. */
export function readSaves(saves: Json): readonly UncheckedMutation[] | null {
  const read = v.safeParse(v.array(mutationSchema), saves);
  return read.success ? read.output : null;
}

/**
 * Whether this device has saved one of these fields since `at`, ms since the epoch: what is pending, or was confirmed, is newer than a save
 * that only comes to the store now. Inside a transaction.
 */
export async function isOvertaken(db: ClientDatabase, saves: readonly UncheckedMutation[], at: number): Promise<boolean> {
  for (const save of saves) {
    const bound = bind({ ...save, body: toJson(save.body) });
    if (!bound) continue;
    const fields = Object.keys(save.base);
    const entries = await readEntriesOf(db, save.userId, bound.target);
    if (entries.some(({ createdAt, changedAt = createdAt, base }) => changedAt > at && fields.some((field) => field in base))) return true;
    const cached = await db.resources.get([save.userId, bound.cacheKey]);
    const ours = cached && cached.fetchedAt > at ? (cached.ours ?? {}) : {};
    if (fields.some((field) => ours[field] && !sameJson(ours[field].value, save.base[field]))) return true;
  }
  return false;
}
