import { createHash } from 'node:crypto';
import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { isDiskFull } from '../disk/disk-full.ts';
import { databaseLacksRoom } from '../disk/writes.ts';
import { prepared } from '../prepared.ts';
import { accounts, tokens, users } from '../tables/identity.ts';

export interface SignedIn {
  readonly id: number;
  readonly accountId: number;
  readonly accountName: string;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly roles: readonly string[];
  readonly createdAt: Date;
  /** The session of the token that this request was sent with. */
  readonly tokenHash: string;
}

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

const bearer = /^Bearer +([A-Za-z0-9_-]{20,200})$/iu;

const seenEveryMs = 60_000;

const sessionOf = prepared((db) =>
  db
    .select({
      id: users.id,
      accountId: users.accountId,
      accountName: accounts.name,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      roles: users.roles,
      createdAt: users.createdAt,
      tokenHash: tokens.hash,
      lastSeenAt: tokens.lastSeenAt,
    })
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.userId))
    .innerJoin(accounts, eq(accounts.id, users.accountId))
    .where(and(eq(tokens.hash, sql.placeholder('hash')), gt(tokens.expiresAt, sql.placeholder('now'))))
    .prepare('session_of_token'),
);

/**
 * The user of a request's Authorization header; null for nobody. Also stores when and from which `address` the session was last used, at
 * most once a minute, because a console sends many requests in a second.
 */
export async function authenticate(
  deps: Pick<Deps, 'db' | 'disk' | 'config'>,
  header: string | undefined,
  address: string,
  now: Date,
): Promise<SignedIn | null> {
  const token = bearer.exec(header ?? '')?.[1];
  return token === undefined ? null : signedInWith(deps, hashToken(token), address, now);
}

/** As `authenticate`, by the hash of a token. */
export async function signedInWith(
  deps: Pick<Deps, 'db' | 'disk' | 'config'>,
  hash: string,
  address: string,
  now: Date,
): Promise<SignedIn | null> {
  const [found] = await sessionOf(deps.db).execute({ hash, now: now.toISOString() });
  if (!found) return null;
  const { lastSeenAt, ...signedIn } = found;
  const due = new Date(now.getTime() - seenEveryMs);
  // Most requests are reads, which also work where there is no room to store this.
  if ((lastSeenAt === null || lastSeenAt <= due) && !(await databaseLacksRoom(deps)))
    await noteSeen(deps, signedIn.tokenHash, address, now, due);
  return signedIn;
}

async function noteSeen({ db }: Pick<Deps, 'db'>, hash: string, address: string, now: Date, due: Date): Promise<void> {
  // The condition is repeated in the statement, so that only one of several parallel requests writes.
  const stillDue = or(isNull(tokens.lastSeenAt), lte(tokens.lastSeenAt, due));
  try {
    await db
      .update(tokens)
      .set({ lastSeenAt: now, address })
      .where(and(eq(tokens.hash, hash), stillDue));
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
}
