import { eq, sql } from 'drizzle-orm';
import { filesPart } from '#contract/calls/files.ts';
import { countText, sizeText } from '#contract/sizes.ts';
import type { ServerConfig } from '../config.ts';
import type { Database } from '../connect.ts';
import { type Failure, fail } from '../http/reply.ts';
import { files } from '../tables/files.ts';
import { accounts } from '../tables/identity.ts';
import { websites } from '../tables/websites.ts';

/** The number of stored files, and their bytes together. */
export interface StoredAmount {
  readonly files: number;
  readonly bytes: number;
}

type Quota = Pick<ServerConfig, 'accountBytes' | 'accountFiles'>;

/** The usage of an account, counted from its files, so that the two can't differ. */
export async function storedBy(db: Database, accountId: number): Promise<StoredAmount> {
  const [row] = await db
    .select({
      files: sql<number>`count(*)`.mapWith(Number),
      // A sum of integers is a bigint, which drivers return as text.
      bytes: sql<number>`coalesce(sum(${files.bytes}), 0)`.mapWith(Number),
    })
    .from(files)
    .innerJoin(websites, eq(websites.id, files.websiteId))
    .where(eq(websites.accountId, accountId));
  return row ?? { files: 0, bytes: 0 };
}

/** Why an account has no room for `added`; null where it has. */
export async function quotaProblem(db: Database, quota: Quota, accountId: number, added: StoredAmount): Promise<Failure | null> {
  const stored = await storedBy(db, accountId);
  const whatToDo = 'Delete files that are not used any more on the screen Files, then try again.';
  const refused = (message: string) => fail('quota_exceeded', message, { fields: { [filesPart]: message } });
  if (stored.files + added.files > quota.accountFiles)
    return refused(
      `Your account can store ${countText(quota.accountFiles)} files and has ${countText(stored.files)}: there is no room for ${added.files === 1 ? 'one' : added.files} more. ${whatToDo}`,
    );
  if (stored.bytes + added.bytes > quota.accountBytes)
    return refused(
      `Your account can store ${sizeText(quota.accountBytes)} and has ${sizeText(stored.bytes)}: there is no room for ${sizeText(added.bytes)} more. ${whatToDo}`,
    );
  return null;
}

/**
 * Serialises the uploads of an account until the transaction ends: each one then counts the files of the one before, whichever process ran
 * it.
 */
export async function lockStorageOf(tx: Database, accountId: number): Promise<void> {
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('no key update');
}
