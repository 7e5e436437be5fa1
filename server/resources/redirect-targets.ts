import { and, eq, ilike, or } from 'drizzle-orm';
import { asciiHostName } from '#contract/host-name.ts';
import { containsPattern } from '../calls/paging.ts';
import type { Database } from '../connect.ts';
import { readAddress, redirectKey } from '../site/redirect-key.ts';
import { redirects } from '../tables/redirects.ts';

/** The stored key of a redirect's second address; null: it is not on one of these hosts of the website. */
export function targetKey(to: string, hosts: readonly string[]): string | null {
  const address = readAddress(to);
  if (!address || (address.host !== null && !hosts.includes(address.host))) return null;
  return redirectKey(address.url.pathname, address.url.search);
}

/** Writes the keys of redirects to domains that the website has got or lost anew. `hosts`: those that it has now. */
export async function updateTargetKeys(
  db: Database,
  websiteId: number,
  changed: readonly string[],
  hosts: readonly string[],
): Promise<void> {
  const patterns = changed.flatMap((domain) => [domain, asciiHostName(domain) ?? domain]).flatMap((name) => containsPattern(name) ?? []);
  const names = or(...patterns.map((pattern) => ilike(redirects.redirectsTo, pattern)));
  const { id, redirectsTo, toKey } = redirects;
  const rows = await db
    .select({ id, redirectsTo, toKey })
    .from(redirects)
    .where(and(eq(redirects.websiteId, websiteId), names));
  for (const row of rows) {
    const next = targetKey(row.redirectsTo, hosts);
    if (next !== row.toKey) await db.update(redirects).set({ toKey: next }).where(eq(redirects.id, row.id));
  }
}
