import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Connection, connectEngine } from '../connect.ts';
import { memoryEngine } from '../testing/memory-engine.ts';
import { migratedDatabase } from '../testing/migrated-database.ts';
import { themes } from '../tables/websites.ts';
import { EngineStream } from './engine-stream.ts';

const answers: (() => void)[] = [];
let connection: Connection;
beforeAll(async () => {
  const engine = memoryEngine(await migratedDatabase());
  engine.onAnswer(() => {
    for (const listener of answers) listener();
  });
  connection = await connectEngine(engine);
});
afterAll(() => connection.close());

const count = (key: string) => connection.db.$count(themes, eq(themes.key, key));

it('sends queries without waiting for the answers to others, and not too many', async () => {
  let unanswered = 0;
  let most = 0;
  const write = EngineStream.prototype._writev;
  const sent = vi.spyOn(EngineStream.prototype, '_writev').mockImplementation(function (this: EngineStream, ...given) {
    unanswered += 1;
    most = Math.max(most, unanswered);
    write.apply(this, given);
  });
  answers.push(() => {
    unanswered -= 1;
  });
  expect(await Promise.all(Array.from({ length: 40 }, () => count('none')))).toEqual(Array.from({ length: 40 }, () => 0));
  sent.mockRestore();
  answers.length = 0;
  expect([most, unanswered]).toEqual([8, 0]);
});

it('keeps everybody else out of a transaction', async () => {
  const inserted = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const undone = connection.db.transaction(async (tx) => {
    await tx.insert(themes).values({ key: 'mine', name: 'Mine' });
    inserted.resolve();
    await goOn.promise;
    tx.rollback();
  });
  await inserted.promise;
  const others = [count('mine'), count('mine')];
  goOn.resolve();
  await expect(undone).rejects.toThrow();
  expect(await Promise.all(others)).toEqual([0, 0]);
});

it('gives a transaction its turn while others never stop asking', async () => {
  let ended = false;
  const asking = Array.from({ length: 20 }, async () => {
    while (!ended) await count('none');
  });
  await connection.db.transaction((tx) => tx.execute(sql`select 1`));
  ended = true;
  await Promise.all(asking);
});

it('fails one query and none beside it, and goes on', async () => {
  const asked = [count('none'), connection.db.execute(sql`select * from nowhere`), count('none')];
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await count('none')).toBe(0);
});
