import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Connection, connectEngine } from '../connect.ts';
import { memoryEngine } from '../testing/memory-engine.ts';
import { migratedDatabase } from '../testing/migrated-database.ts';
import { countAttempt } from './rate-limits.ts';

let connection: Connection;
beforeAll(async () => {
  connection = await connectEngine(memoryEngine(await migratedDatabase()));
});
afterAll(() => connection.close());

const waits = (database: Connection['db']) => database.execute(sql`show synchronous_commit`);

it('counts without waiting for the disk, which no other write does', async () => {
  const { db } = connection;
  const now = new Date();
  const count = (database: Connection['db']) => countAttempt(database, [{ key: 'some', max: 2, windowSeconds: 60 }], now);
  await db.transaction(async (tx) => {
    expect(await count(tx)).toBeNull();
    expect(await waits(tx)).toMatchObject({ rows: [{ synchronous_commit: 'off' }] });
  });
  expect(await count(db)).toBeNull();
  expect(await waits(db)).toMatchObject({ rows: [{ synchronous_commit: 'on' }] });
  expect(await count(db)).toBe(60);
});
