import { and, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { effectOn } from '#contract/resources/redirect-effect.ts';
import { decodedPart } from '#contract/resources/redirects.ts';
import type { Database } from '../connect.ts';
import { sitePath } from '../pages/page-model-of.ts';
import { prepared } from '../prepared.ts';
import { redirects } from '../tables/redirects.ts';
import { domains } from '../tables/domains.ts';
import type { FoundSite } from './find-site.ts';
import { readAddress, redirectKey } from './redirect-key.ts';

/**
 * The effect of a redirect on a request: either another address to go to, or another path of the site, decoded and without its first slash,
 * whose page is shown.
 */
export type Redirected = { readonly kind: 'goes'; readonly location: string } | { readonly kind: 'shows'; readonly path: string };

const keys = [sql.placeholder('exact'), sql.placeholder('bare')];
const isBack = and(inArray(redirects.toKey, keys), eq(redirects.rewrite, true), eq(redirects.redirectToRewrite, true));
const redirectsOf = prepared((db) =>
  db
    .select()
    .from(redirects)
    .where(and(eq(redirects.websiteId, sql.placeholder('websiteId')), or(inArray(redirects.fromKey, keys), isBack)))
    .orderBy(redirects.id)
    .prepare('redirects_of_path'),
);

/**
 * The effect of the requested domain and of the website's redirects on a path, as in a URL. At its homepage a domain sends visitors to its
 * path, or, as a microsite, shows that path, to which redirects apply. Null: none.
 */
export async function effectOfRequest(db: Database, site: FoundSite, pathname: string, search: string): Promise<Redirected | null> {
  const url = pathname === '/' && site.redirectToPath !== null ? readAddress(site.redirectToPath)?.url : undefined;
  if (!url || url.pathname === '/') return redirectOf(db, site, pathname, search);
  const query = url.search || search;
  if (!site.isMicrosite) return { kind: 'goes', location: `${sitePath(site.domain)}${url.pathname}${query}${url.hash}` };
  return (await redirectOf(db, site, url.pathname, query)) ?? { kind: 'shows', path: decodedPart(url.pathname.slice(1)) };
}

/** The effect of the website's redirects on one of its paths. `pathname` and `search` as in a URL; null: none. */
async function redirectOf(db: Database, site: FoundSite, pathname: string, search: string): Promise<Redirected | null> {
  const bare = redirectKey(pathname, '');
  const exact = redirectKey(pathname, search);
  const found = await redirectsOf(db).execute({ websiteId: site.id, exact, bare });
  const effect = effectOn(found, { exact, bare });
  if (!effect) return null;
  const { redirect, isBack, passesQuery } = effect;
  const isOwn = isBack || (await isOfWebsite(db, site, redirect.redirectsTo));
  const how = { search: passesQuery ? search : '', isOwn, shows: isOwn && !isBack && redirect.rewrite };
  return follow(site, isBack ? redirect.redirectsFrom : redirect.redirectsTo, how);
}

/** Whether an address is on one of the domains that the website has now. */
async function isOfWebsite(db: Database, site: FoundSite, to: string): Promise<boolean> {
  const host = readAddress(to)?.host ?? null;
  return host === null || (await hostsOf(db, site.id)).includes(host);
}

interface How {
  /** The request's query, which is passed on where the target has none. */
  readonly search: string;
  /** The target is on this website, whichever of its domains it names. */
  readonly isOwn: boolean;
  readonly shows: boolean;
}

function follow(site: FoundSite, to: string, { search, isOwn, shows }: How): Redirected | null {
  const url = readAddress(to)?.url;
  if (!url) return null;
  if (shows) return { kind: 'shows', path: decodedPart(url.pathname.slice(1)) };
  const place = isOwn ? sitePath(site.domain) : url.origin;
  return { kind: 'goes', location: `${place}${url.pathname}${url.search || search}${url.hash}` };
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
