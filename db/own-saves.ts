import { type Json, sameJson } from '#contract/json.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import type { ClientDatabase, OwnSave } from './stores.ts';

type OwnSaves = Readonly<Record<string, OwnSave>>;

/** Adds a confirmed save to what is known of our own: which values it put where. `over`, the base, is for tabs of earlier versions. */
export function withOwnSave(known: OwnSaves, base: Readonly<Record<string, Json>>, values: Readonly<Record<string, Json>>): OwnSaves {
  const added = Object.entries(values).map(([key, value]): [string, OwnSave] => [key, { value, over: [base[key] ?? null] }]);
  return { ...known, ...Object.fromEntries(added) };
}

/** The confirmed writes that still hold once the cache holds `data`: a value that the cache does not show is forgotten, even where it comes back later. */
export function stillStanding(known: OwnSaves, data: Json): OwnSaves {
  if (data === null || Object.keys(known).length === 0) return known;
  const held = heldIn(data);
  return Object.fromEntries(Object.entries(known).filter(([key, { value }]) => sameJson(held.get(key) ?? null, value)));
}

/**
 * What a cached record holds by field, and a cached list of settings or blocks. Not the order of blocks: such a change begins from what is
 * cached then.
 */
function heldIn(data: Json): ReadonlyMap<string, Json> {
  if (isObject(data)) return new Map(Object.entries(data));
  const held = new Map<string, Json>();
  for (const item of Array.isArray(data) ? data : []) {
    if (!isObject(item)) continue;
    const { id, key, value, enabled, settings } = item;
    if (typeof key === 'string' && value !== undefined) held.set(key, value);
    if (typeof id !== 'string') continue;
    if (enabled !== undefined) held.set(`${id}/enabled`, enabled);
    for (const [name, one] of heldIn(settings ?? null)) held.set(`${id}/setting/${name}`, one);
  }
  return held;
}

const isObject = (data: Json): data is { readonly [name: string]: Json } =>
  typeof data === 'object' && data !== null && !Array.isArray(data);

/**
 * A person has decided against what somebody else wrote, which is what their save begins from now. An edit of theirs that began
 * before that (in another tab, say) is not to be asked about the save: it counts as begun from what was decided against.
 * Inside a transaction.
 */
export async function rememberDecided(
  db: ClientDatabase,
  { userId, base, lastError }: Pick<OutboxEntry, 'userId' | 'base' | 'lastError'>,
  cacheKey: string,
  choices: Readonly<Record<string, 'mine' | 'theirs'>>,
): Promise<void> {
  const decided = Object.entries(lastError?.theirs ?? {}).filter(([key]) => choices[key] === 'mine');
  const cached = decided.length === 0 ? undefined : await db.resources.get([userId, cacheKey]);
  if (!cached) return;
  const known = Object.entries(withOwnSave({}, base, Object.fromEntries(decided)));
  const theirs = Object.fromEntries(known.map(([key, own]): [string, OwnSave] => [key, { ...own, isTheirs: true }]));
  await db.resources.put({ ...cached, ours: { ...cached.ours, ...theirs } });
}

/**
 * A change that was decided is dropped, and with it the decision: what somebody else wrote stands, and an edit that began before is asked
 * about it again. Inside a transaction.
 */
export async function forgetDecided(db: ClientDatabase, { userId, base }: Pick<OutboxEntry, 'userId' | 'base'>, cacheKey: string) {
  const cached = await db.resources.get([userId, cacheKey]);
  const known = Object.entries(cached?.ours ?? {});
  const kept = known.filter(([key, { value, isTheirs }]) => !isTheirs || !(key in base) || !sameJson(base[key] ?? null, value));
  if (cached && kept.length < known.length) await db.resources.put({ ...cached, ours: Object.fromEntries(kept) });
}

/**
 * The base of an edit is what our own save put there, while that still stands (`stillStanding`): each value that the cache showed before
 * it is from before that save, and nobody is asked to choose between two of their own. What somebody else wrote since stays a
 * difference. `stored` null: what the cache showed last had to make room, and was ours where it says so.
 */
export function overOwnSaves(
  known: OwnSaves,
  stored: Readonly<Record<string, Json>> | null,
  base: Readonly<Record<string, Json>>,
): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    Object.entries(base).map(([key, value]) => {
      const own = known[key];
      return [key, own !== undefined && (stored === null || sameJson(stored[key] ?? null, own.value)) ? own.value : value];
    }),
  );
}
