import { createHash } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import type { Database } from '../connect.ts';
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
  /** Of the token that this request came with. */
  readonly tokenHash: string;
}

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

const bearer = /^Bearer +([A-Za-z0-9_-]{20,200})$/iu;

/** Who a request's Authorization header speaks for; null for nobody. */
export async function authenticate(db: Database, header: string | undefined, now: Date): Promise<SignedIn | null> {
  const token = bearer.exec(header ?? '')?.[1];
  if (token === undefined) return null;
  const [found] = await db
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
    })
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.userId))
    .innerJoin(accounts, eq(accounts.id, users.accountId))
    .where(and(eq(tokens.hash, hashToken(token)), gt(tokens.expiresAt, now)));
  return found ?? null;
}
