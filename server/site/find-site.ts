import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../connect.ts';
import { prepared } from '../prepared.ts';
import { domains, websites } from '../tables/websites.ts';

export interface FoundSite {
  readonly id: number;
  readonly name: string;
  /** Grows with every change that the site shows; see `forgetPages`. */
  readonly version: number;
  /** The website's main domain, whichever domain was requested. */
  readonly domain: string;
}

/** A string that can't be a domain is not searched for: an address may contain characters that the database's texts can't. */
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

/** The website of a domain, in any case of its letters; null for an unknown domain. */
export async function findSite(db: Database, domain: string): Promise<FoundSite | null> {
  if (!looksLikeDomain.test(domain)) return null;
  const [found] = await siteOfDomain(db).execute({ domain: domain.toLowerCase() });
  return found ?? null;
}
