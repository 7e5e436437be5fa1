import { and, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { effectOn } from '#contract/resources/redirect-effect.ts';
import { anchorsOf, decodedPart, keyOf, passedOn, piecesOf, readSiteAddress } from '#contract/resources/site-address.ts';
import type { Database } from '../connect.ts';
import { sitePath } from '../pages/page-model-of.ts';
import { prepared } from '../prepared.ts';
import { redirects } from '../tables/redirects.ts';
import { domains } from '../tables/domains.ts';
import type { FoundSite } from './find-site.ts';
import { hashed, ownAddress, readAddress } from './redirect-key.ts';

/**
 * The effect of a redirect on a request: either another address to go to, or another path of the site, decoded and without its first slash,
 * whose page is shown.
 */
export type Redirected = { readonly kind: 'goes'; readonly location: string } | { readonly kind: 'shows'; readonly path: string };

const anchors = sql`any(${sql.placeholder('anchors')}::text[])`;
const isBack = and(sql`${redirects.toKey} = ${anchors}`, eq(redirects.rewrite, true), eq(redirects.redirectToRewrite, true));
const redirectsOf = prepared((db) =>
  db
    .select()
    .from(redirects)
    .where(and(eq(redirects.websiteId, sql.placeholder('websiteId')), or(sql`${redirects.fromAnchor} = ${anchors}`, isBack)))
    .orderBy(redirects.id)
    .prepare('redirects_of_path'),
);

/** More parameters than the query of any page has: a hostile one costs no more lookups. */
const mostParams = 100;

/**
 * The effect of the requested domain and of the website's redirects on a path, as in a URL. At its homepage a domain sends visitors to its
 * path, or, as a microsite, shows that path, to which redirects apply. Null: none.
 */
export async function effectOfRequest(db: Database, site: FoundSite, pathname: string, search: string): Promise<Redirected | null> {
  const url = pathname === '/' && site.redirectToPath !== null ? readAddress(site.redirectToPath)?.url : undefined;
  if (!url || url.pathname === '/') return redirectOf(db, site, pathname, search);
  const query = joinedQuery(url.search, search, []);
  if (!site.isMicrosite) return { kind: 'goes', location: `${sitePath(site.domain)}${url.pathname}${query}${url.hash}` };
  return (await redirectOf(db, site, url.pathname, query)) ?? { kind: 'shows', path: decodedPart(url.pathname.slice(1)) };
}

/** The effect of the website's redirects on one of its paths. `pathname` and `search` as in a URL; null: none. */
async function redirectOf(db: Database, site: FoundSite, pathname: string, search: string): Promise<Redirected | null> {
  const read = readSiteAddress(`${pathname}${search}`);
  if (!read) return null;
  const visitor = { ...read, params: read.params.slice(0, mostParams) };
  const rows = await redirectsOf(db).execute({ websiteId: site.id, anchors: anchorsOf(visitor).map(hashed) });
  if (rows.length === 0) return null;
  const hosts = await hostsOf(db, site.id);
  const found = rows.map((row) => {
    // A domain that the website has lost since: the redirect still begins at that path.
    const from = readAddress(row.redirectsFrom)?.url;
    return { ...row, from: from ? readSiteAddress(`${from.pathname}${from.search}`) : null, to: ownAddress(row.redirectsTo, hosts) };
  });
  const effect = effectOn(found, visitor);
  if (!effect) return null;
  const { redirect, isBack, used } = effect;
  const isOwn = isBack || redirect.to !== null;
  const url = readAddress(isBack ? redirect.redirectsFrom : redirect.redirectsTo)?.url;
  if (!url) return null;
  if (isOwn && !isBack && redirect.rewrite) return { kind: 'shows', path: decodedPart(url.pathname.slice(1)) };
  // On this website, whichever of its domains the address names.
  const place = isOwn ? sitePath(site.domain) : url.origin;
  return { kind: 'goes', location: `${place}${url.pathname}${joinedQuery(url.search, search, used)}${url.hash}` };
}

/** The query of a target with what a visitor's has besides, each as it was written. */
function joinedQuery(target: string, visitor: string, used: readonly string[]): string {
  const pieces = passedOn(piecesOf(target), piecesOf(visitor), used);
  return pieces.length === 0 ? '' : `?${pieces.join('&')}`;
}

/** A statement takes no more parameters than this at once. */
const keysAtOnce = 1_000;

/** Those of these paths from which every visitor is led away. A redirect that names a query takes some visitors alone. */
export async function redirectedPaths(db: Database, websiteId: number, paths: readonly string[]): Promise<ReadonlySet<string>> {
  const entries = paths.flatMap((path) => {
    const address = readSiteAddress(path);
    return address ? [[hashed(keyOf(address)), path] as const] : [];
  });
  const found: (string | null)[] = [];
  const ofWebsite = eq(redirects.websiteId, websiteId);
  // A rewrite shows another page at its first address, unless that is on another website.
  const isAway = or(eq(redirects.rewrite, false), isNull(redirects.toKey));
  const isBack = and(eq(redirects.rewrite, true), eq(redirects.redirectToRewrite, true));
  for (let at = 0; at < entries.length; at += keysAtOnce) {
    const keys = entries.slice(at, at + keysAtOnce).map(([key]) => key);
    const away = await db
      .select({ key: redirects.fromKey })
      .from(redirects)
      .where(and(ofWebsite, inArray(redirects.fromKey, keys), isAway));
    const back = await db
      .select({ key: redirects.toKey })
      .from(redirects)
      .where(and(ofWebsite, inArray(redirects.toKey, keys), isBack));
    found.push(...[...away, ...back].map(({ key }) => key));
  }
  const [main] = await db
    .select()
    .from(domains)
    .where(eq(domains.websiteId, websiteId))
    .orderBy(desc(domains.isPrimary), domains.id)
    .limit(1);
  const home = main?.redirectToPath ? readSiteAddress(main.redirectToPath) : null;
  const byKey = new Map(entries);
  const led = found.flatMap((key) => byKey.get(key ?? '') ?? []);
  return new Set([...led, ...(home && home.path !== '/' && main?.isMicrosite === false ? ['/'] : [])]);
}

/** The hosts of the website's own addresses, as in a URL. `without`: the id of a domain that it is about to lose. */
export async function hostsOf(db: Database, websiteId: number, without = 0): Promise<readonly string[]> {
  const rows = await db
    .select({ domain: domains.domain })
    .from(domains)
    .where(and(eq(domains.websiteId, websiteId), ne(domains.id, without)));
  const addresses = rows.map(({ domain }) => `https://${domain}`);
  return addresses.filter((address) => URL.canParse(address)).map((address) => new URL(address).host);
}
