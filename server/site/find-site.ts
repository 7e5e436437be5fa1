import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { asciiHostName, hostNameOf } from '#contract/host-name.ts';
import type { Database } from '../connect.ts';
import { prepared } from '../prepared.ts';
import { domains } from '../tables/domains.ts';
import { websites } from '../tables/websites.ts';

export interface FoundSite {
  readonly id: number;
  readonly name: string;
  /** Grows with every change that the site shows; see `forgetPages`. */
  readonly version: number;
  /** The website's main domain, whichever domain was requested. */
  readonly domain: string;
  /** Of the requested domain. */
  readonly redirectToPath: string | null;
  readonly isMicrosite: boolean;
}

/** A string that can't be a domain is not searched for: an address may contain characters that the database's texts can't. */
const looksLikeDomain = /^[\p{L}\p{M}\p{N}._-]{0,252}[\p{L}\p{M}\p{N}]\.?$/u;

const named = alias(domains, 'named');
const siteOfDomain = prepared((db) =>
  db
    .select({
      id: websites.id,
      name: websites.name,
      version: websites.siteVersion,
      domain: domains.domain,
      redirectToPath: named.redirectToPath,
      isMicrosite: named.isMicrosite,
    })
    .from(named)
    .innerJoin(websites, eq(websites.id, named.websiteId))
    .innerJoin(domains, eq(domains.websiteId, websites.id))
    .where(and(inArray(named.domain, [sql.placeholder('domain'), sql.placeholder('ascii')]), isNull(websites.deletedAt)))
    .orderBy(desc(domains.isPrimary), domains.id)
    .limit(1)
    .prepare('site_of_domain'),
);

/** The website of a domain, in any case of its letters and in punycode too; null for an unknown domain. */
export async function findSite(db: Database, domain: string): Promise<FoundSite | null> {
  if (!looksLikeDomain.test(domain)) return null;
  const name = hostNameOf(domain);
  const [found] = await siteOfDomain(db).execute({ domain: name, ascii: asciiHostName(name) ?? name });
  return found ?? null;
}
