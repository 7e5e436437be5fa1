import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Config } from '../config.ts';
import { type Connection, connectPglite, connectPostgres, type Database } from '../connect.ts';
import { errorFields, type Logger } from '../logger.ts';
import { serverSecrets } from '../tables/service.ts';

/** PostgreSQL where `DATABASE_URL` is set, else the embedded engine in the data folder. */
export function openDatabase(config: Config, logger: Logger): Promise<Connection> {
  if (config.databaseUrl === null) return connectPglite(join(config.dataDir, 'db'));
  return connectPostgres(config.databaseUrl, (error) => logger.warn('database connection lost', errorFields(error)), {
    statementMs: config.statementSeconds * 1000,
    lockMs: config.lockSeconds * 1000,
  });
}

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
