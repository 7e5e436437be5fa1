import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Database } from '../connect.ts';
import { domains, websites } from '../tables/websites.ts';

export interface FoundSite {
  readonly id: number;
  readonly name: string;
  /** Grows with every change that shows; see `forgetPages`. */
  readonly version: number;
  /** The one that the website is known by, whichever it was asked for by. */
  readonly domain: string;
}

/** What can't be one is not looked for: an address may hold characters that no text of the database has. */
const looksLikeDomain = /^[\p{L}\p{N}._-]{1,253}$/u;

/** The website of a domain, however its letters are written; null for a domain that nobody has here. */
export async function findSite(db: Database, domain: string): Promise<FoundSite | null> {
  if (!looksLikeDomain.test(domain)) return null;
  const [found] = await db
    .select({ id: websites.id, name: websites.name, version: websites.siteVersion })
    .from(domains)
    .innerJoin(websites, eq(websites.id, domains.websiteId))
    .where(and(eq(domains.domain, domain.toLowerCase()), isNull(websites.deletedAt)));
  if (!found) return null;
  const [primary] = await db
    .select({ domain: domains.domain })
    .from(domains)
    .where(eq(domains.websiteId, found.id))
    .orderBy(desc(domains.isPrimary), domains.id)
    .limit(1);
  return { ...found, domain: primary?.domain ?? domain };
}
