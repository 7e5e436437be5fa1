import { type Json, sameJson } from '#contract/json.ts';
import { lastSaveOf, type OutboxEntry } from '#contract/outbox-entry.ts';
import type { ClientDatabase, ConfirmedWrite } from './stores.ts';

type ConfirmedWrites = Readonly<Record<string, ConfirmedWrite>>;

/** Adds the values of a confirmed save, by field. */
export function withConfirmedWrites(
  known: ConfirmedWrites,
  entry: Pick<OutboxEntry, 'base' | 'joined' | 'createdAt' | 'changedAt'>,
  values: Readonly<Record<string, Json>>,
): ConfirmedWrites {
  const { base, joined = {} } = entry;
  const savedAt = lastSaveOf(entry);
  const added = Object.entries(values).map(([key, value]): [string, ConfirmedWrite] => {
    const own = joined[key];
    return [key, { value, over: [base[key] ?? null], savedAt, ...(own === undefined ? {} : { own }) }];
  });
  return { ...known, ...Object.fromEntries(added) };
}

/**
 * Records the values of somebody else that a person has decided against. They become the base of an edit that began before the decision
 * (in another tab, say), so that it does not conflict with the person's own save. Inside a transaction.
 */
export async function recordDecision(
  db: ClientDatabase,
  { userId, base, lastError }: Pick<OutboxEntry, 'userId' | 'base' | 'lastError'>,
  cacheKey: string,
  choices: Readonly<Record<string, 'mine' | 'theirs'>>,
): Promise<void> {
  const decided = Object.entries(lastError?.theirs ?? {}).filter(([key]) => choices[key] === 'mine');
  const cached = decided.length === 0 ? undefined : await db.resources.get([userId, cacheKey]);
  if (!cached) return;
  const theirs = Object.fromEntries(
    decided.map(([key, value]): [string, ConfirmedWrite] => [key, { value, over: [base[key] ?? null], isTheirs: true }]),
  );
  await db.resources.put({ ...cached, ours: { ...cached.ours, ...theirs } });
}

/**
 * Removes the decisions of an entry that is dropped: an edit that began before conflicts again with somebody else's values. Inside a
 * transaction.
 */
export async function removeDecision(db: ClientDatabase, { userId, base }: Pick<OutboxEntry, 'userId' | 'base'>, cacheKey: string) {
  const cached = await db.resources.get([userId, cacheKey]);
  const known = Object.entries(cached?.ours ?? {});
  const others = known.filter(([key, { value, isTheirs }]) => !isTheirs || !(key in base) || !sameJson(base[key] ?? null, value));
  if (cached && others.length < known.length) await db.resources.put({ ...cached, ours: Object.fromEntries(others) });
}
