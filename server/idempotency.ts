import { and, eq, gt, lte, sql } from 'drizzle-orm';
import { limits } from '#contract/limits.ts';
import type { Database } from './connect.ts';
import { type Failure, fail } from './http/reply.ts';
import { idempotencyKeys } from './tables/service.ts';

const dayMs = 86_400_000;

/** A stored answer, to be sent again unchanged. */
export interface StoredAnswer {
  readonly kind: 'stored';
  readonly status: number;
  readonly body: string;
  readonly etag: string | null;
}

/** The record of a success whose body was too long to store. */
export interface UnkeptAnswer {
  readonly kind: 'unkept';
  readonly status: number;
}

export function idempotencyKeyProblem(key: string): Failure | null {
  if (key.length <= limits.idempotencyKeyCharacters && /^[\w.:-]+$/u.test(key)) return null;
  return fail('bad_request', `Idempotency-Key takes 1 to ${limits.idempotencyKeyCharacters} letters, digits and . _ : -`);
}

/**
 * Claims the key inside the transaction of the effect. A second request with the same key waits at the unique row for the first one's
 * commit, and then finds its answer. Null: the key was free, do the work.
 */
export async function takeKey(
  tx: Database,
  userId: number,
  key: string,
  print: string,
  now: Date,
): Promise<StoredAnswer | UnkeptAnswer | Failure | null> {
  const fresh = {
    fingerprint: print,
    status: null,
    body: null,
    etag: null,
    expiresAt: new Date(now.getTime() + limits.idempotencyDays * dayMs),
  };
  const taken = await tx
    .insert(idempotencyKeys)
    .values({ userId, key, ...fresh })
    .onConflictDoUpdate({
      target: [idempotencyKeys.userId, idempotencyKeys.key],
      set: fresh,
      setWhere: lte(idempotencyKeys.expiresAt, now),
    })
    .returning({ key: idempotencyKeys.key });
  if (taken.length > 0) return null;
  return (
    (await findAnswer(tx, userId, key, print, now)) ?? fail('conflict', 'A request with this Idempotency-Key is under way. Send it again.')
  );
}

/** The result under a key, without claiming it: for a request whose work should be avoided. Null: there is none yet. */
export async function findAnswer(
  db: Database,
  userId: number,
  key: string,
  print: string,
  now: Date,
): Promise<StoredAnswer | UnkeptAnswer | Failure | null> {
  const [row] = await db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key), gt(idempotencyKeys.expiresAt, now)));
  if (!row || row.status === null) return null;
  if (row.fingerprint !== print) return fail('idempotency_key_reused', 'This Idempotency-Key was used for another request.');
  const { status, body, etag } = row;
  return body === null ? { kind: 'unkept', status } : { kind: 'stored', status, body, etag };
}

/** True for a body that is not stored for a repeat. A longer one for each save of a week would fill the database. */
export function isTooLongToKeep(body: string): boolean {
  return Buffer.byteLength(body) > limits.idempotencyAnswerBytes;
}

const mostKept = { answers: limits.idempotencyAnswersPerUser, bytes: limits.idempotencyBytesPerUser };

/**
 * Deletes the oldest answers of a user with too many, or too large, stored answers: one user who writes all the time would fill the disk
 * with them. The limit counts their size as stored. An array is computed once: before the table's statistics know the
 * user, PostgreSQL would look through all answers anew for each one.
 */
export async function trimAnswers(
  db: Database,
  userId: number,
  { answers, bytes }: { readonly answers: number; readonly bytes: number } = mostKept,
): Promise<void> {
  await db.execute(sql`
    delete from ${idempotencyKeys} where user_id = ${userId} and key = any(array(
      select key from (
        select key, row_number() over newest as place, sum(coalesce(pg_column_size(body), 0)) over newest as bytes
        from ${idempotencyKeys} where user_id = ${userId} and status is not null
        window newest as (order by expires_at desc, key)
      ) as kept
      where place > ${answers} or bytes > ${bytes}
    ))`);
}

/** `body` and `etag` null: the answer is too long to store, and a repeat is answered from the stored records of that time. */
export async function storeAnswer(
  tx: Database,
  userId: number,
  key: string,
  answer: { readonly status: number; readonly body: string | null; readonly etag: string | null },
): Promise<void> {
  await tx
    .update(idempotencyKeys)
    .set({ status: answer.status, body: answer.body, etag: answer.etag })
    .where(and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key)));
}
