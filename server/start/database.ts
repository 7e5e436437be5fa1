import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Config } from '../config.ts';
import { type Connection, connectEngine, connectPostgres, type Database } from '../connect.ts';
import { startEngine } from '../engine/start-engine.ts';
import { errorFields, type Logger } from '../logger.ts';
import { serverSecrets } from '../tables/service.ts';

/**
 * PostgreSQL where `DATABASE_URL` is set, else the embedded engine in the data folder. `onLost` gets the reason why the embedded
 * engine is gone for good: nothing but a new start brings it back.
 */
export async function openDatabase(config: Config, logger: Logger, onLost: (reason: string) => void): Promise<Connection> {
  const onSlowOpen = (ms: number) => logger.warn('the database takes long to open', { ms });
  if (config.databaseUrl === null) return connectEngine(await startEngine({ folder: join(config.dataDir, 'db'), onLost, onSlowOpen }));
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
