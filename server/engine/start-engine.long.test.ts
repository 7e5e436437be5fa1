import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Connection, connectEngine } from '../connect.ts';
import { themes } from '../tables/websites.ts';
import { migratedDatabase } from '../testing/migrated-database.ts';
import { startEngine } from './start-engine.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'frontage-engine-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

let lost: string[] = [];
beforeEach(() => {
  lost = [];
});
const open = async (folder = join(dataDir, 'db')): Promise<Connection> =>
  connectEngine(await startEngine({ folder, silentMs: 60_000, onLost: (reason) => lost.push(reason) }));
const stuck = new URL('../testing/stuck-worker.ts', import.meta.url);
const busy = new URL('../testing/busy-worker.ts', import.meta.url);
const broken = new URL('../testing/broken-worker.ts', import.meta.url);

/** What the engine brings: what this server's own tables add is in other catalogues. */
const ofEngine = [
  'pg_aggregate',
  'pg_am',
  'pg_cast',
  'pg_collation',
  'pg_conversion',
  'pg_language',
  'pg_opclass',
  'pg_operator',
  'pg_proc',
  'pg_views',
];

describe('the embedded engine in its thread', () => {
  it('is created again where its creation was interrupted, and keeps its data when it is opened again', async () => {
    const folder = join(dataDir, 'db');
    mkdirSync(join(`${folder}.new-broken-off`, 'base'), { recursive: true });
    writeFileSync(join(`${folder}.new-broken-off`, 'PG_VERSION'), '17');
    const engine = await startEngine({ folder, onLost: (reason) => lost.push(reason) });
    expect(readdirSync(dataDir)).toEqual(['db']);
    const first = await connectEngine(engine);
    // It is a copy of one that an earlier version of the engine has made: one that this version makes has the same in it.
    const own = await migratedDatabase();
    const made = drizzle(own);
    for (const table of ofEngine) {
      const content = sql`select md5(string_agg(x::text, '' order by x::text collate "C")) from ${sql.identifier(table)} as x`;
      expect(await first.db.execute(content), table).toMatchObject({ rows: (await made.execute(content)).rows });
    }
    await own.close();
    await first.db.insert(themes).values({ key: 'kept', name: 'Kept' });
    await first.close();
    let silentForMs = 0;
    const opened = await startEngine({ folder, onLost: (reason) => lost.push(reason) });
    const second = await connectEngine({ ...opened, silentForMs: () => silentForMs });
    silentForMs = 4_000;
    await second.ping();
    silentForMs = 5_000;
    await expect(second.ping()).rejects.toThrow('does not answer');
    expect((await second.db.select({ key: themes.key }).from(themes)).map(({ key }) => key)).toContain('kept');

    // Transactions and queries that are begun together wait for each other.
    const seen: string[] = [];
    const begun = Promise.withResolvers<void>();
    const within = second.db.transaction(async (tx) => {
      await tx.insert(themes).values({ key: 'undone', name: 'Undone' });
      begun.resolve();
      await tx.execute(sql`select 1`);
      seen.push('transaction');
      throw new Error('changed my mind');
    });
    await begun.promise;
    const after = second.db.$count(themes, sql`key = 'undone'`).then((count) => seen.push(`${count} rows`));
    await expect(within).rejects.toThrow('changed my mind');
    await after;
    expect(seen).toEqual(['transaction', '0 rows']);

    // A query that fails is the asker's own trouble, though it costs the connection.
    for (let times = 0; times < 3; times += 1)
      await expect(second.db.execute(sql`select * from nowhere`)).rejects.toMatchObject({ cause: { code: '42P01' } });
    // So is a value that the driver can't send: it breaks the connection off in the middle of the query.
    const endless: Record<string, unknown> = {};
    endless['itself'] = endless;
    for (let times = 0; times < 2; times += 1) {
      await expect(second.db.execute(sql`select ${endless}::text`)).rejects.toMatchObject({ cause: { message: /circular/u } });
      await expect(
        second.db.transaction(async (tx) => {
          await tx.insert(themes).values({ key: 'broken-off', name: 'Broken off' });
          await tx.execute(sql`select ${endless}::text`);
        }),
      ).rejects.toThrow();
    }
    expect(await second.db.$count(themes, sql`key = 'broken-off'`)).toBe(0);
    await second.close();
    expect(lost).toEqual([]);
  });

  it('that can’t be opened says so', async () => {
    writeFileSync(join(dataDir, 'file'), '');
    await expect(open(join(dataDir, 'file', 'db'))).rejects.toThrow(/ENOTDIR|EEXIST/u);
  });
});

it('an engine that never opens is given up, and its thread with it', async () => {
  const worker = new URL('../testing/silent-worker.ts', import.meta.url);
  const starting = startEngine({ folder: '', openMs: 50, onLost: (reason) => lost.push(reason), worker });
  await expect(starting).rejects.toThrow('the embedded database did not open in 0.05 seconds');
  expect(lost).toEqual([]);
});

describe('an engine that is lost', () => {
  it('because it does not answer calls onLost, and its thread can be ended', async () => {
    const lost = Promise.withResolvers<string>();
    const engine = await startEngine({ folder: '', silentMs: 300, closeMs: 10, onLost: lost.resolve, worker: stuck });
    const pool = new pg.Pool({ stream: engine.connect, max: 1 });
    const query = pool.query('select 1').then(
      () => 'answered',
      () => 'failed',
    );
    expect([await lost.promise, engine.silentForMs()]).toEqual(['it has not answered for 0.3 seconds', 300]);
    await expect(engine.close()).rejects.toThrow('did not close in 10 ms');
    expect(await query).toBe('failed');
  });

  it('does not count as that while statements are answered, though a ping waits behind them', async () => {
    const reasons: string[] = [];
    const engine = await startEngine({ folder: '', silentMs: 2_000, closeMs: 10, onLost: (reason) => reasons.push(reason), worker: busy });
    let answers = 0;
    engine.onAnswer(() => {
      answers += 1;
    });
    // For longer than it may be silent.
    await expect.poll(() => answers, { timeout: 60_000 }).toBeGreaterThan(250);
    expect([reasons, engine.silentForMs() < 2_000]).toEqual([[], true]);
    await expect(engine.close()).rejects.toThrow('did not close in 10 ms');
  });

  it('because its thread ended calls onLost with the reason', async () => {
    const lost = Promise.withResolvers<string>();
    const engine = await startEngine({ folder: '', silentMs: 60_000, onLost: lost.resolve, worker: broken });
    engine.port.post(new Uint8Array(1));
    expect(await lost.promise).toBe('Program terminated with exit(1)');
  });

  it('that its user gives up calls onLost once', async () => {
    const reasons: string[] = [];
    const engine = await startEngine({ folder: '', onLost: (reason) => reasons.push(reason), worker: stuck, closeMs: 10 });
    engine.lose('nothing comes through');
    engine.lose('nothing comes through');
    expect(reasons).toEqual(['nothing comes through']);
    engine.port.post('begin');
    await expect(engine.close()).rejects.toThrow('did not close in 10 ms');
  });
});
