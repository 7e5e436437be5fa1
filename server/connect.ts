import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { nameStatements } from './engine/named-statements.ts';
import { shareConnection } from './engine/shared-connection.ts';
import type { Engine } from './engine/start-engine.ts';
import { type Watchdog, watch } from './engine/watchdog.ts';
import { boundPool, type PostgresLimits, postgresPulse, reaching, survivesLoss } from './postgres-pool.ts';
import { fileURLToPath } from 'node:url';

/** The migrations, the same for every engine: those that are not applied yet run. */
const migrations = { migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)) };

/** Either engine, or a transaction on it. Inside a transaction use only the given handle: the embedded engine has one connection. */
export type Database = PgDatabase<PgQueryResultHKT>;

export interface Connection {
  readonly db: Database;
  /** Runs work that only one process may do at a time, such as seeding an empty database. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
  /**
   * Rejects where the database does not answer within 1.5 seconds. It does not wait for one of the requests' connections, so that a busy
   * database is not taken for a frozen one.
   */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The parts of an embedded engine that the connection uses. */
export type EngineConnection = Omit<Engine, 'port'>;

/** Any number, the same in every process: the advisory lock of migrations and seeding. */
const startLock = 4_400_001;

/**
 * The embedded engine with all migrations applied. It uses the same driver as PostgreSQL, over the engine's one connection. Transactions
 * wait for it in their order; single statements share it.
 */
export async function connectEngine(engine: EngineConnection): Promise<Connection> {
  const pool = new pg.Pool({ ...engineSession, stream: engine.connect, pipeline: true, max: 1, idleTimeoutMillis: 0 });
  shareConnection(pool);
  // The engine's `onLost` reports the loss.
  pool.on('error', () => undefined);
  pool.on('connect', survivesLoss);
  pool.on('connect', nameStatements());
  const held = watchHeld(pool, engine);
  const db = drizzle(pool);
  const close = async () => {
    held.stop();
    // Not awaited: it would wait for queries that a stuck engine never answers.
    pool.end().catch(() => undefined);
    await engine.close();
  };
  try {
    await migrate(db, migrations);
  } catch (error) {
    await close();
    throw error;
  }
  // Half of the silence that ends the process, so that the health check reports it before; 2 to 5 seconds, so that a slow statement does
  // not trigger it.
  const unwellMs = Math.max(2_000, Math.min(engine.silentMs / 2, 5_000));
  const ping = async () => {
    if (engine.silentForMs() >= unwellMs) throw new Error('the embedded database does not answer');
    if (held.silentForMs() >= unwellMs) throw new Error(notGivenBack);
  };
  return { db, alone: (work) => work(), ping, close };
}

const notGivenBack = 'the only connection of the embedded database is held, and nothing moves on it';

/**
 * Gives up the engine where its only connection is held without any traffic, as by a transaction that never ends: the engine still works
 * then, but no query gets through. PostgreSQL ends such a session by itself (`idleInTransactionMs`).
 */
function watchHeld(pool: pg.Pool, { silentMs, onAnswer, lose }: EngineConnection): Watchdog {
  let answer: () => void = () => undefined;
  return watch(
    {
      onPong: (listener) => {
        onAnswer(listener);
        pool.on('acquire', listener);
        pool.on('release', listener);
        answer = listener;
      },
      ping: () => {
        if (pool.idleCount === pool.totalCount && pool.waitingCount === 0) answer();
      },
    },
    silentMs,
    () => lose(notGivenBack),
  );
}

/** The names of the engine's only user and database. */
const engineSession = { user: 'postgres', database: 'postgres' };

/**
 * PostgreSQL with all migrations applied; any number of processes may start at once. Migrations, and the wait for another process's
 * migrations, have no time limit; every other statement is bound by `limits`.
 */
export async function connectPostgres(url: string, onIdleError: (error: unknown) => void, limits: PostgresLimits): Promise<Connection> {
  const unbound = { connectionString: url, ...reaching };
  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    const client = new pg.Client(unbound);
    // The running query reports a loss; without a listener the event would end the process.
    client.on('error', () => undefined);
    await client.connect();
    try {
      await client.query('select pg_advisory_lock($1)', [startLock]);
      return await work();
    } finally {
      // A lock lives as long as its session: ending the connection releases it whatever happened.
      await client.end().catch(() => undefined);
    }
  };
  const starter = new pg.Pool({ ...unbound, max: 1 });
  starter.on('error', onIdleError);
  starter.on('connect', survivesLoss);
  await alone(() => migrate(drizzle(starter), migrations)).finally(() => starter.end());

  const pool = boundPool(url, onIdleError, limits);
  const pulse = postgresPulse(url, onIdleError);
  const close = async () => {
    await Promise.all([pool.end(), pulse.close()]);
  };
  return { db: drizzle(pool), alone, ping: pulse.ping, close };
}
