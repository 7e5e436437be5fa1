import { sortedText } from '../tables/sorted-text.ts';
import { contains } from '../tables/searched-text.ts';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { getList, getTheme, listAgencies, listMenus, listPages, listThemes } from '#contract/calls/lists.ts';
import { listNames } from '#contract/entities/lists.ts';
import type { Database } from '../connect.ts';
import { notFound, ok } from '../http/reply.ts';
import { serve } from '../serve.ts';
import { agencies, listings, menus, pages, posts, staff, testimonials } from '../tables/content.ts';
import { themes, websites } from '../tables/websites.ts';
import { themeKeyOf } from './answers.ts';
import { containsPattern, type ListQueryInput, orderOf, paginationOf, windowOf } from './paging.ts';
import { ownWebsiteId, rowId } from './scope.ts';

function themeAnswer(theme: typeof themes.$inferSelect) {
  const key = themeKeyOf(theme.key);
  return key === null
    ? []
    : [{ id: theme.id, key, name: theme.name, description: theme.description, version: theme.version, global: true, system: true }];
}

const allThemes = serve(listThemes, async ({ db, query }) => {
  const window = windowOf(query);
  const pattern = containsPattern(query.q);
  const where = pattern === undefined ? undefined : contains(themes.name, pattern);
  const order = orderOf(query.sort, 'name', { name: sortedText(themes.name) }, themes.id);
  const rows = await db.select().from(themes).where(where).orderBy(order).limit(window.perPage).offset(window.offset);
  return ok(rows.flatMap(themeAnswer), { pagination: paginationOf(window, await db.$count(themes, where)) });
});

const oneTheme = serve(getTheme, async ({ db, params }) => {
  const id = rowId(params.themeId);
  if (id === null) return notFound();
  const [theme] = (await db.select().from(themes).where(eq(themes.id, id))).flatMap(themeAnswer);
  return theme ? ok(theme) : notFound();
});

const websiteMenus = serve(listMenus, async ({ db, user, params, query }) => {
  const websiteId = await ownWebsiteId(db, user, params.websiteId);
  if (websiteId === null) return notFound();
  const found = await labelled(db, { table: menus, id: menus.id, label: menus.name, sorts: 'name' }, eq(menus.websiteId, websiteId), query);
  return ok(
    found.items.map((item) => ({ id: item.id, name: item.label })),
    { pagination: found.pagination },
  );
});

const websitePages = serve(listPages, async ({ db, user, params, query }) => {
  const websiteId = await ownWebsiteId(db, user, params.websiteId);
  if (websiteId === null) return notFound();
  const found = await labelled(
    db,
    { table: pages, id: pages.id, label: pages.title, sorts: 'title' },
    eq(pages.websiteId, websiteId),
    query,
  );
  return ok(
    found.items.map((item) => ({ id: item.id, title: item.label })),
    { pagination: found.pagination },
  );
});

const websiteAgencies = serve(listAgencies, async ({ db, user, params, query }) => {
  const websiteId = await ownWebsiteId(db, user, params.websiteId);
  if (websiteId === null) return notFound();
  const window = windowOf(query);
  const pattern = containsPattern(query.q);
  const where = and(eq(agencies.websiteId, websiteId), pattern === undefined ? undefined : contains(agencies.name, pattern));
  const order = orderOf(query.sort, 'name', { name: sortedText(agencies.name) }, agencies.id);
  const rows = await db.select().from(agencies).where(where).orderBy(order).limit(window.perPage).offset(window.offset);
  const items = rows.map(({ id, name, address, phone }) => ({ id, name, address, phone }));
  return ok(items, { pagination: paginationOf(window, await db.$count(agencies, where)) });
});

interface Labelled {
  readonly table: PgTable;
  readonly id: PgColumn;
  readonly label: PgColumn;
  /** The contract's name of the one sortable field. */
  readonly sorts: string;
}

async function labelled(db: Database, source: Labelled, scope: SQL | undefined, query: ListQueryInput) {
  const window = windowOf(query);
  const pattern = containsPattern(query.q);
  const where = and(scope, pattern === undefined ? undefined : contains(source.label, pattern));
  const order = orderOf(query.sort, source.sorts, { [source.sorts]: sortedText(source.label) }, source.id);
  const items = await db
    .select({ id: sql<number>`${source.id}`, label: sql<string>`${source.label}` })
    .from(source.table)
    .where(where)
    .orderBy(order)
    .limit(window.perPage)
    .offset(window.offset);
  return { items, pagination: paginationOf(window, await db.$count(source.table, where)) };
}

const sources = {
  agency: { table: agencies, id: agencies.id, label: agencies.name, sorts: 'label', websiteId: agencies.websiteId },
  staff: { table: staff, id: staff.id, label: staff.name, sorts: 'label', websiteId: staff.websiteId },
  testimonials: { table: testimonials, id: testimonials.id, label: testimonials.author, sorts: 'label', websiteId: testimonials.websiteId },
  posts: { table: posts, id: posts.id, label: posts.title, sorts: 'label', websiteId: posts.websiteId },
  listings: { table: listings, id: listings.id, label: listings.address, sorts: 'label', websiteId: listings.websiteId },
};

const choices = serve(getList, async ({ db, user, params, query }) => {
  const name = listNames.find((known) => known === params.name);
  if (name === undefined) return notFound();
  const source = sources[name];
  const websiteId = query.website_id === undefined ? undefined : await ownWebsiteId(db, user, query.website_id);
  if (websiteId === null) return notFound();
  const own = db.select({ id: websites.id }).from(websites).where(eq(websites.accountId, user.accountId));
  const scope = websiteId === undefined ? inArray(source.websiteId, own) : eq(source.websiteId, websiteId);
  const found = await labelled(db, source, scope, query);
  return ok(found.items, { pagination: found.pagination });
});

export const listRoutes = [allThemes, oneTheme, websiteMenus, websitePages, websiteAgencies, choices];
