import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EngineConnection } from '../connect.ts';
import { memoryEngine } from '../testing/memory-engine.ts';
import { migratedDatabase } from '../testing/migrated-database.ts';

let engine: EngineConnection;
beforeAll(async () => {
  engine = memoryEngine(await migratedDatabase());
});
afterAll(() => engine.close());

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ user: 'postgres', database: 'postgres', stream: () => engine.connect() });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

const insert = `insert into themes (key, name) values ('left', 'Left')`;

describe('a connection after one that', () => {
  it.each([
    ['ended in a transaction', async (client: pg.Client) => void (await client.query(`begin; ${insert}`))],
    [
      'ended in a transaction that had failed',
      async (client: pg.Client) => {
        await client.query(`begin; ${insert}`);
        await expect(client.query('select * from nowhere')).rejects.toThrow('nowhere');
      },
    ],
    ['changed its session', async (client: pg.Client) => void (await client.query(`set time zone 'Asia/Tokyo'`))],
  ])('%s finds none of it', async (_, leave) => {
    const first = await connected();
    await leave(first);
    await first.end();
    const second = await connected();
    expect((await second.query(`select key from themes where key = 'left'`)).rows).toEqual([]);
    expect((await second.query('show time zone')).rows).not.toEqual([{ TimeZone: 'Asia/Tokyo' }]);
    await second.end();
  });

  it('was broken off in the middle of a query gets none of its answers', async () => {
    const first = await connected();
    await first.query(`begin; ${insert}`);
    const asked = first.query('select generate_series(1, 10000) as n from themes where key = $1', ['left']).catch(() => 'broken off');
    await new Promise((resolve) => setImmediate(resolve));
    // As the driver does where it can't parse a connection any more.
    const ended = first.end();
    const second = await connected();
    expect((await second.query(`select count(*)::int as n from themes where key = 'left'`)).rows).toEqual([{ n: 0 }]);
    expect(await asked).toBe('broken off');
    await ended;
    await second.end();
  });
});

it('keeps nothing of its answers in memory', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const used = async () => {
    // The last bytes are released once their turn has ended.
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const client = await connected();
  const ask = () => client.query(`select repeat('x', 1000000)`);
  await ask();
  const before = await used();
  for (let turn = 0; turn < 40; turn += 1) await ask();
  expect((await used()) - before).toBeLessThan(20_000_000);
  await client.end();
});
