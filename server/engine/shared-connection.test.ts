import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import * as v from 'valibot';
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

it('runs no other query inside a transaction', async () => {
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

/** A value that the driver can't convert to text, which it finds out while sending. */
function unsendable(): Readonly<Record<string, unknown>> {
  const value: Record<string, unknown> = {};
  value['itself'] = value;
  return value;
}

/** The number of ReadyForQuery messages, counted in complete messages: a letter, and a length that includes itself. */
function readiesIn(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let [at, readies] = [0, 0];
  while (at < view.byteLength) {
    if (String.fromCharCode(view.getUint8(at)) === 'Z') readies += 1;
    at += 1 + view.getUint32(at + 1);
  }
  return readies;
}

it('gets one ReadyForQuery for each message, whatever the result of the query', async () => {
  const spies = (['_write', '_writev', 'push'] as const).map((name) => vi.spyOn(EngineStream.prototype, name));
  const [write, writev, push] = spies.map(({ mock }) => mock.calls);
  const { db } = connection;
  await Promise.allSettled([
    count('none'),
    count('none'),
    db.execute(`insert into themes (key, name) values ('several', 'x'); delete from themes where key = 'several'`),
    db.execute(''),
    db.execute(sql`select * from nowhere`),
    db.execute(sql`select ${'x'}::int`),
    db.execute(sql`select ${unsendable()}::text`),
    db.execute(sql`select ${'a\0b'}::text`),
    db.execute(sql`select repeat('x', 3000000)`),
    db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      tx.rollback();
    }),
    db.transaction((tx) => Promise.all([tx.execute(sql`select * from nowhere`), tx.execute(sql`select ${1}::int`)])),
  ]);
  await count('none');
  for (const spy of spies) spy.mockRestore();
  // Terminate, after a failed query, is the only message without an answer.
  const isFarewell = (chunk: unknown) => chunk instanceof Uint8Array && chunk[0] === 'X'.charCodeAt(0);
  const sent = (writev?.length ?? 0) + (write ?? []).filter(([chunk]) => !isFarewell(chunk)).length;
  expect(sent).toBeGreaterThan(15);
  expect(push?.flatMap(([bytes]) => (bytes instanceof Uint8Array ? [readiesIn(bytes)] : []))).toEqual(
    Array.from({ length: sent }, () => 1),
  );
});

const deeds = [
  'asks',
  'asks what takes long',
  'asks without values',
  'asks and leaves',
  'misspells',
  'has what cannot be sent',
  'commits',
  'commits around a part that fails',
  'fails in a transaction',
  'throws in a transaction',
  'leaves a transaction in the middle of a statement',
] as const;
type Deed = (typeof deeds)[number];

const wrong = (me: number) => sql`select ${`wrong ${me}`}::int as mine`;
const insert = (tx: Pick<Connection['db'], 'insert'>, key: string) => tx.insert(themes).values({ key, name: 'x' });

/** The work of one of many users of the connection. */
async function does(deed: Deed, me: number): Promise<unknown> {
  const { db } = connection;
  const key = `caller ${me}`;
  const asked = sql`select ${me}::int as mine`;
  switch (deed) {
    case 'asks':
      return db.execute(asked);
    case 'asks what takes long':
      return db.execute(sql`select ${me}::int + 0 * count(*) as mine from generate_series(1, 30000)`);
    case 'asks without values':
      return db.execute(`select ${me} as mine`);
    case 'asks and leaves':
      void db.execute(asked);
      return null;
    case 'misspells':
      return db.execute(wrong(me));
    case 'has what cannot be sent':
      return db.execute(sql`select ${unsendable()}::int as mine`);
    case 'commits':
      return db.transaction(async (tx) => {
        await insert(tx, key);
        return tx.execute(asked);
      });
    case 'commits around a part that fails':
      return db.transaction(async (tx) => {
        const part = tx.transaction(async (inner) => {
          await insert(inner, `${key}, part`);
          await inner.execute(wrong(me));
        });
        await part.catch(() => undefined);
        await insert(tx, key);
        return tx.execute(asked);
      });
    case 'fails in a transaction':
      return db.transaction(async (tx) => {
        await insert(tx, key);
        await tx.execute(wrong(me));
      });
    case 'throws in a transaction':
      return db.transaction(async (tx) => {
        await insert(tx, key);
        throw new Error(`wrong ${me}`);
      });
    case 'leaves a transaction in the middle of a statement':
      return db.transaction(async (tx) => {
        insert(tx, key).catch(() => undefined);
        tx.execute(wrong(me)).catch(() => undefined);
        throw new Error(`wrong ${me}`);
      });
  }
}

function becomes(deed: Deed, me: number): unknown {
  const reason = (message: string) => ({ status: 'rejected', reason: { cause: { message: expect.stringContaining(message) } } });
  switch (deed) {
    case 'asks and leaves':
      return { status: 'fulfilled', value: null };
    case 'has what cannot be sent':
      return reason('circular');
    case 'misspells':
    case 'fails in a transaction':
      return reason(`"wrong ${me}"`);
    case 'throws in a transaction':
    case 'leaves a transaction in the middle of a statement':
      return { status: 'rejected', reason: { message: `wrong ${me}` } };
    default:
      return { status: 'fulfilled', value: me };
  }
}

const answerSchema = v.object({ rows: v.tuple([v.object({ mine: v.pipe(v.union([v.string(), v.number()]), v.transform(Number)) })]) });

it('gives each of forty callers its own answer or error, keeps only committed changes, and loses no caller', async () => {
  const caller = fc.record({ deed: fc.constantFrom(...deeds), turns: fc.nat(6) });
  await fc.assert(
    fc.asyncProperty(fc.array(caller, { minLength: 40, maxLength: 40 }), async (callers) => {
      await connection.db.delete(themes);
      const asking = callers.map(async ({ deed, turns }, me) => {
        for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        const answer = await does(deed, me);
        return answer === null ? null : v.parse(answerSchema, answer).rows[0].mine;
      });
      expect(await Promise.allSettled(asking)).toMatchObject(callers.map(({ deed }, me) => becomes(deed, me)));
      const left = await connection.db.select({ key: themes.key }).from(themes);
      const committed = callers.flatMap(({ deed }, me) => (deed.startsWith('commits') ? [`caller ${me}`] : []));
      expect(left.map(({ key }) => key).toSorted()).toEqual(committed.toSorted());
    }),
    { numRuns: 8 },
  );
});
