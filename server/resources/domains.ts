import { domainToASCII } from 'node:url';
import { and, eq, inArray, ne } from 'drizzle-orm';
import { asciiHostName, hostNameMessage, hostNameOf } from '#contract/host-name.ts';
import { hostsOf } from '../site/redirects.ts';
import { forgetPages } from '../site/site-version.ts';
import { domains } from '../tables/domains.ts';
import { updateTargetKeys } from './redirect-targets.ts';
import { domainRecords, redirectsAlong } from './redirects-along.ts';
import type { ResourceHooks, Row } from './resource.ts';

const taken = 'This domain belongs to a website already.';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const hooks: ResourceHooks = {
  /** No other website of this server has the domain, and no other domain of the website is primary. */
  beforeWrite: async ({ db, scope }, values, before): Promise<{ fields: Record<string, string> } | { columns: Row }> => {
    const id = Number(before?.['id'] ?? 0);
    const domain = hostNameOf(textOf(values['domain']));
    const ascii = asciiHostName(domain);
    // Browsers read a few names otherwise than punycode alone does, and could not reach these.
    if (ascii === null || domainToASCII(domain) !== ascii) return { fields: { domain: hostNameMessage } };
    const others = ne(domains.id, id);
    if ((await db.$count(domains, and(inArray(domains.domain, [domain, ascii]), others))) > 0) return { fields: { domain: taken } };
    if (values['is_primary'] === true) {
      const ofWebsite = eq(domains.websiteId, scope.websiteId ?? 0);
      await db
        .update(domains)
        .set({ isPrimary: false })
        .where(and(ofWebsite, eq(domains.isPrimary, true), others));
    }
    return { columns: { domain } };
  },

  related: async (db, scope, page) => {
    const websiteId = scope.websiteId ?? 0;
    const records = await domainRecords(db, websiteId);
    const edited = new Set(page.map(({ id }) => id));
    const beside = await redirectsAlong(db, websiteId, page, [...page, ...records.filter(({ id }) => !edited.has(id))]);
    return { records, beside };
  },

  afterWrite: async ({ db, scope }, { domain }, before) => {
    const websiteId = scope.websiteId ?? 0;
    // Pages contain the website's main domain.
    await forgetPages(db, websiteId);
    if (before?.['domain'] === domain) return;
    const changed = [domain, before?.['domain']].map(textOf).filter((name) => name !== '');
    await updateTargetKeys(db, websiteId, changed, await hostsOf(db, websiteId));
  },

  beforeDelete: async ({ db, scope }, { id, domain }) => {
    const websiteId = scope.websiteId ?? 0;
    await forgetPages(db, websiteId);
    await updateTargetKeys(db, websiteId, [textOf(domain)], await hostsOf(db, websiteId, Number(id)));
    return null;
  },
};
