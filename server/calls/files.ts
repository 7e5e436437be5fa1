import { and, eq, ilike, sql } from 'drizzle-orm';
import { accountUsage, getFile, listFiles } from '#contract/calls/files.ts';
import { storedBy } from '../files/quota.ts';
import { fileAnswer } from '../files/store.ts';
import { notFound, ok } from '../http/reply.ts';
import { serve } from '../serve.ts';
import { files } from '../tables/files.ts';
import { containsPattern, orderOf, paginationOf, windowOf } from './paging.ts';
import { ownWebsiteId } from './scope.ts';

const list = serve(listFiles, async ({ db, user, params, query }) => {
  const websiteId = await ownWebsiteId(db, user, params.websiteId);
  if (websiteId === null) return notFound();
  const window = windowOf(query);
  const pattern = containsPattern(query.q);
  const where = and(eq(files.websiteId, websiteId), pattern === undefined ? undefined : ilike(files.name, pattern));
  const order = orderOf(query.sort, '-created_at', { name: sql`lower(${files.name})`, created_at: files.createdAt }, files.id);
  const rows = await db.select().from(files).where(where).orderBy(order).limit(window.perPage).offset(window.offset);
  return ok(rows.map(fileAnswer), { pagination: paginationOf(window, await db.$count(files, where)) });
});

const one = serve(getFile, async ({ db, user, params }) => {
  const websiteId = await ownWebsiteId(db, user, params.websiteId);
  if (websiteId === null) return notFound();
  const [row] = await db
    .select()
    .from(files)
    .where(and(eq(files.websiteId, websiteId), eq(files.id, params.fileId)));
  return row ? ok(fileAnswer(row)) : notFound();
});

const usage = serve(accountUsage, async ({ db, deps, user }) => {
  const { bytes, files: count } = await storedBy(db, user.accountId);
  return ok({ bytes, bytes_allowed: deps.config.accountBytes, files: count, files_allowed: deps.config.accountFiles });
});

export const fileCallRoutes = [list, one, usage];
