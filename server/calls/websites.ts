import { sortedText } from '../tables/sorted-text.ts';
import { contains } from '../tables/searched-text.ts';
import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import { sitemap } from '#contract/calls/sitemap.ts';
import { clearCache, getWebsite, listWebsites } from '#contract/calls/websites.ts';
import type { Database } from '../connect.ts';
import { fail, notFound, ok } from '../http/reply.ts';
import { serve } from '../serve.ts';
import { siteAddress, sitemapXml } from '../site/documents.ts';
import { forgetPages } from '../site/site-version.ts';
import { accounts } from '../tables/identity.ts';
import { domains } from '../tables/domains.ts';
import { themes, websites } from '../tables/websites.ts';
import { themeKeyOf } from './answers.ts';
import { containsPattern, nearerEnd, orderOf, paginationOf, reversed, windowOf } from './paging.ts';
import { ownWebsiteId, rowId } from './scope.ts';

const columns = {
  id: websites.id,
  name: websites.name,
  themeId: websites.themeId,
  themeKey: themes.key,
  account: accounts.name,
  createdAt: websites.createdAt,
  updatedAt: websites.updatedAt,
  deletedAt: websites.deletedAt,
};

type Row = {
  id: number;
  name: string;
  themeId: number | null;
  themeKey: string | null;
  account: string;
  createdAt: Date;
  updatedAt: Date;
  deletedAt: Date | null;
};

/** Primary domain first, as the switcher shows the first one. */
async function withDomains(db: Database, rows: readonly Row[]) {
  const found =
    rows.length === 0
      ? []
      : await db
          .select()
          .from(domains)
          .where(
            inArray(
              domains.websiteId,
              rows.map((row) => row.id),
            ),
          )
          .orderBy(desc(domains.isPrimary), asc(domains.id));
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    theme_id: row.themeId,
    theme_key: themeKeyOf(row.themeKey),
    account: row.account,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    deleted_at: row.deletedAt?.toISOString() ?? null,
    domains: found.filter((item) => item.websiteId === row.id).map(({ id, domain, isPrimary }) => ({ id, domain, is_primary: isPrimary })),
  }));
}

const selectFrom = (db: Database) =>
  db
    .select(columns)
    .from(websites)
    .innerJoin(accounts, eq(accounts.id, websites.accountId))
    .leftJoin(themes, eq(themes.id, websites.themeId));

const list = serve(listWebsites, async ({ db, user, query }) => {
  const window = windowOf(query);
  const pattern = containsPattern(query.q);
  const where = and(
    eq(websites.accountId, user.accountId),
    isNull(websites.deletedAt),
    pattern === undefined
      ? undefined
      : // Each part can use its own index, which an `or` of the two could not.
        inArray(
          websites.id,
          union(
            db.select({ id: websites.id }).from(websites).where(contains(websites.name, pattern)),
            db.select({ id: domains.websiteId }).from(domains).where(contains(domains.domain, pattern)),
          ),
        ),
  );
  const total = await db.$count(websites, where);
  const { isReversed, offset, limit } = nearerEnd(window, total);
  const sort = query.sort ?? 'name';
  // All of one account: ordering by account name is ordering by id, which `orderOf` adds.
  const order = orderOf(
    isReversed ? reversed(sort) : sort,
    'name',
    { name: sortedText(websites.name), account: websites.accountId, created_at: websites.createdAt },
    websites.id,
  );
  const found = limit === 0 ? [] : await selectFrom(db).where(where).orderBy(order).limit(limit).offset(offset);
  const rows = isReversed ? found.toReversed() : found;
  return ok(await withDomains(db, rows), { pagination: paginationOf(window, total) });
});

const one = serve(getWebsite, async ({ db, user, params }) => {
  const id = rowId(params.websiteId);
  if (id === null) return notFound();
  const rows = await selectFrom(db).where(and(eq(websites.id, id), eq(websites.accountId, user.accountId), isNull(websites.deletedAt)));
  const [website] = await withDomains(db, rows);
  return website ? ok(website) : notFound();
});

const emptyCache = serve(clearCache, async ({ db, user, params }) => {
  const id = await ownWebsiteId(db, user, params.websiteId);
  if (id === null) return notFound();
  await forgetPages(db, id);
  return ok({ cleared: true });
});

/** The public site, at the website's main domain. */
const siteMap = serve(sitemap, async ({ db, deps, user, params, now }) => {
  const websiteId = await ownWebsiteId(db, user, params.websiteId);
  if (websiteId === null) return notFound();
  const [primary] = await db
    .select({ domain: domains.domain })
    .from(domains)
    .where(eq(domains.websiteId, websiteId))
    .orderBy(desc(domains.isPrimary), asc(domains.id))
    .limit(1);
  if (!primary) return fail('not_found', 'This website has no domain yet, and so no sitemap.');
  return ok(await sitemapXml(db, websiteId, siteAddress(deps.config, primary.domain), now));
});

export const websiteRoutes = [list, one, emptyCache, siteMap];
