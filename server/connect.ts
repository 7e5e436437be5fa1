import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import pg from 'pg';
import * as v from 'valibot';
import type { Engine } from './engine/start-engine.ts';
import { type Watchdog, watch } from './engine/watchdog.ts';
import { createPulse } from './health.ts';

/** Either engine, or a transaction on it. Inside a transaction use only the one that was handed in: the embedded engine has one connection. */
export type Database = PgDatabase<PgQueryResultHKT>;

export interface Connection {
  readonly db: Database;
  /** Runs work that only one process may do at a time, such as seeding an empty database. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
  /**
   * Rejects where the database does not answer, after 1.5 seconds at the latest. It waits for no connection of the requests':
   * a database that has much to do is not one that is frozen.
   */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** What the connection needs of an embedded engine. */
export type EngineConnection = Omit<Engine, 'port'>;

/** A load balancer asks every few seconds, and takes no answer for a bad one. ms. */
const pingMs = 1500;

const migrations = { migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)) };

/** Any number, the same in every process: the advisory lock of migrations and seeding. */
const startLock = 4_400_001;

/**
 * The embedded engine, brought up to date. It is spoken to by the same driver as PostgreSQL, over its one connection,
 * which transactions and queries wait for in the order they came.
 */
export async function connectEngine(engine: EngineConnection): Promise<Connection> {
  const pool = new pg.Pool({ ...engineSession, stream: engine.connect, max: 1, idleTimeoutMillis: 0 });
  // The engine's `onLost` reports the loss.
  pool.on('error', () => undefined);
  pool.on('connect', survivesLoss);
  const held = watchHeld(pool, engine);
  const db = drizzle(pool);
  const close = async () => {
    held.stop();
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
  // Half of the silence that ends the process, so that health says so beforehand; 2 to 5 seconds, so that no slow statement does.
  const unwellMs = Math.max(2_000, Math.min(engine.silentMs / 2, 5_000));
  const ping = async () => {
    if (engine.silentForMs() >= unwellMs) throw new Error('the embedded database does not answer');
    if (held.silentForMs() >= unwellMs) throw new Error(notGivenBack);
  };
  return { db, alone: (work) => work(), ping, close };
}

const notGivenBack = 'the only connection of the embedded database is held, and nothing moves on it';

/**
 * Gives the engine up where its only connection is held and nothing moves on it, as by a transaction that never ends: the
 * engine is well then, and no query comes through. PostgreSQL ends such a session by itself (`idleInTransactionMs`).
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

/** The names that the engine has for its only user and database. */
const engineSession = { user: 'postgres', database: 'postgres' };

/** A second for whoever held a connection that was lost to give it back. */
const releaseMs = 1_000;

/**
 * A connection can be lost while a request holds it. The query under way rejects by itself; without a listener the
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

export interface PostgresLimits {
  /** How long one statement may run, its waits for locks included. ms. */
  readonly statementMs: number;
  readonly lockMs: number;
}

/** What a transaction whose process froze or died holds is let go of after a minute. ms. */
const idleInTransactionMs = 60_000;
/** How much longer than a statement may run the database may keep silent before it counts as frozen. ms. */
const silenceMs = 1_000;

const nodeSocket = v.object({ connection: v.object({ stream: v.instance(Socket) }) });

/** The socket of one of the driver's clients. Throws where this version of the driver keeps it elsewhere. */
function socketOf(client: unknown): Socket {
  const parsed = v.safeParse(nodeSocket, client);
  if (!parsed.success)
    throw new Error('this version of pg does not have its socket at client.connection.stream: a frozen PostgreSQL could not be given up');
  return parsed.output.connection.stream;
}

/**
 * A frozen database enforces no limit of its own: a connection on which nothing moves for longer than any statement may
 * run is given up, and its queries with it. Idle ones are closed by the pool long before.
 */
function givesUpSilence(client: unknown, ms: number): void {
  const stream = socketOf(client);
  stream.setTimeout(ms, () => stream.destroy(Object.assign(new Error('the database fell silent'), { code: 'ETIMEDOUT' })));
}

const reaching = { connectionTimeoutMillis: 10_000, keepAlive: true } as const;

/**
 * Connections for requests: no statement on them runs, waits or keeps silent for longer than it may. Throws where the
 * driver's `Client` has no socket to watch.
 */
export function boundPool(
  url: string,
  onIdleError: (error: unknown) => void,
  { statementMs, lockMs }: PostgresLimits,
  Client: typeof pg.Client = pg.Client,
): pg.Pool {
  // Asked of a client that connects nowhere: it belongs to the start, and not to the first request.
  socketOf(new Client({ connectionString: url }));
  const pool = new pg.Pool({
    Client,
    connectionString: url,
    ...reaching,
    max: 10,
    // Before silence on a connection counts as the database's.
    idleTimeoutMillis: Math.min(10_000, statementMs),
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  });
  pool.on('error', onIdleError);
  pool.on('connect', survivesLoss);
  pool.on('connect', (client) => givesUpSilence(client, statementMs + silenceMs));
  return pool;
}

/**
 * PostgreSQL, brought up to date; any number of processes may start at once. Migrations and the wait for another process's
 * take what time they need; every other statement is bound by `limits`.
 */
export async function connectPostgres(url: string, onIdleError: (error: unknown) => void, limits: PostgresLimits): Promise<Connection> {
  const unbound = { connectionString: url, ...reaching };
  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    const client = new pg.Client(unbound);
    // A loss is told by the query under way; without a listener it would end the process.
    client.on('error', () => undefined);
    await client.connect();
    try {
      await client.query('select pg_advisory_lock($1)', [startLock]);
      return await work();
    } finally {
      // A lock lives as long as its session: ending the connection frees it whatever happened.
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

/** Asks PostgreSQL whether it answers, over a connection of its own, which stays open. */
export function postgresPulse(url: string, onIdleError: (error: unknown) => void, ms = pingMs): Pick<Connection, 'ping' | 'close'> {
  // A query that takes longer costs the connection, so that the next question gets a new one.
  const pool = new pg.Pool({
    connectionString: url,
    keepAlive: true,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: ms,
    query_timeout: ms,
  });
  pool.on('error', onIdleError);
  pool.on('connect', survivesLoss);
  const ask = async () => {
    await pool.query('select 1');
  };
  return { ping: createPulse(ask, ms), close: () => pool.end() };
}

/** What kept the database from doing a query, as the log has it: the request may be sent again later. */
export type DatabaseTrouble =
  | 'database gone'
  | 'database has no connection left'
  | 'database statement took too long'
  | 'database lock took too long'
  | 'database transaction took too long'
  | 'database transaction lost to another';

/** PostgreSQL is there and says why not. */
const troubleByState: Readonly<Record<string, DatabaseTrouble>> = {
  '25P03': 'database transaction took too long',
  '40001': 'database transaction lost to another',
  '40P01': 'database transaction lost to another',
  '53300': 'database has no connection left',
  '55P03': 'database lock took too long',
  '57014': 'database statement took too long',
};
/** Connection refused or lost, or PostgreSQL going down. */
const goneCodes = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|08\w{3}|57P0[123])$/u;
/** The driver gives these no code. */
const goneMessages = /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/u;

/** Why a query failed where the database is not there, or too busy to answer in time; null for any other error. */
export function databaseTroubleOf(error: unknown): DatabaseTrouble | null {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  if (!(cause instanceof Error)) return null;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  return troubleByState[code] ?? (goneCodes.test(code) || goneMessages.test(cause.message) ? 'database gone' : null);
}
