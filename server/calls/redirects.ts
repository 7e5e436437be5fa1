import { and, eq, ilike, isNull, ne, or, sql } from 'drizzle-orm';
import { createRedirect, deleteRedirect, getRedirect, listRedirects, updateRedirect } from '#contract/calls/redirects.ts';
import type { FieldMessages } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { SignedIn } from '../auth/tokens.ts';
import type { Database } from '../connect.ts';
import { changedMeanwhile, invalidFields, notFound, ok } from '../http/reply.ts';
import { ifMatch, tagOf } from '../http/send.ts';
import { serve } from '../serve.ts';
import { readAddress, redirectKey } from '../site/redirect-key.ts';
import { hostsOf } from '../site/redirects.ts';
import { redirects, websites } from '../tables/websites.ts';
import { containsPattern, orderOf, paginationOf, windowOf } from './paging.ts';
import { lockWebsite, ownWebsiteId, rowId } from './scope.ts';

type Row = typeof redirects.$inferSelect;
type Written = Pick<Row, 'redirectsFrom' | 'redirectsTo' | 'rewrite' | 'redirectToRewrite'>;

const answerOf = (row: Row) => ({
  id: row.id,
  redirects_from: row.redirectsFrom,
  redirects_to: row.redirectsTo,
  rewrite: row.rewrite,
  redirect_to_rewrite: row.redirectToRewrite,
});
const tagOfRow = (row: Row) => tagOf(JSON.stringify(answerOf(row)));

const noAddress = 'This must be a path such as /contact-us, or an address that begins with https://.';

/** The keys that a redirect is found by, or why it can't be one. Inside the transaction, the website locked. */
async function keysOf(
  db: Database,
  websiteId: number,
  { redirectsFrom, redirectsTo }: Written,
  ownId: number,
): Promise<{ readonly fromKey: string; readonly toKey: string | null } | { readonly fields: FieldMessages }> {
  const [from, to] = [readAddress(redirectsFrom), readAddress(redirectsTo)];
  if (!from || !to) return { fields: { ...(from ? {} : { redirects_from: noAddress }), ...(to ? {} : { redirects_to: noAddress }) } };
  const hosts = await hostsOf(db, websiteId);
  const isOwn = (host: string | null) => host === null || hosts.includes(host);
  if (!isOwn(from.host)) return { fields: { redirects_from: 'This is not one of the website’s domains.' } };
  const fromKey = redirectKey(from.url.pathname, from.url.search);
  const toKey = isOwn(to.host) ? redirectKey(to.url.pathname, to.url.search) : null;
  // One without a query takes any: also that of an address which differs by it alone.
  const isCircle = toKey !== null && from.url.search === '' && redirectKey(to.url.pathname, '') === fromKey;
  if (fromKey === toKey || isCircle) return { fields: { redirects_to: 'Both addresses are the same.' } };
  const taken = await db.$count(
    redirects,
    and(eq(redirects.websiteId, websiteId), eq(redirects.fromKey, fromKey), ne(redirects.id, ownId)),
  );
  return taken > 0 ? { fields: { redirects_from: 'There is a redirect from this address already.' } } : { fromKey, toKey };
}

async function ownRedirect(db: Database, user: SignedIn, param: string): Promise<Row | null> {
  const id = rowId(param);
  if (id === null) return null;
  const [found] = await db
    .select({ redirect: redirects })
    .from(redirects)
    .innerJoin(websites, eq(websites.id, redirects.websiteId))
    .where(and(eq(redirects.id, id), eq(websites.accountId, user.accountId), isNull(websites.deletedAt)));
  return found?.redirect ?? null;
}

const list = serve(listRedirects, async ({ db, user, params, query }) => {
  const websiteId = await ownWebsiteId(db, user, params.websiteId);
  if (websiteId === null) return notFound();
  const window = windowOf(query);
  const pattern = containsPattern(query.q);
  const where = and(
    eq(redirects.websiteId, websiteId),
    pattern === undefined ? undefined : or(ilike(redirects.redirectsFrom, pattern), ilike(redirects.redirectsTo, pattern)),
  );
  const fields = { redirects_from: sql`lower(${redirects.redirectsFrom})`, redirects_to: sql`lower(${redirects.redirectsTo})` };
  const order = orderOf(query.sort, 'redirects_from', fields, redirects.id);
  const rows = await db.select().from(redirects).where(where).orderBy(order).limit(window.perPage).offset(window.offset);
  return ok(rows.map(answerOf), { pagination: paginationOf(window, await db.$count(redirects, where)) });
});

const one = serve(getRedirect, async ({ db, user, params }) => {
  const row = await ownRedirect(db, user, params.redirectId);
  return row ? ok(answerOf(row), { etag: tagOfRow(row) }) : notFound();
});

const create = serve(createRedirect, async ({ db, user, params, body }) => {
  const websiteId = await ownWebsiteId(db, user, params.websiteId);
  if (websiteId === null) return notFound();
  await lockWebsite(db, websiteId);
  const written: Written = {
    redirectsFrom: body.redirects_from,
    redirectsTo: body.redirects_to,
    rewrite: body.rewrite,
    redirectToRewrite: body.redirect_to_rewrite,
  };
  const keys = await keysOf(db, websiteId, written, 0);
  if ('fields' in keys) return invalidFields(keys.fields);
  if ((await db.$count(redirects, eq(redirects.websiteId, websiteId))) >= limits.redirectsPerWebsite)
    return invalidFields({ redirects_from: `A website has at most ${limits.redirectsPerWebsite} redirects.` });
  const [row] = await db
    .insert(redirects)
    .values({ websiteId, ...written, ...keys })
    .returning();
  if (!row) throw new Error('the redirect that was just made is not there');
  return ok(answerOf(row), { etag: tagOfRow(row) });
});

const update = serve(updateRedirect, async ({ db, user, params, body, ifMatch: wanted }) => {
  const found = await ownRedirect(db, user, params.redirectId);
  if (!found) return notFound();
  await lockWebsite(db, found.websiteId);
  const before = await ownRedirect(db, user, params.redirectId);
  if (!before) return notFound();
  if (wanted !== undefined && !ifMatch(wanted, tagOfRow(before))) return changedMeanwhile();
  const written: Written = {
    redirectsFrom: body.redirects_from ?? before.redirectsFrom,
    redirectsTo: body.redirects_to ?? before.redirectsTo,
    rewrite: body.rewrite ?? before.rewrite,
    redirectToRewrite: body.redirect_to_rewrite ?? before.redirectToRewrite,
  };
  const keys = await keysOf(db, before.websiteId, written, before.id);
  if ('fields' in keys) return invalidFields(keys.fields);
  const [row] = await db
    .update(redirects)
    .set({ ...written, ...keys })
    .where(eq(redirects.id, before.id))
    .returning();
  return row ? ok(answerOf(row), { etag: tagOfRow(row) }) : notFound();
});

const remove = serve(deleteRedirect, async ({ db, user, params }) => {
  const websiteId = await ownWebsiteId(db, user, params.websiteId);
  const id = rowId(params.redirectId);
  if (websiteId === null || id === null) return notFound();
  const gone = await db
    .delete(redirects)
    .where(and(eq(redirects.id, id), eq(redirects.websiteId, websiteId)))
    .returning({ id: redirects.id });
  return gone.length > 0 ? ok({ id }) : notFound();
});

export const redirectRoutes = [list, one, create, update, remove];
