import { Socket } from 'node:net';
import pg from 'pg';
import * as v from 'valibot';
import { within } from './within.ts';

/** A request that held a lost connection has one second to give it back. */
const releaseMs = 1_000;

/**
 * A connection can be lost while a request holds it. The running query rejects by itself; without a listener the event would end the
 * process. Where not even `begin` succeeded, nobody gives the connection back: without this the pool would lose a place for good.
 */
export function survivesLoss(client: pg.PoolClient): void {
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
  /** How long one statement may run, including waits for locks. ms. */
  readonly statementMs: number;
  readonly lockMs: number;
}

/** The locks of a transaction whose process froze or died are released after a minute. ms. */
const idleInTransactionMs = 60_000;
/** The database may be silent for this much longer than a statement may run before it counts as frozen. ms. */
const silenceMs = 1_000;

const nodeSocket = v.object({ connection: v.object({ stream: v.instance(Socket) }) });

/** The socket of one of the driver's clients. Throws where this version of the driver has it elsewhere. */
function socketOf(client: unknown): Socket {
  const parsed = v.safeParse(nodeSocket, client);
  if (!parsed.success)
    throw new Error('this version of pg does not have its socket at client.connection.stream: a frozen PostgreSQL could not be given up');
  return parsed.output.connection.stream;
}

/**
 * A frozen database enforces no timeout of its own: a connection without traffic for longer than any statement may run is given up, and its
 * queries with it. The pool closes idle connections long before.
 */
function givesUpSilence(client: unknown, ms: number): void {
  const stream = socketOf(client);
  stream.setTimeout(ms, () => stream.destroy(Object.assign(new Error('the database fell silent'), { code: 'ETIMEDOUT' })));
}

/** The options of a connection; it is given up where PostgreSQL does not accept it in time. */
export const reaching = { connectionTimeoutMillis: 10_000, keepAlive: true } as const;

/**
 * Connections for requests, on which no statement may run, wait or be silent for too long. Throws where the driver's `Client` has no socket
 * to watch.
 */
export function boundPool(
  url: string,
  onIdleError: (error: unknown) => void,
  { statementMs, lockMs }: PostgresLimits,
  Client: typeof pg.Client = pg.Client,
): pg.Pool {
  // Checked on an unconnected client, so that a failure belongs to the start and not to the first request.
  socketOf(new Client({ connectionString: url }));
  const pool = new pg.Pool({
    Client,
    connectionString: url,
    ...reaching,
    max: 10,
    // Ends before silence on a connection counts as the database's.
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

/** A load balancer checks every few seconds, and treats a missing answer as a failure. ms. */
const pingMs = 1500;

export interface Pulse {
  /** Rejects where PostgreSQL does not answer in time. */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Checks whether PostgreSQL answers, over a separate connection that stays open. */
export function postgresPulse(url: string, onIdleError: (error: unknown) => void, ms = pingMs): Pulse {
  // A query that takes longer ends the connection, so that the next check gets a new one.
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

/**
 * Checks whether the database answers, with one query at a time: however often it is called while the database is frozen, only one
 * connection waits. The promise rejects where there is no answer within `ms`.
 */
export function createPulse(ask: () => Promise<void>, ms: number): () => Promise<void> {
  let asking: Promise<void> | null = null;
  return async () => {
    asking ??= ask().finally(() => {
      asking = null;
    });
    if ((await within(asking, ms)) === 'late') throw new Error(`the database did not answer in ${ms} ms`);
  };
}
