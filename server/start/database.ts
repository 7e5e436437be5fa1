import { join } from 'node:path';
import type { ServerConfig } from '../config.ts';
import type { Connection } from '../connect.ts';
import { startEngine } from '../engine/start-engine.ts';
import { errorFields, type Logger } from '../logger.ts';

/**
 * PostgreSQL where `DATABASE_URL` is set, else the embedded engine in the data folder. `onLost` gets the reason why the embedded engine is
 * lost: only a restart brings it back.
 */
export async function openServerDatabase(config: ServerConfig, logger: Logger, onLost: (reason: string) => void): Promise<Connection> {
  const onSlowOpen = (ms: number) => logger.warn('the database takes long to open', { ms });
  if (config.databaseUrl === null) {
    const starting = startEngine({ folder: join(config.dataDir, 'db'), onLost, onSlowOpen });
    // The engine opens in another thread, and another process creates a new one: its driver loads meanwhile.
    const [{ connectEngine }, engine] = await Promise.all([import('../connect.ts'), starting]);
    return connectEngine(engine);
  }
  const { connectPostgres } = await import('../connect.ts');
  return connectPostgres(config.databaseUrl, (error) => logger.warn('database connection lost', errorFields(error)), {
    statementMs: config.statementSeconds * 1000,
    lockMs: config.lockSeconds * 1000,
  });
}
