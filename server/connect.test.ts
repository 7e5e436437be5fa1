import { once } from 'node:events';
import { createServer } from 'node:net';
import { sql } from 'drizzle-orm';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { boundPool, connectEngine, connectPostgres, databaseTroubleOf, postgresPulse } from './connect.ts';
import { memoryEngine } from './testing/memory-engine.ts';
import { migratedDatabase } from './testing/migrated-database.ts';

/** Speaks PostgreSQL until the first query, and hangs up at that. */
async function hangingUp() {
  const trusted = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
  const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([trusted, ready]));
      socket.once('data', () => socket.destroy());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return { server, url: `postgres://someone@127.0.0.1:${typeof address === 'object' ? address?.port : ''}/none` };
}

/** Takes a connection, tells what it was asked for at its start, and answers a query with these bytes or never. */
async function takingConnections(answer: Buffer | null) {
  const trusted = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
  const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
  const begun: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (start: Buffer) => {
      begun.push(start.toString('latin1'));
      socket.write(Buffer.concat([trusted, ready]));
      socket.on('data', () => {
        if (answer) socket.write(Buffer.concat([answer, ready]));
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return { server, begun, url: `postgres://someone@127.0.0.1:${typeof address === 'object' ? address?.port : ''}/none` };
}

/** PostgreSQL's refusal of a query. */
function refusal(code: string): Buffer {
  const fields = Buffer.from(`SERROR\0VERROR\0C${code}\0Mcanceled\0\0`);
  const head = Buffer.from([0x45, 0, 0, 0, 0]);
  head.writeUInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

const failureOf = (query: Promise<unknown>) =>
  query.then(
    () => null,
    (error: unknown) => error,
  );

describe('a connection for requests', () => {
  it('asks for limits, and says which of them a statement ran into', async () => {
    for (const [code, trouble] of [
      ['57014', 'database statement took too long'],
      ['55P03', 'database lock took too long'],
    ] as const) {
      const { server, begun, url } = await takingConnections(refusal(code));
      const pool = boundPool(url, () => undefined, { statementMs: 7000, lockMs: 3000 });
      const failure = await failureOf(pool.query('select 1'));
      expect([failure, databaseTroubleOf(failure)]).toEqual([expect.objectContaining({ code }), trouble]);
      expect(begun.join('')).toContain('statement_timeout\x007000\0');
      expect(begun.join('')).toContain('lock_timeout\x003000\0');
      await pool.end();
      server.close();
    }
  });

  it('is not begun with a driver whose frozen connections could not be given up', () => {
    class Unknown extends pg.Client {
      constructor(config: pg.ClientConfig) {
        super(config);
        Reflect.deleteProperty(this, 'connection');
      }
    }
    expect(() => boundPool('postgres://nowhere', () => undefined, { statementMs: 7000, lockMs: 3000 }, Unknown)).toThrow('version of pg');
  });

  it('gives a frozen database up, and hands no connection on that it left in the middle of something', async () => {
    const { server, begun, url } = await takingConnections(null);
    const pool = boundPool(url, () => undefined, { statementMs: 100, lockMs: 100 });
    const client = await pool.connect();
    const failure = await failureOf(client.query('begin'));
    expect([failure, databaseTroubleOf(failure)]).toEqual([expect.any(Error), 'database gone']);
    expect(databaseTroubleOf(await failureOf(client.query('rollback')))).toBe('database gone');
    client.release();
    await failureOf(pool.query('select 1'));
    expect(begun).toHaveLength(2);
    await pool.end();
    server.close();
  });
});

describe('the question whether the database answers', () => {
  it('is answered by an open connection, and told in time where a frozen one does not', async () => {
    const well = await takingConnections(Buffer.alloc(0));
    const pulse = postgresPulse(well.url, () => undefined, 5_000);
    await pulse.ping();
    await pulse.ping();
    expect(well.begun).toHaveLength(1);
    await pulse.close();
    well.server.close();

    const frozen = await takingConnections(null);
    const asking = postgresPulse(frozen.url, () => undefined, 100);
    for (let times = 0; times < 2; times += 1) await expect(asking.ping()).rejects.toThrow();
    // The frozen connection is not asked again.
    const connectionsAfterPing = async () => {
      await failureOf(asking.ping());
      return frozen.begun.length;
    };
    await expect.poll(connectionsAfterPing).toBeGreaterThan(1);
    await asking.close();
    frozen.server.close();
  });
});

describe('the only connection of the embedded database', () => {
  // Not the others: the engine and its driver need them.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  it('is missed where a transaction never ends: health says so, and then the engine is given up', async () => {
    const lost: string[] = [];
    const engine = memoryEngine(await migratedDatabase());
    const { db, ping, close } = await connectEngine({ ...engine, lose: (reason) => lost.push(reason) });
    vi.advanceTimersByTime(3_600_000);
    await ping();

    const begun = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const moved = Promise.withResolvers<void>();
    void db
      .transaction(async (tx) => {
        begun.resolve();
        await goOn.promise;
        await tx.execute(sql`select 1`);
        moved.resolve();
        await new Promise(() => undefined);
      })
      .catch(() => undefined);
    await begun.promise;
    vi.advanceTimersByTime(4_000);
    await ping();
    vi.advanceTimersByTime(1_000);
    await expect(ping()).rejects.toThrow('nothing moves on it');
    goOn.resolve();
    await moved.promise;
    await ping();
    vi.advanceTimersByTime(30_000);
    expect(lost).toEqual([]);
    vi.advanceTimersByTime(1_000);
    expect(lost).toEqual([expect.stringContaining('nothing moves on it')]);
    await close();
  });

  it('is not missed by queries that wait for each other, nor after one that was broken off', async () => {
    const lost: string[] = [];
    const engine = memoryEngine(await migratedDatabase());
    const { db, ping, close } = await connectEngine({ ...engine, lose: (reason) => lost.push(reason) });
    for (let round = 0; round < 20; round += 1) {
      const queries = [1, 2, 3].map(() => db.execute(sql`select 1`));
      vi.advanceTimersByTime(4_000);
      await Promise.all(queries);
      await ping();
      await expect(db.execute(sql`select * from nowhere`)).rejects.toThrow();
    }
    expect(lost).toEqual([]);
    await close();
  });
});

describe('PostgreSQL that goes away', () => {
  it('while a connection is held fails the query, and not the process', async () => {
    const { server, url } = await hangingUp();
    const failure = await connectPostgres(url, () => undefined, { statementMs: 15_000, lockMs: 5_000 }).then(
      () => null,
      (error: unknown) => error,
    );
    expect([failure, databaseTroubleOf(failure)]).toEqual([expect.any(Error), 'database gone']);
    server.close();
  });

  it.each([
    Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
    Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' }),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
    new DrizzleQueryError('rollback', [], new Error('Client has encountered a connection error and is not queryable')),
  ])('is known by "%s"', (error) => {
    expect(databaseTroubleOf(error)).toBe('database gone');
  });

  it.each([new Error('boom'), Object.assign(new Error('duplicate key'), { code: '23505' }), 'text', undefined])(
    'is not what "%s" says',
    (error) => {
      expect(databaseTroubleOf(error)).toBeNull();
    },
  );
});
