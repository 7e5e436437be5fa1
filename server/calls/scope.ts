import { and, eq, isNull, sql } from 'drizzle-orm';
import type { SignedIn } from '../auth/tokens.ts';
import type { Database } from '../connect.ts';
import { prepared } from '../prepared.ts';
import { websites } from '../tables/websites.ts';

/** An id as the tables have it; null for anything that can't be one. */
export function rowId(text: string): number | null {
  if (!/^[1-9]\d{0,9}$/u.test(text)) return null;
  const id = Number(text);
  return id <= 2_147_483_647 ? id : null;
}

/** Puts changes of one website one after the other, to the end of the transaction. */
export async function lockWebsite(tx: Database, websiteId: number): Promise<void> {
  await tx.select({ id: websites.id }).from(websites).where(eq(websites.id, websiteId)).for('no key update');
}

const ownWebsite = prepared((db) =>
  db
    .select({ id: websites.id })
    .from(websites)
    .where(and(eq(websites.id, sql.placeholder('id')), eq(websites.accountId, sql.placeholder('accountId')), isNull(websites.deletedAt)))
    .prepare('own_website'),
);

/** The id of a website that the user may see; null for another account's, which looks as if it did not exist. */
export async function ownWebsiteId(db: Database, user: SignedIn, param: string): Promise<number | null> {
  const id = rowId(param);
  if (id === null) return null;
  const [found] = await ownWebsite(db).execute({ id, accountId: user.accountId });
  return found?.id ?? null;
}
