import { type Json, sameJson } from '#contract/json.ts';
import type { QueueRow } from '#contract/queue.ts';
import type { ClientDatabase, OwnSave } from './stores.ts';

type OwnSaves = Readonly<Record<string, OwnSave>>;

/** How far back an edit may have begun. */
const mostKept = 5;

/**
 * Adds a confirmed save to what is known of our own: which values it put where, over which base and over which values before that. Of
 * what somebody else wrote in between its person knew: it is the base of this save.
 */
export function withOwnSave(known: OwnSaves, base: Readonly<Record<string, Json>>, values: Readonly<Record<string, Json>>): OwnSaves {
  const added = Object.entries(values).map(([key, value]): [string, OwnSave] => {
    const from = base[key] ?? null;
    const before = known[key];
    const earlier = before ? [before.value, ...before.over].filter((one) => !sameJson(one, from)) : [];
    return [key, { value, over: [from, ...earlier].slice(0, mostKept) }];
  });
  return { ...known, ...Object.fromEntries(added) };
}

/**
 * A person has decided against what somebody else wrote, which is what their save begins from now. An edit of theirs that began
 * before that (in another tab, say) is not to be asked about the save: it counts as begun from what was decided against.
 * Inside a transaction.
 */
export async function rememberDecided(
  db: ClientDatabase,
  { userId, base, lastError }: Pick<QueueRow, 'userId' | 'base' | 'lastError'>,
  cacheKey: string,
  choices: Readonly<Record<string, 'mine' | 'theirs'>>,
): Promise<void> {
  const decided = Object.entries(lastError?.theirs ?? {}).filter(([key]) => choices[key] === 'mine');
  const cached = decided.length === 0 ? undefined : await db.resources.get([userId, cacheKey]);
  if (cached) await db.resources.put({ ...cached, ours: withOwnSave(cached.ours ?? {}, base, Object.fromEntries(decided)) });
}

/**
 * The base of an edit that began before a save of our own was confirmed is what that save put there, while it still
 * stands: nobody is asked to choose between their own words. What somebody else wrote since stays a difference.
 */
export function overOwnSaves(
  known: OwnSaves,
  stored: Readonly<Record<string, Json>>,
  base: Readonly<Record<string, Json>>,
): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    Object.entries(base).map(([key, value]) => {
      const own = known[key];
      const isOurs = own !== undefined && sameJson(stored[key] ?? null, own.value) && own.over.some((earlier) => sameJson(earlier, value));
      return [key, isOurs ? own.value : value];
    }),
  );
}
