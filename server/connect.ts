import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
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
  if (typeof from === 'string' && !existsSync(from)) await makeFolder(from);
  const engine = typeof from === 'string' ? await PGlite.create(from) : from;
  const db = drizzlePglite(engine);
  await migratePglite(db, migrations);
  return { db, alone: (work) => work(), close: () => engine.close() };
}

/** Making a database takes seconds, and one that was broken off in them never opens again: it gets its name when it is whole. */
async function makeFolder(folder: string): Promise<void> {
  const making = `${folder}.new`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  const engine = await PGlite.create(making);
  await engine.close();
  renameSync(making, folder);
}

/** A second for whoever held a connection that was lost to give it back. */
const releaseMs = 1_000;

/**
 * A connection can be lost while a request holds it. The query under way is told by itself; without a listener the
 * event would end the process. Where not even `begin` came through, nobody gives the connection back: without this the
 * pool would lose its place for good.
 */
function survivesLoss(client: pg.PoolClient): void {
  client.on('error', () => undefined);
  client.once('end', () => {
    const giveBack = () => {
      try {
        client.release(true);
      } catch {
        // It was given back already.
      }
    };
    setTimeout(giveBack, releaseMs).unref();
  });
}

/** PostgreSQL, brought up to date; any number of processes may start at once. */
export async function connectPostgres(url: string, onIdleError: (error: unknown) => void): Promise<Connection> {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000, keepAlive: true });
  pool.on('error', onIdleError);
  pool.on('connect', survivesLoss);
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

/** Connection refused or lost, too many of them, the server going down, or a transaction that lost to another and was undone. */
const goneCodes = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|08\w{3}|40001|40P01|53300|57P0[123])$/u;
/** The driver gives these no code. */
const goneMessages = /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/u;

/** True where a query failed since the database itself is not there: the request may be sent again later. */
export function isDatabaseGone(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  if (!(cause instanceof Error)) return false;
  return ('code' in cause && typeof cause.code === 'string' && goneCodes.test(cause.code)) || goneMessages.test(cause.message);
}
