import { and, eq, inArray, or } from 'drizzle-orm';
import type { RecordValues, Values } from '#contract/resources/define.ts';
import { homeOf, mainDomain, ownHostsOf } from '#contract/resources/redirect-loops.ts';
import { anchorsOf, keyOf, readSiteAddress, type SiteAddress } from '#contract/resources/site-address.ts';
import type { Database } from '../connect.ts';
import { hashed } from '../site/redirect-key.ts';
import { domains } from '../tables/domains.ts';
import { redirects } from '../tables/redirects.ts';

/** Browsers follow at most this many redirects. */
const browsersFollow = 20;

/** The domains of a website, as records. */
export async function domainRecords(db: Database, websiteId: number): Promise<readonly RecordValues[]> {
  const rows = await db.select().from(domains).where(eq(domains.websiteId, websiteId));
  return rows.map(({ id, domain, isPrimary, redirectToPath, isMicrosite }) => ({
    id: String(id),
    domain,
    is_primary: isPrimary,
    redirect_to_path: redirectToPath,
    is_microsite: isMicrosite,
  }));
}

/**
 * The redirects among these records, which may be domains too, and those that visitors of all of them meet on their way. A visitor arrives with the
 * parameters of all addresses before, or with some of them.
 */
export async function redirectsAlong(
  db: Database,
  websiteId: number,
  page: readonly RecordValues[],
  ofWebsite: readonly RecordValues[],
): Promise<readonly RecordValues[]> {
  const ownHosts = ownHostsOf(ofWebsite);
  const main = mainDomain(ofWebsite);
  const home = main && homeOf(main)?.to;
  const own = (typed: unknown): SiteAddress | null => {
    const address = readSiteAddress(typed, ownHosts);
    return address?.host === '' ? address : null;
  };
  const ends = (record: Values) => ({ from: own(record['redirects_from']), to: own(record['redirects_to']) });
  const at = (place: SiteAddress | null | undefined, ...before: readonly (SiteAddress | null | undefined)[]): readonly SiteAddress[] =>
    place ? [{ ...place, params: [...new Set([place, ...before].flatMap((each) => each?.params ?? []))] }] : [];

  const found = new Map(page.flatMap((record) => ('redirects_from' in record ? [[record.id, record] as const] : [])));
  const asked = new Set<string>();
  let visitors = page.flatMap((record) => {
    const { from, to } = ends(record);
    return [...at(from), ...at(to, from), ...(record['rewrite'] === true ? at(from, to) : []), ...at(own(record['redirect_to_path']))];
  });
  for (let hop = 0; hop < browsersFollow && visitors.length > 0; hop += 1) {
    const all = visitors.flatMap((visitor) => [visitor, ...(visitor.path === '/' ? at(home, visitor) : [])]);
    const fresh = all.filter((visitor) => !asked.has(keyOf(visitor)));
    for (const visitor of fresh) asked.add(keyOf(visitor));
    const keys = [...new Set(fresh.flatMap(anchorsOf))].map(hashed);
    const leadsBack = and(inArray(redirects.toKey, keys), eq(redirects.rewrite, true), eq(redirects.redirectToRewrite, true));
    const applies = and(eq(redirects.websiteId, websiteId), or(inArray(redirects.fromAnchor, keys), leadsBack));
    const rows = keys.length === 0 ? [] : await db.select().from(redirects).where(applies).orderBy(redirects.id);
    const records = rows.map(({ id, redirectsFrom, redirectsTo, rewrite, redirectToRewrite }) => ({
      id: String(id),
      redirects_from: redirectsFrom,
      redirects_to: redirectsTo,
      rewrite,
      redirect_to_rewrite: redirectToRewrite,
    }));
    for (const record of records) if (!found.has(record.id)) found.set(record.id, record);
    visitors = records.flatMap((record) => {
      const { from, to } = ends(record);
      return fresh.flatMap((visitor) => [
        ...(from?.path === visitor.path ? at(to, visitor) : []),
        ...(to?.path === visitor.path ? at(from, visitor) : []),
      ]);
    });
  }
  return [...found.values()];
}
