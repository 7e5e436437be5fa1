import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createServerApp } from '../app.ts';
import { renderedPages } from '../tables/service.ts';
import { type Harness, startHarness } from '../testing/harness.ts';
import { createReclaim } from './reclaim.ts';

let harness: Harness;
let token: string;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
});
afterAll(() => harness.close());

async function bytesOfPages(): Promise<number> {
  const answer = await harness.deps.db.execute(sql`select pg_total_relation_size('rendered_pages')::int as bytes`);
  return v.parse(v.object({ rows: v.tuple([v.object({ bytes: v.number() })]) }), answer).rows[0].bytes;
}

/** Renders and deletes a hundred pages, and counts three hundred writes. Resolves with the size in bytes before the deletion. */
async function writeAndForget(app: Pick<Harness['deps'], 'db' | 'background' | 'reclaim'>) {
  const html = sql`(select string_agg(md5(i::text || j::text), '') from generate_series(1, 300) j)`;
  await app.db.execute(
    sql`insert into rendered_pages (website_id, path, html, created_at) select 1, '/' || i, ${html}, now() from generate_series(1, 100) i`,
  );
  const bytes = await bytesOfPages();
  await app.db.delete(renderedPages);
  for (let i = 0; i < 300; i += 1) app.reclaim.noteWrite();
  await app.background.idle();
  return bytes;
}

it('the embedded database does not grow by pages that are rendered and deleted', async () => {
  const once = await writeAndForget(harness.deps);
  expect(once).toBeGreaterThan(500_000);
  for (let round = 0; round < 4; round += 1) expect(await writeAndForget(harness.deps)).toBeLessThan(once * 1.5);
});

it('the log of the embedded database is used again, and does not grow by every write', async () => {
  const logBytes = async () => {
    const answer = await harness.deps.db.execute(sql`select sum(size)::int as bytes from pg_ls_waldir()`);
    return v.parse(v.object({ rows: v.tuple([v.object({ bytes: v.number() })]) }), answer).rows[0].bytes;
  };
  // Two and a half times the size of one file of the log, which no compression reduces.
  const write = () =>
    harness.deps.db.execute(
      sql`insert into rendered_pages (website_id, path, html, created_at)
        select 1, '/log', string_agg(md5(random()::text), ''), now() from generate_series(1, 1200000)
        on conflict (website_id, path) do update set html = excluded.html`,
    );
  const sizes: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    await write();
    await harness.deps.reclaim.reclaim();
    sizes.push(await logBytes());
  }
  expect(sizes.at(-1)).toBeLessThanOrEqual((sizes[1] ?? 0) * 1.5);
});

it('tables are vacuumed one by one: no statement takes as long as all of them', async () => {
  const { deps } = harness;
  const statements: string[] = [];
  const db = new Proxy(deps.db, {
    get: (real, name) => {
      if (name !== 'execute') throw new Error(`only statements are expected: ${String(name)}`);
      return (query: SQL) => {
        statements.push(new PgDialect().sqlToQuery(query).sql);
        return real.execute(query);
      };
    },
  });
  await createReclaim({ ...deps, db }).reclaim();
  const vacuums = statements.filter((statement) => statement.startsWith('vacuum'));
  expect(vacuums).toEqual(expect.arrayContaining(['vacuum rendered_pages', 'vacuum settings', 'vacuum pg_class']));
  expect(vacuums).not.toContain('vacuum');
});

it('while the disk is low the log’s room is given back, and nothing is vacuumed', async () => {
  const { deps } = harness;
  const statements: string[] = [];
  const db = new Proxy(deps.db, {
    get: () => async (query: SQL) => void statements.push(new PgDialect().sqlToQuery(query).sql),
  });
  await createReclaim({ ...deps, db, disk: { isLow: async () => true, isNearlyFull: async () => false } }).reclaim();
  expect(statements).toEqual(['checkpoint']);
});

it('nothing is reclaimed while the disk is nearly full, nor on a PostgreSQL, which does it itself', async () => {
  const { deps } = harness;
  const deaf = {
    ...deps,
    db: new Proxy(deps.db, {
      get: (_db, name) => {
        throw new Error(`the database was asked: ${String(name)}`);
      },
    }),
  };
  await createReclaim({ ...deaf, disk: { isLow: async () => true, isNearlyFull: async () => true } }).reclaim();
  await createReclaim({ ...deaf, config: { ...deps.config, databaseUrl: 'postgres://elsewhere/x' } }).reclaim();
  await expect(createReclaim(deaf).reclaim()).rejects.toThrow('the database was asked: execute');
});

it('every save and every cached page counts as a write, and reads and refusals do not', async () => {
  let writes = 0;
  const writers: (number | undefined)[] = [];
  const noteWrite = (userId?: number) => {
    writes += 1;
    writers.push(userId);
  };
  const app = createServerApp({ ...harness.deps, reclaim: { ...harness.deps.reclaim, noteWrite } });
  const save = async (body: unknown) =>
    (
      await app.request('/api/websites/1/settings/update', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).status;
  const view = async () => (await app.request('/sites/www.northshorerealty.test/')).status;
  expect(await save({ data: { settings: [{ key: 'fb_link', value: ['https://www.facebook.com/a'], category: 'social' }] } })).toBe(200);
  expect(writes).toBe(1);
  expect([await view(), await view()]).toEqual([200, 200]);
  expect(writes).toBe(2);
  // A page belongs to no user: no answer is stored for it.
  expect(writers).toEqual([1, undefined]);
  expect([await save({ data: {} }), writes]).toEqual([422, 2]);
});
