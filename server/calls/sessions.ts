import { and, eq, gt, ne, sql } from 'drizzle-orm';
import { endOtherSessions, endSession, listSessions } from '#contract/calls/sessions.ts';
import { notFound, ok } from '../http/reply.ts';
import { serve } from '../serve.ts';
import { tokens } from '../tables/identity.ts';
import { isUuid } from '../uuid.ts';
import { paginationOf, windowOf } from './paging.ts';

type Row = typeof tokens.$inferSelect;

const answerOf = (row: Row, ownHash: string) => ({
  id: row.id,
  user_agent: row.userAgent,
  address: row.address,
  created_at: row.createdAt.toISOString(),
  last_seen_at: (row.lastSeenAt ?? row.createdAt).toISOString(),
  current: row.hash === ownHash,
});

const list = serve(listSessions, async ({ db, user, now, query }) => {
  const window = windowOf(query);
  const where = and(eq(tokens.userId, user.id), gt(tokens.expiresAt, now));
  const seen = sql`coalesce(${tokens.lastSeenAt}, ${tokens.createdAt}) desc`;
  const rows = await db
    .select()
    .from(tokens)
    .where(where)
    .orderBy(sql`${tokens.hash} = ${user.tokenHash} desc`, seen, tokens.id)
    .limit(window.perPage)
    .offset(window.offset);
  const pagination = paginationOf(window, await db.$count(tokens, where));
  return ok(
    rows.map((row) => answerOf(row, user.tokenHash)),
    { pagination },
  );
});

const end = serve(endSession, async ({ db, user, params }) => {
  if (!isUuid(params.sessionId)) return notFound();
  const own = and(eq(tokens.id, params.sessionId), eq(tokens.userId, user.id));
  const ended = await db.delete(tokens).where(own).returning({ id: tokens.id });
  return ended.length > 0 ? ok({ ok: true }) : notFound();
});

const endOthers = serve(endOtherSessions, async ({ db, user }) => {
  await db.delete(tokens).where(and(eq(tokens.userId, user.id), ne(tokens.hash, user.tokenHash)));
  return ok({ ok: true });
});

export const sessionRoutes = [list, end, endOthers];
