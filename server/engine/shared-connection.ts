import pLimit, { type LimitFunction } from 'p-limit';
import type pg from 'pg';

/** This many keep the engine busy while answers are read; with more, a ping and the next transaction would wait for all of them. */
const mostAtOnce = 8;

/** The pool's connection while queries share it. */
interface Lease {
  readonly client: Promise<pg.PoolClient>;
  isTaken: boolean;
  /** The number of queries that still use it. */
  users: number;
  readonly limit: LimitFunction;
  failure: Error | undefined;
}

/**
 * Lets single queries share the pool's only connection: each is sent without waiting for the answers to those before it, so that the engine
 * has the next one ready when it finishes. The connection needs `pipeline`. A transaction has the connection alone, and all get their turn
 * in their order: no query joins while a transaction waits.
 */
export function shareConnection(pool: pg.Pool): void {
  let open: Lease | null = null;
  const joined = (): Lease => {
    if (open && (!open.isTaken || pool.waitingCount === 0)) return open;
    const lease: Lease = { client: pool.connect(), isTaken: false, users: 0, limit: pLimit(mostAtOnce), failure: undefined };
    const taken = () => {
      lease.isTaken = true;
    };
    lease.client.then(taken, taken);
    open = lease;
    return lease;
  };
  const close = (lease: Lease) => {
    if (open === lease) open = null;
  };
  const leave = (lease: Lease) => {
    lease.users -= 1;
    if (lease.users > 0) return;
    close(lease);
    // Where it was never taken, or was given back when it was lost, there is nothing to give back.
    lease.client.then((client) => client.release(lease.failure)).catch(() => undefined);
  };
  const ask = async (query: readonly unknown[]): Promise<unknown> => {
    const lease = joined();
    lease.users += 1;
    try {
      const client = await lease.client;
      return await lease.limit(() => Reflect.apply(client.query, client, query));
    } catch (error) {
      // As everywhere in the pool, a connection that a query failed on is not used again.
      lease.failure ??= error instanceof Error ? error : new Error(String(error));
      close(lease);
      throw error;
    } finally {
      leave(lease);
    }
  };
  pool.query = new Proxy(pool.query, { apply: (_query, _pool, given: readonly unknown[]) => ask(given) });
}
