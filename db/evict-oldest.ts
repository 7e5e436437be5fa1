import type { ClientDatabase } from './stores.ts';

/** Share of the removable rows that goes in one round: a store full of small rows takes few rounds. */
const shareOfRound = 0.25;

interface Evictable {
  readonly at: number;
  /** Knows what earlier saves of its person put there, which no answer of the server tells: it goes when nothing else is left. */
  readonly hasOwnSaves: boolean;
  readonly evict: () => Promise<void>;
}

/**
 * Inside a transaction: removes a part of what can be fetched again, oldest first, but not what pending entries need. False where
 * nothing is left of it.
 */
export async function evictOldest(db: ClientDatabase): Promise<boolean> {
  const pending = await db.outbox.toArray();
  // By its text: what a newer version wrote names records and files too.
  const named = JSON.stringify(pending);
  const sent = new Set((await db.aliases.toArray()).map(({ localId }) => localId));
  const cached = (await db.resources.toArray())
    .filter(({ websiteId, key }) => !isNeeded(key, websiteId, named))
    .map(({ userId, key, fetchedAt, ours = {} }): Evictable => {
      const hasOwnSaves = Object.keys(ours).length > 0;
      return { at: fetchedAt, hasOwnSaves, evict: () => db.resources.delete([userId, key]) };
    });
  const files = (await db.files.toArray())
    .filter(({ id }) => sent.has(id) && !named.includes(id))
    .map(({ id, createdAt }): Evictable => ({ at: createdAt, hasOwnSaves: false, evict: () => db.files.delete(id) }));
  const all = [...cached, ...files].toSorted((a, b) => Number(a.hasOwnSaves) - Number(b.hasOwnSaves) || a.at - b.at);
  for (const { evict } of all.slice(0, Math.ceil(all.length * shareOfRound))) await evict();
  return all.length > 0;
}

/** True for the cached record of a pending entry: the entry is compared with it, and applied over it. */
function isNeeded(key: string, websiteId: string | null, named: string): boolean {
  const [kind, ...rest] = key.split('/');
  if (kind === 'settings') return named.includes(JSON.stringify(rest.join('/')));
  return kind === 'blocks' && websiteId !== null && named.includes(JSON.stringify(websiteId));
}
