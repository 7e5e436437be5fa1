import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Engine } from './engine/start-engine.ts';

/** Either engine, or a transaction on it. Inside a transaction use only the one that was handed in: the embedded engine has one connection. */
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

/**
 * The embedded engine, brought up to date. It is spoken to by the same driver as PostgreSQL, over its one connection,
 * which transactions and queries wait for in the order they came.
 */
export async function connectEngine(engine: Pick<Engine, 'connect' | 'close'>): Promise<Connection> {
  const pool = new pg.Pool({ ...engineSession, stream: engine.connect, max: 1, idleTimeoutMillis: 0 });
  // Whoever started the engine is told by it that it is lost.
  pool.on('error', () => undefined);
  pool.on('connect', survivesLoss);
  const db = drizzle(pool);
  const close = async () => {
    // Not waited for: it would wait for queries that a stuck engine never answers.
    pool.end().catch(() => undefined);
    await engine.close();
  };
  try {
    await migrate(db, migrations);
  } catch (error) {
    await close();
    throw error;
  }
  return { db, alone: (work) => work(), close };
}

/** The names that the engine has for its only user and database. */
const engineSession = { user: 'postgres', database: 'postgres' };

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
  const db = drizzle(pool);
  try {
    await alone(() => migrate(db, migrations));
  } catch (error) {
    await pool.end();
    throw error;
  }
  return { db, alone, close: () => pool.end() };
}

/** Rejects when the database does not answer within `limitMs`. */
export async function ping(db: Database, limitMs = 5_000): Promise<void> {
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => limit.reject(new Error(`no answer for ${limitMs} ms`)), limitMs);
  try {
    await Promise.race([db.execute(sql`select 1`), limit.promise]);
  } finally {
    clearTimeout(timer);
  }
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
