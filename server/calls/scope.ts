import { and, eq, isNull, sql } from 'drizzle-orm';
import type { ThemeKey } from '#contract/entities/website.ts';
import type { SignedIn } from '../auth/tokens.ts';
import type { Database } from '../connect.ts';
import { prepared } from '../prepared.ts';
import { themes, websites } from '../tables/websites.ts';
import { themeKeyOf } from './answers.ts';

/** An id as the tables have it; null for anything that can't be an id. */
export function rowId(text: string): number | null {
  if (!/^[1-9]\d{0,9}$/u.test(text)) return null;
  const id = Number(text);
  return id <= 2_147_483_647 ? id : null;
}

/** Serialises changes of one website, until the transaction ends. */
export async function lockWebsite(tx: Database, websiteId: number): Promise<void> {
  await tx.select({ id: websites.id }).from(websites).where(eq(websites.id, websiteId)).for('no key update');
}

/** Condition of a prepared query, whose placeholders `id` and `accountId` are the website and the account of the request. */
export const isOwnWebsite = () =>
  and(eq(websites.id, sql.placeholder('id')), eq(websites.accountId, sql.placeholder('accountId')), isNull(websites.deletedAt));

const foundWebsite = prepared((db) =>
  db
    .select({ id: websites.id, theme: themes.key })
    .from(websites)
    .leftJoin(themes, eq(themes.id, websites.themeId))
    .where(isOwnWebsite())
    .prepare('own_website'),
);

export interface OwnWebsite {
  readonly id: number;
  readonly theme: ThemeKey | null;
}

/** A website that the user may see; null for another account's website, as if it did not exist. */
export async function ownWebsite(db: Database, user: SignedIn, param: string): Promise<OwnWebsite | null> {
  const id = rowId(param);
  if (id === null) return null;
  const [found] = await foundWebsite(db).execute({ id, accountId: user.accountId });
  return found ? { id: found.id, theme: themeKeyOf(found.theme) } : null;
}

/** The id of such a website. */
export async function ownWebsiteId(db: Database, user: SignedIn, param: string): Promise<number | null> {
  return (await ownWebsite(db, user, param))?.id ?? null;
}
