import { createServer } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectEngine, connectPostgres } from './connect.ts';
import { databaseTroubleOf } from './database-trouble.ts';
import { listening } from './testing/listening.ts';
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
  return { server, url: `postgres://someone@127.0.0.1:${await listening(server)}/none` };
}

describe('the only connection of the embedded database', () => {
  // Not the other timers: the engine and its driver need them.
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

describe('PostgreSQL that becomes unreachable', () => {
  it('while a connection is held fails the query, and not the process', async () => {
    const { server, url } = await hangingUp();
    const failure = await connectPostgres(url, () => undefined, { statementMs: 15_000, lockMs: 5_000 }).then(
      () => null,
      (error: unknown) => error,
    );
    expect([failure, databaseTroubleOf(failure)]).toEqual([expect.any(Error), 'database gone']);
    server.close();
  });
});
