import { and, eq, ne } from 'drizzle-orm';
import type { FieldMessages } from '#contract/errors.ts';
import type { Values } from '#contract/resources/define.ts';
import type { Database } from '../connect.ts';
import { ownAddress, readAddress, storedKeys } from '../site/redirect-key.ts';
import { hostsOf } from '../site/redirects.ts';
import { forgetPages } from '../site/site-version.ts';
import { redirects } from '../tables/redirects.ts';
import { domainRecords, redirectsAlong } from './redirects-along.ts';
import type { ResourceHooks } from './resource.ts';

const noAddress = 'This must be a path such as /contact-us, or an address that begins with https://.';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const hooks: ResourceHooks = {
  /** An address of the website has at most one redirect, which leads elsewhere. */
  beforeWrite: async ({ db, scope }, values: Values, before): Promise<{ fields: FieldMessages } | { columns: Record<string, unknown> }> => {
    const websiteId = scope.websiteId ?? 0;
    const typed = { from: textOf(values['redirects_from']), to: textOf(values['redirects_to']) };
    const areAddresses = [readAddress(typed.from), readAddress(typed.to)].map((address) => address !== null);
    if (areAddresses.includes(false)) {
      const [isFrom, isTo] = areAddresses;
      return { fields: { ...(isFrom ? {} : { redirects_from: noAddress }), ...(isTo ? {} : { redirects_to: noAddress }) } };
    }
    const hosts = await hostsOf(db, websiteId);
    const [from, to] = [ownAddress(typed.from, hosts), ownAddress(typed.to, hosts)];
    if (!from) return { fields: { redirects_from: 'This is not one of the website’s domains.' } };
    // A redirect applies to visitors with further parameters too: even to the address that it leads to.
    const isCircle = to !== null && to.path === from.path && from.params.every((param) => to.params.includes(param));
    if (isCircle) return { fields: { redirects_to: 'Both addresses are the same.' } };
    const { fromKey, fromAnchor, toKey } = storedKeys(from, to);
    const sameFrom = and(eq(redirects.websiteId, websiteId), eq(redirects.fromKey, fromKey), ne(redirects.id, Number(before?.['id'] ?? 0)));
    if ((await db.$count(redirects, sameFrom)) > 0) return { fields: { redirects_from: 'There is a redirect from this address already.' } };
    return { columns: { from_key: fromKey, from_anchor: fromAnchor, to_key: toKey } };
  },

  // The sitemap leaves out what is redirected.
  afterWrite: ({ db, scope }) => forgetPages(db, scope.websiteId ?? 0),
  afterDelete: ({ db, scope }) => forgetPages(db, scope.websiteId ?? 0),

  related: async (db: Database, scope, page) => {
    const websiteId = scope.websiteId ?? 0;
    const beside = await domainRecords(db, websiteId);
    return { records: await redirectsAlong(db, websiteId, page, beside), beside };
  },
};
