import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../connect.ts';
import { prepared } from '../prepared.ts';
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

const named = alias(domains, 'named');
const siteOfDomain = prepared((db) =>
  db
    .select({ id: websites.id, name: websites.name, version: websites.siteVersion, domain: domains.domain })
    .from(named)
    .innerJoin(websites, eq(websites.id, named.websiteId))
    .innerJoin(domains, eq(domains.websiteId, websites.id))
    .where(and(eq(named.domain, sql.placeholder('domain')), isNull(websites.deletedAt)))
    .orderBy(desc(domains.isPrimary), domains.id)
    .limit(1)
    .prepare('site_of_domain'),
);

/** The website of a domain, however its letters are written; null for a domain that nobody has here. */
export async function findSite(db: Database, domain: string): Promise<FoundSite | null> {
  if (!looksLikeDomain.test(domain)) return null;
  const [found] = await siteOfDomain(db).execute({ domain: domain.toLowerCase() });
  return found ?? null;
}
