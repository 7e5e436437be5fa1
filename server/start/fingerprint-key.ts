import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '../connect.ts';
import { serverSecrets } from '../tables/service.ts';

/** The key of the fingerprints in the database: made by the first process, read by all. */
export async function fingerprintKeyOf(db: Database): Promise<string> {
  const name = 'fingerprints';
  await db
    .insert(serverSecrets)
    .values({ name, value: randomBytes(32).toString('hex') })
    .onConflictDoNothing();
  const [row] = await db.select().from(serverSecrets).where(eq(serverSecrets.name, name));
  if (!row) throw new Error('the key that was just stored is not there');
  return row.value;
}
