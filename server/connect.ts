import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';

/** Either engine, or a transaction on it. Inside a transaction use only the one that was handed in: PGlite has one connection. */
export type Database = PgDatabase<PgQueryResultHKT>;

export interface Connection {
  readonly db: Database;
  /** Runs work that only one process may do at a time, such as seeding an empty database. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
}

const migrations = { migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)) };

/** Any number, the same in every process: the advisory lock of migrations and seeding. */
const startLock = 4_400_001;

/** The embedded engine, brought up to date. `from` is a folder, or an instance that a test made. */
export async function connectPglite(from: string | PGlite): Promise<Connection> {
  const engine = typeof from === 'string' ? await PGlite.create(from) : from;
  const db = drizzlePglite(engine);
  await migratePglite(db, migrations);
  return { db, alone: (work) => work(), close: () => engine.close() };
}

/** PostgreSQL, brought up to date; any number of processes may start at once. */
export async function connectPostgres(url: string, onIdleError: (error: unknown) => void): Promise<Connection> {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000 });
  pool.on('error', onIdleError);
  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    try {
      await client.query('select pg_advisory_lock($1)', [startLock]);
      return await work();
    } finally {
      // A lock lives as long as its session: ending the connection frees it whatever happened.
      client.release(true);
    }
  };
  const db = drizzlePostgres(pool);
  try {
    await alone(() => migratePostgres(db, migrations));
  } catch (error) {
    await pool.end();
    throw error;
  }
  return { db, alone, close: () => pool.end() };
}

/** Rejects when the database does not answer. */
export async function ping(db: Database): Promise<void> {
  await db.execute(sql`select 1`);
}

/** Connection refused or lost, too many of them, or the server going down: the request may be sent again later. */
const goneCodes = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|08\w{3}|53300|57P0[123])$/u;

/** True where a query failed since the database itself is not there. */
export function isDatabaseGone(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' && goneCodes.test(cause.code);
}
