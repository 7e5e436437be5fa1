import { and, eq, inArray, ne, or } from 'drizzle-orm';
import type { FieldMessages } from '#contract/errors.ts';
import type { RecordValues, Values } from '#contract/resources/define.ts';
import type { Database } from '../connect.ts';
import { readAddress, redirectKey } from '../site/redirect-key.ts';
import { hostsOf } from '../site/redirects.ts';
import { redirects } from '../tables/redirects.ts';
import { targetKey } from './redirect-targets.ts';
import type { ResourceHooks } from './resource.ts';

const noAddress = 'This must be a path such as /contact-us, or an address that begins with https://.';

/** Browsers follow at most this many redirects. */
const browsersFollow = 20;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The path of an address on the website itself; any other address unchanged. */
function asPath(typed: unknown, hosts: readonly string[]): string {
  const text = textOf(typed);
  const address = readAddress(text);
  return address?.host && hosts.includes(address.host) ? `${address.url.pathname}${address.url.search}` : text;
}

/**
 * The keys of redirects that match an address of the website: with its query, with one that was passed on, and without one. `queries`: those
 * with which visitors of the page's redirects arrive.
 */
function keysOf(path: string, queries: readonly string[]): readonly string[] {
  const address = readAddress(path);
  if (!address || address.host !== null) return [];
  const { pathname, search } = address.url;
  return [search, '', ...(search === '' ? queries : [])].map((query) => redirectKey(pathname, query));
}

const queryOf = (path: string): string => readAddress(path)?.url.search ?? '';

export const hooks: ResourceHooks = {
  /** An address of the website has at most one redirect, which leads elsewhere. */
  beforeWrite: async ({ db, scope }, values: Values, before): Promise<{ fields: FieldMessages } | { columns: Record<string, unknown> }> => {
    const websiteId = scope.websiteId ?? 0;
    const [from, to] = [readAddress(textOf(values['redirects_from'])), readAddress(textOf(values['redirects_to']))];
    if (!from || !to) return { fields: { ...(from ? {} : { redirects_from: noAddress }), ...(to ? {} : { redirects_to: noAddress }) } };
    const hosts = await hostsOf(db, websiteId);
    const isOwn = (host: string | null) => host === null || hosts.includes(host);
    if (!isOwn(from.host)) return { fields: { redirects_from: 'This is not one of the website’s domains.' } };
    const fromKey = redirectKey(from.url.pathname, from.url.search);
    const toKey = targetKey(textOf(values['redirects_to']), hosts);
    // A redirect without a query matches any: even an address that differs only in its query.
    const isCircle = toKey !== null && from.url.search === '' && redirectKey(to.url.pathname, '') === fromKey;
    if (fromKey === toKey || isCircle) return { fields: { redirects_to: 'Both addresses are the same.' } };
    const sameFrom = and(eq(redirects.websiteId, websiteId), eq(redirects.fromKey, fromKey), ne(redirects.id, Number(before?.['id'] ?? 0)));
    if ((await db.$count(redirects, sameFrom)) > 0) return { fields: { redirects_from: 'There is a redirect from this address already.' } };
    return { columns: { from_key: fromKey, to_key: toKey } };
  },

  /** The redirects of the page, and those that follow them in a chain. */
  related: async (db: Database, scope, page): Promise<readonly RecordValues[]> => {
    const websiteId = scope.websiteId ?? 0;
    const hosts = await hostsOf(db, websiteId);
    const local = (record: RecordValues): RecordValues => ({
      ...record,
      redirects_from: asPath(record['redirects_from'], hosts),
      redirects_to: asPath(record['redirects_to'], hosts),
    });
    const found = new Map(page.map((record) => [record.id, local(record)]));
    let last = [...found.values()];
    const queries = [...new Set(last.flatMap((record) => [textOf(record['redirects_from']), textOf(record['redirects_to'])]).map(queryOf))];
    const leadsBack = and(eq(redirects.rewrite, true), eq(redirects.redirectToRewrite, true));
    for (let hop = 0; hop < browsersFollow && last.length > 0; hop += 1) {
      const ends = last.flatMap((record) => [
        textOf(record['redirects_to']),
        ...(record['rewrite'] ? [textOf(record['redirects_from'])] : []),
      ]);
      const keys = ends.flatMap((end) => keysOf(end, queries));
      const applies = or(inArray(redirects.fromKey, keys), and(inArray(redirects.toKey, keys), leadsBack));
      const taken = and(eq(redirects.websiteId, websiteId), applies);
      const rows = keys.length === 0 ? [] : await db.select().from(redirects).where(taken);
      last = rows
        .map(({ id, redirectsFrom, redirectsTo, rewrite, redirectToRewrite }) =>
          local({
            id: String(id),
            redirects_from: redirectsFrom,
            redirects_to: redirectsTo,
            rewrite,
            redirect_to_rewrite: redirectToRewrite,
          }),
        )
        .filter(({ id }) => !found.has(id));
      for (const record of last) found.set(record.id, record);
    }
    return [...found.values()];
  },
};
