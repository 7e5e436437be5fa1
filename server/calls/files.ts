import { sortedText } from '../tables/sorted-text.ts';
import { contains } from '../tables/searched-text.ts';
import { and, eq } from 'drizzle-orm';
import { accountUsage, deleteFile, getFile, listFiles } from '#contract/calls/files.ts';
import { storedBy } from '../files/quota.ts';
import { dropFiles, fileAnswer, removeFile } from '../files/store.ts';
import { usesOf } from '../files/uses.ts';
import { placesText } from '../uses/find-uses.ts';
import { fail, notFound, ok } from '../http/reply.ts';
import { serve } from '../serve.ts';
import { files } from '../tables/files.ts';
import { containsPattern, orderOf, paginationOf, windowOf } from './paging.ts';
import { ownWebsiteId } from './scope.ts';

const list = serve(listFiles, async ({ db, user, params, query }) => {
  const websiteId = await ownWebsiteId(db, user, params.websiteId);
  if (websiteId === null) return notFound();
  const window = windowOf(query);
  const pattern = containsPattern(query.q);
  const where = and(eq(files.websiteId, websiteId), pattern === undefined ? undefined : contains(files.name, pattern));
  const sortable = { name: sortedText(files.name), bytes: files.bytes, created_at: files.createdAt };
  const order = orderOf(query.sort, '-created_at', sortable, files.id);
  const rows = await db.select().from(files).where(where).orderBy(order).limit(window.perPage).offset(window.offset);
  const uses = await usesOf(
    db,
    websiteId,
    rows.map((row) => row.id),
  );
  const answers = rows.map((row) => {
    const { places, total } = uses(row.id);
    return { ...fileAnswer(row), used_in: [...places], used_in_total: total };
  });
  return ok(answers, { pagination: paginationOf(window, await db.$count(files, where)) });
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

const remove = serve(deleteFile, async ({ db, deps, user, params, now }) => {
  const websiteId = await ownWebsiteId(db, user, params.websiteId);
  if (websiteId === null) return notFound();
  const own = and(eq(files.websiteId, websiteId), eq(files.id, params.fileId));
  // This lock makes a save that is about to name the file wait or be seen by the check below; a later save finds the file gone.
  const [row] = await db.select().from(files).where(own).for('update');
  if (!row) return notFound();
  const uses = (await usesOf(db, websiteId, [row.id]))(row.id);
  if (uses.total > 0) return fail('conflict', `“${row.name}” is in use: ${placesText(uses)}. Take it out there, then delete it.`);
  await removeFile(db, row, now);
  return ok({ id: row.id }, { afterCommit: () => dropFiles(deps, [row]) });
});

const usage = serve(accountUsage, async ({ db, deps, user }) => {
  const { bytes, files: count } = await storedBy(db, user.accountId);
  return ok({ bytes, bytes_allowed: deps.config.accountBytes, files: count, files_allowed: deps.config.accountFiles });
});

export const fileCallRoutes = [list, one, remove, usage];
