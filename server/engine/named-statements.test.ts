import { inArray, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Connection, connectEngine } from '../connect.ts';
import { memoryEngine } from '../testing/memory-engine.ts';
import { migratedDatabase } from '../testing/migrated-database.ts';
import { themes } from '../tables/websites.ts';

let connection: Connection;
beforeAll(async () => {
  connection = await connectEngine(memoryEngine(await migratedDatabase()));
});
afterAll(() => connection.close());

const ofIds = (ids: readonly number[]) =>
  connection.db
    .select({ id: themes.id })
    .from(themes)
    .where(inArray(themes.id, [...ids]));
const prepared = v.object({ rows: v.array(v.object({ statement: v.string() })) });
const preparedTexts = async () => {
  const { rows } = v.parse(prepared, await connection.db.execute(sql`select statement from pg_prepared_statements`));
  return rows.filter(({ statement }) => statement.includes('"themes"')).length;
};

it('parses and plans a statement once, from the second time on, in transactions too', async () => {
  await ofIds([1]);
  expect(await preparedTexts()).toBe(0);
  for (let time = 0; time < 3; time += 1) await ofIds([time]);
  await connection.db.transaction((tx) =>
    tx
      .select({ id: themes.id })
      .from(themes)
      .where(inArray(themes.id, [2])),
  );
  expect(await preparedTexts()).toBe(1);
});

it('does not name statements whose length depends on their values', async () => {
  const before = await preparedTexts();
  for (let time = 0; time < 3; time += 1) await ofIds(Array.from({ length: 13 }, (_, at) => at));
  expect(await preparedTexts()).toBe(before);
});

it('still works where a failed statement has reset the connection', async () => {
  for (let time = 0; time < 3; time += 1) await ofIds([1, 2]);
  await expect(connection.db.execute(sql`select ${'no number'}::int`)).rejects.toThrow('select');
  expect(await ofIds([1, 2])).toEqual(await ofIds([2, 1]));
});
