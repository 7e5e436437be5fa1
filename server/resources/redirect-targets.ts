import { contains } from '../tables/searched-text.ts';
import { and, asc, eq, isNull, ne, or } from 'drizzle-orm';
import { asciiHostName } from '#contract/host-name.ts';
import { anchorOf, readSiteAddress } from '#contract/resources/site-address.ts';
import { containsPattern } from '../calls/paging.ts';
import type { Database } from '../connect.ts';
import { hashed, ownAddress, readAddress, storedKeys } from '../site/redirect-key.ts';
import { hostsOf } from '../site/redirects.ts';
import { redirects } from '../tables/redirects.ts';

/** Writes the keys of redirects to domains that the website has got or lost anew. `hosts`: those that it has now. */
export async function updateTargetKeys(
  db: Database,
  websiteId: number,
  changed: readonly string[],
  hosts: readonly string[],
): Promise<void> {
  const patterns = changed.flatMap((domain) => [domain, asciiHostName(domain) ?? domain]).flatMap((name) => containsPattern(name) ?? []);
  const names = or(...patterns.map((pattern) => contains(redirects.redirectsTo, pattern)));
  const { id, redirectsTo, toKey } = redirects;
  const rows = await db
    .select({ id, redirectsTo, toKey })
    .from(redirects)
    .where(and(eq(redirects.websiteId, websiteId), names));
  for (const row of rows) {
    const to = ownAddress(row.redirectsTo, hosts);
    const next = to && hashed(anchorOf(to));
    if (next !== row.toKey) await db.update(redirects).set({ toKey: next }).where(eq(redirects.id, row.id));
  }
}

/** Reads the addresses of redirects that an earlier version has stored anew, as this version compares them. */
export async function rekeyRedirects(db: Database): Promise<void> {
  const hosts = new Map<number, readonly string[]>();
  for (;;) {
    const rows = await db.select().from(redirects).where(isNull(redirects.fromAnchor)).orderBy(asc(redirects.id)).limit(1_000);
    if (rows.length === 0) return;
    for (const { id, websiteId, redirectsFrom, redirectsTo, fromKey: before } of rows) {
      const own = hosts.get(websiteId) ?? (await hostsOf(db, websiteId));
      hosts.set(websiteId, own);
      const address = readAddress(redirectsFrom)?.url;
      const from = address ? readSiteAddress(`${address.pathname}${address.search}`) : null;
      const keys = from ? storedKeys(from, ownAddress(redirectsTo, own)) : { fromKey: before, fromAnchor: before };
      const twin = and(eq(redirects.websiteId, websiteId), eq(redirects.fromKey, keys.fromKey), ne(redirects.id, id));
      // Of two that have become the same, the older one applies. The list warns about both, and a person decides.
      const fromKey = (await db.$count(redirects, twin)) > 0 ? hashed(`${redirectsFrom} ${id}`) : keys.fromKey;
      await db
        .update(redirects)
        .set({ ...keys, fromKey })
        .where(eq(redirects.id, id));
    }
  }
}
