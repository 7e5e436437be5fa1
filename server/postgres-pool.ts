import { Socket } from 'node:net';
import pg from 'pg';
import * as v from 'valibot';
import { within } from './within.ts';

/** A second for whoever held a connection that was lost to give it back. */
const releaseMs = 1_000;

/**
 * A connection can be lost while a request holds it. The query under way rejects by itself; without a listener the
 * event would end the process. Where not even `begin` came through, nobody gives the connection back: without this the
 * pool would lose its place for good.
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

/** How a connection is made: given up where PostgreSQL does not take it. */
export const reaching = { connectionTimeoutMillis: 10_000, keepAlive: true } as const;

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

/** A load balancer asks every few seconds, and takes no answer for a bad one. ms. */
const pingMs = 1500;

export interface Pulse {
  /** Rejects where PostgreSQL does not answer in time. */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Asks PostgreSQL whether it answers, over a connection of its own, which stays open. */
export function postgresPulse(url: string, onIdleError: (error: unknown) => void, ms = pingMs): Pulse {
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

/**
 * Asks whether the database answers, one question at a time: however often it is asked while the database is frozen, one
 * connection waits. The promise rejects where it does not answer within `ms`.
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
