import type { Json } from '#contract/json.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { type BoundMutation, bind } from '#contract/resources/bind.ts';
import type { Patch } from '#contract/resources/mutation.ts';
import { createBodySchema } from '#contract/resources/record-bodies.ts';
import * as v from 'valibot';
import { hasSeen, isUnseen } from './base.ts';
import type { CacheRow } from './stores.ts';

/**
 * A change of a list, with what this device has put there since its form showed it: another tab's change, which has not come to the form yet,
 * must not be taken back. Where both changed one item, what was saved last stands. Somebody else's change that the form has not shown is left to
 * the comparison with the server.
 */
export function joinedWithUnseen(
  save: Pick<OutboxEntry, 'resource' | 'mutation' | 'websiteId' | 'accountId'> & {
    readonly seen?: Readonly<Record<string, readonly Json[]>>;
  },
  patch: Patch<Json>,
  bound: BoundMutation,
  cached: CacheRow | undefined,
  entries: readonly OutboxEntry[],
): Patch<Json> {
  const shown: Record<string, Json> = {};
  const newest: Record<string, Json> = {};
  const bases: Record<string, Json | undefined> = {};
  for (const [field, seen] of Object.entries(save.seen ?? {})) {
    const pending = entries.findLast((entry) => field in putBy(entry));
    const own = pending ? ownOfPending(pending, patch, field) : ownOfConfirmed(bound, cached, patch, field);
    if (!own || seen.some((one) => bound.isSame(field, one, own.value))) continue;
    shown[field] = seen[0] ?? null;
    newest[field] = own.value;
    bases[field] = own.base;
  }
  const both = bind({ ...save, ...patch, base: { ...patch.base, ...shown } })?.joined(newest, true);
  const merged = both && bound.merge(both);
  if (!both || !merged) return patch;
  const base = Object.keys(both.base).map((field) => [field, bases[field] ?? patch.base[field] ?? null] as const);
  return { body: merged.body, base: { ...patch.base, ...Object.fromEntries(base) } };
}

/** The value of a field that this device has put there, and the base of a change that has seen it; undefined: the base of that change stays. */
interface OwnValue {
  readonly value: Json;
  readonly base: Json | undefined;
}

function ownOfPending(pending: OutboxEntry, { base }: Patch<Json>, field: string): OwnValue {
  const joined = isUnseen(pending, { base }, field) ? pending.joined?.[field] : undefined;
  if (joined !== undefined) return { value: joined, base: undefined };
  return { value: putBy(pending)[field] ?? null, base: pending.base[field] };
}

function ownOfConfirmed(bound: BoundMutation, cached: CacheRow | undefined, { base }: Patch<Json>, field: string): OwnValue | null {
  const confirmed = cached?.ours?.[field];
  if (!cached || !confirmed || confirmed.isTheirs) return null;
  // What was evicted had our values.
  if (cached.data !== null && !bound.isSame(field, bound.stored(cached.data)[field] ?? null, confirmed.value)) return null;
  const { value, own } = confirmed;
  return own !== undefined && !hasSeen(confirmed, base[field] ?? null) ? { value: own, base: undefined } : { value, base: value };
}

/** The values that an entry puts into its record, also one that creates it. */
function putBy(entry: OutboxEntry): Readonly<Record<string, Json>> {
  const created = entry.mutation === 'create' ? v.safeParse(createBodySchema, entry.body) : null;
  return created?.success ? created.output.values : (bind(entry)?.values ?? {});
}
