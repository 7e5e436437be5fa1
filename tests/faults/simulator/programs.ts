import type { ClientDatabase, LeaseRow, LogRow } from '#db/stores.ts';
import fc from 'fast-check';

/** One call of a table. */
interface Operation {
  readonly kind: 'operation';
  readonly label: string;
  readonly run: (db: ClientDatabase) => Promise<unknown>;
}
interface Transaction {
  readonly kind: 'transaction';
  readonly mode: 'r' | 'rw';
  readonly tables: readonly TableName[];
  readonly body: readonly Statement[];
  /** The transaction fails at its end. */
  readonly throws: boolean;
}
/** The next step of a program. `isCaught`: the program goes on where the step fails, inside a transaction too. */
export interface Statement {
  readonly what: Operation | Transaction;
  readonly isCaught: boolean;
}

const tableNames = ['resources', 'outbox', 'leases', 'log'] as const;
type TableName = (typeof tableNames)[number];

/** A primary key that the row brings along. */
export const highestNumber = 6;
const user = fc.constantFrom('u1', 'u2', 'u3');
const word = fc.constantFrom('a', 'b', 'c', 'd');
const number = fc.integer({ min: 1, max: highestNumber });
const operation = (label: string, run: Operation['run']): Operation => ({ kind: 'operation', label, run });

const resource = fc.record({ userId: user, key: word, websiteId: fc.constantFrom('w1', 'w2', null), value: number }).map((picked) => {
  const { userId, key, websiteId, value } = picked;
  return { userId, key, websiteId, data: { value }, pagination: null, etag: null, fetchedAt: value, revision: 1 };
});
const lease: fc.Arbitrary<LeaseRow> = fc.record({ userId: user, holder: word, epoch: number, beatAt: number });
const log: fc.Arbitrary<LogRow> = fc
  .record({ opId: word, userId: user, at: number })
  .map((picked) => ({ ...picked, websiteId: null, words: '', outcome: 'done', by: null }));
const numbered = fc.record({ opId: word, userId: user }, { requiredKeys: ['opId', 'userId'] });
const outboxRow = fc.oneof(numbered, fc.record({ seq: number, opId: word, userId: user }));
const noKey = undefined as unknown as string;

const resources: fc.Arbitrary<Operation> = fc.oneof(
  resource.map((row) => operation(`resources.put ${JSON.stringify(row)}`, (db) => db.resources.put({ ...row }))),
  resource.map((row) => operation(`resources.add ${JSON.stringify(row)}`, (db) => db.resources.add({ ...row }))),
  fc
    .array(resource, { maxLength: 4 })
    .map((rows) => operation(`resources.bulkPut ${JSON.stringify(rows)}`, (db) => db.resources.bulkPut(rows))),
  fc.tuple(user, word).map(([id, key]) => operation(`resources.get ${id} ${key}`, (db) => db.resources.get([id, key]))),
  fc.tuple(user, word).map(([id, key]) => operation(`resources.delete ${id} ${key}`, (db) => db.resources.delete([id, key]))),
  fc
    .array(user, { maxLength: 2 })
    .map((ids) => operation(`resources.noneOf ${ids}`, (db) => db.resources.where('userId').noneOf(ids).toArray())),
  fc
    .array(user, { maxLength: 2 })
    .map((ids) => operation(`resources.noneOf.delete ${ids}`, (db) => db.resources.where('userId').noneOf(ids).delete())),
  user.map((id) =>
    operation(`resources of ${id} in w1`, (db) => db.resources.where('[userId+websiteId]').equals([id, 'w1']).primaryKeys()),
  ),
  user.map((id) => operation(`resources.where.sortBy ${id}`, (db) => db.resources.where('userId').equals(id).sortBy('fetchedAt'))),
);

const outbox: fc.Arbitrary<Operation> = fc.oneof(
  outboxRow.map((row) => operation(`outbox.add ${JSON.stringify(row)}`, (db) => db.outbox.add({ ...row }))),
  outboxRow.map((row) => operation(`outbox.put ${JSON.stringify(row)}`, (db) => db.outbox.put({ ...row }))),
  fc
    .array(outboxRow, { minLength: 1, maxLength: 3 })
    .map((rows) => operation(`outbox.bulkPut ${JSON.stringify(rows)}`, (db) => db.outbox.bulkPut(rows.map((row) => ({ ...row }))))),
  number.map((seq) => operation(`outbox.delete ${seq}`, (db) => db.outbox.delete(seq))),
  fc.tuple(number, word).map(([seq, opId]) => operation(`outbox.update ${seq} ${opId}`, (db) => db.outbox.update(seq, { opId }))),
  word.map((opId) => operation(`outbox.where opId ${opId}`, (db) => db.outbox.where('opId').equals(opId).first())),
  user.map((id) => operation(`outbox.where userId ${id}`, (db) => db.outbox.where('userId').equals(id).sortBy('seq'))),
  fc.constant(operation('outbox.toArray', (db) => db.outbox.toArray())),
  fc.constant(operation('outbox.where command', (db) => db.outbox.where('command').equals('x').toArray())),
);

const leases: fc.Arbitrary<Operation> = fc.oneof(
  lease.map((row) => operation(`leases.put ${JSON.stringify(row)}`, (db) => db.leases.put({ ...row }))),
  lease.map((row) => operation(`leases.add ${JSON.stringify(row)}`, (db) => db.leases.add({ ...row }))),
  fc.tuple(user, number).map(([id, beatAt]) => operation(`leases.update ${id} ${beatAt}`, (db) => db.leases.update(id, { beatAt }))),
  fc.array(user, { maxLength: 3 }).map((ids) => operation(`leases.bulkGet ${ids}`, (db) => db.leases.bulkGet([...ids]))),
  fc.array(user, { maxLength: 3 }).map((ids) => operation(`leases.bulkDelete ${ids}`, (db) => db.leases.bulkDelete([...ids]))),
  fc.constant(operation('leases.get nothing', (db) => db.leases.get(noKey))),
  fc.constant(operation('leases.put no key', (db) => db.leases.put({ userId: noKey, holder: 'a', epoch: 1, beatAt: 1 }))),
);

const logs: fc.Arbitrary<Operation> = fc.oneof(
  log.map((row) => operation(`log.add ${JSON.stringify(row)}`, (db) => db.log.add({ ...row }))),
  number.map((at) => operation(`log.below ${at}`, (db) => db.log.where('at').below(at).toArray())),
  number.map((at) => operation(`log.below.delete ${at}`, (db) => db.log.where('at').below(at).delete())),
  number.map((at) => operation(`log.above.count ${at}`, (db) => db.log.where('at').above(at).count())),
  fc
    .tuple(number, number)
    .map(([from, to]) => operation(`log.between ${from} ${to}`, (db) => db.log.where('at').between(from, to).toArray())),
  number.map((at) => operation(`log.above.last ${at}`, (db) => db.log.where('at').above(at).last())),
  fc.array(number, { maxLength: 3 }).map((ats) => operation(`log.anyOf ${ats}`, (db) => db.log.where('at').anyOf(ats).toArray())),
  word.map((opId) => operation(`log.last ${opId}`, (db) => db.log.where('opId').equals(opId).last())),
);

const anyOperation = fc.oneof(resources, outbox, leases, logs);

const statement = fc.letrec<{ transaction: Transaction; statement: Statement }>((tie) => ({
  transaction: fc.record({
    kind: fc.constant('transaction' as const),
    mode: fc.constantFrom<('r' | 'rw')[]>('rw', 'rw', 'rw', 'r'),
    tables: fc.oneof(
      { weight: 3, arbitrary: fc.constant(tableNames) },
      { weight: 1, arbitrary: fc.uniqueArray(fc.constantFrom(...tableNames), { minLength: 1 }) },
    ),
    body: fc.array(tie('statement'), { maxLength: 5 }),
    throws: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  }),
  statement: fc.record({
    what: fc.oneof(
      { depthSize: 'small', maxDepth: 2, withCrossShrink: true },
      { weight: 3, arbitrary: anyOperation },
      { weight: 1, arbitrary: tie('transaction') },
    ),
    isCaught: fc.boolean(),
  }),
})).statement;

/** Draws calls and transactions; some transactions are nested, and some fail. */
export const program: fc.Arbitrary<readonly Statement[]> = fc.array(statement, { minLength: 1, maxLength: 10 });

/** A program as text, for a failure's report. */
export function textOf(statements: readonly Statement[], indent = ''): string {
  const lines = statements.map(({ what, isCaught }) => {
    const caught = isCaught ? ' (caught)' : '';
    if (what.kind === 'operation') return `${indent}${what.label}${caught}`;
    const end = what.throws ? `\n${indent}  throw` : '';
    return `${indent}${what.mode} ${what.tables}${caught} {\n${textOf(what.body, `${indent}  `)}${end}\n${indent}}`;
  });
  return lines.join('\n');
}

const nameOf = (thrown: unknown) => (thrown instanceof Error || thrown instanceof DOMException ? thrown.name : String(thrown));

/** Runs a program, and returns the result of each call, in order, and the final rows of the tables. */
export async function resultsOf(db: ClientDatabase, statements: readonly Statement[]): Promise<readonly unknown[]> {
  const trace: unknown[] = [];
  const step = async ({ what, isCaught }: Statement): Promise<void> => {
    try {
      trace.push(what.kind === 'operation' ? await what.run(db) : await transact(what));
    } catch (thrown) {
      trace.push(nameOf(thrown));
      if (!isCaught) throw thrown;
    }
  };
  const transact = ({ mode, tables, body, throws }: Transaction) =>
    db.transaction(
      mode,
      tables.map((name) => db[name]),
      async () => {
        for (const inner of body) await step(inner);
        if (throws) throw new RangeError('changed its mind');
        return 'done';
      },
    );
  for (const next of statements) await step({ ...next, isCaught: true });
  for (const name of tableNames) trace.push(await db[name].toArray());
  return trace;
}
