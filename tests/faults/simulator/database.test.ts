import type { ClientDatabase, LogRow } from '#db/stores.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engines, type TestDevice } from './engines.ts';

const nameOf = (thrown: unknown) => (thrown instanceof Error || thrown instanceof DOMException ? thrown.name : String(thrown));
const failure = (work: PromiseLike<unknown>) => Promise.resolve(work).then(() => 'no failure', nameOf);
const logRow = (opId: string, at = 0, userId = 'u1'): LogRow => ({
  opId,
  userId,
  websiteId: null,
  words: '',
  outcome: 'done',
  by: null,
  at,
});
const resource = (userId: string, key: string, websiteId: string | null = null) => ({
  userId,
  key,
  websiteId,
  data: { list: [1] },
  pagination: null,
  etag: null,
  fetchedAt: 0,
  revision: 1,
});

describe.each(engines)('$name', ({ device: makeDevice }) => {
  let device: TestDevice;
  let db: ClientDatabase;
  const opened: ClientDatabase[] = [];
  const open = async () => {
    const database = await device.open();
    opened.push(database);
    return database;
  };
  beforeEach(async () => {
    device = makeDevice();
    db = await open();
  });
  afterEach(() => {
    for (const database of opened.splice(0)) database.close({ disableAutoOpen: true });
  });
  const epochs = () => db.epochs.toArray();

  describe('tables', () => {
    it('number rows upwards, and never give a number twice', async () => {
      const first = await db.outbox.add({ opId: 'a', userId: 'u1' });
      const second = await db.outbox.add({ opId: 'b', userId: 'u1' });
      await db.outbox.delete(second);
      expect(await db.outbox.add({ opId: 'c', userId: 'u1' })).toBe(second + 1);
      await db.outbox.put({ seq: 40, opId: 'd', userId: 'u1' });
      expect(await db.outbox.put({ opId: 'e', userId: 'u1' })).toBe(41);
      expect((await db.outbox.toArray()).map((row) => row['seq'])).toEqual([first, second + 1, 40, 41]);
    });

    it('give a new row its number', async () => {
      const row: Record<string, unknown> = { opId: 'a', userId: 'u1' };
      const seq = await db.outbox.add(row);
      expect(row['seq']).toBe(seq);
    });

    it('refuse a key or a unique value that is taken', async () => {
      const seq = await db.outbox.add({ opId: 'a', userId: 'u1' });
      expect(await failure(db.outbox.add({ opId: 'a', userId: 'u2' }))).toBe('ConstraintError');
      expect(await failure(db.outbox.add({ seq, opId: 'b', userId: 'u2' }))).toBe('ConstraintError');
      expect(await failure(db.outbox.put({ seq: seq + 5, opId: 'a', userId: 'u2' }))).toBe('ConstraintError');
      await db.outbox.put({ seq, opId: 'a', userId: 'u3' });
      expect(await db.outbox.toArray()).toEqual([{ seq, opId: 'a', userId: 'u3' }]);
    });

    it('refuse invalid keys', async () => {
      expect(await failure(db.epochs.get(undefined as unknown as string))).toBe('TypeError');
      expect(await failure(db.epochs.put({ userId: null as unknown as string, epoch: 1 }))).toBe('DataError');
      expect(await failure(db.outbox.where('command').equals('x').toArray())).toBe('SchemaError');
    });

    it('find rows by compound keys and indexes', async () => {
      await db.resources.bulkPut([resource('u2', 'a', 'w1'), resource('u1', 'b', 'w1'), resource('u1', 'a', 'w2'), resource('u1', 'c')]);
      const keys = (rows: { readonly userId: string; readonly key: string }[]) => rows.map(({ userId, key }) => userId + key);
      expect(await db.resources.get(['u1', 'b'])).toMatchObject({ websiteId: 'w1' });
      expect(await db.resources.get(['u1', 'x'])).toBeUndefined();
      expect(keys(await db.resources.toArray())).toEqual(['u1a', 'u1b', 'u1c', 'u2a']);
      expect(await db.resources.where('userId').equals('u1').count()).toBe(3);
      expect(keys(await db.resources.where('[userId+websiteId]').equals(['u1', 'w1']).toArray())).toEqual(['u1b']);
      // What has no website stands in no index of it.
      expect(
        keys(
          await db.resources
            .where('[userId+websiteId]')
            .noneOf([['u1', 'w1']])
            .toArray(),
        ),
      ).toEqual(['u1a', 'u2a']);
      expect(await db.resources.where('userId').noneOf(['u1']).delete()).toBe(1);
      expect(await db.resources.toCollection().primaryKeys()).toEqual([
        ['u1', 'a'],
        ['u1', 'b'],
        ['u1', 'c'],
      ]);
    });

    it('answer in the order of the index, then of the key', async () => {
      for (const [opId, at] of [
        ['a', 30],
        ['b', 10],
        ['c', 20],
        ['d', 10],
      ] as const)
        await db.log.add(logRow(opId, at));
      const opIds = (rows: readonly LogRow[]) => rows.map(({ opId }) => opId).join('');
      expect(opIds(await db.log.where('at').below(30).toArray())).toBe('bdc');
      expect(opIds(await db.log.where('at').above(10).toArray())).toBe('ca');
      expect(opIds(await db.log.where('at').anyOf([30, 10]).toArray())).toBe('bda');
      expect(opIds(await db.log.where('userId').equals('u1').toArray())).toBe('abcd');
      expect(opIds(await db.log.where('userId').equals('u1').sortBy('at'))).toBe('bdca');
      expect((await db.log.where('at').below(20).first())?.opId).toBe('b');
      expect((await db.log.where('at').below(20).last())?.opId).toBe('d');
    });

    it('update and remove', async () => {
      await db.leases.put({ userId: 'u1', holder: 'a', epoch: 1, beatAt: 1 });
      expect(await db.leases.update('u1', { beatAt: 2 })).toBe(1);
      expect(await db.leases.update('u2', { beatAt: 2 })).toBe(0);
      expect(await db.leases.toArray()).toEqual([{ userId: 'u1', holder: 'a', epoch: 1, beatAt: 2 }]);
      expect(await db.leases.bulkGet(['u2', 'u1'])).toMatchObject([undefined, { beatAt: 2 }]);
      await db.leases.bulkDelete(['u2', 'u1']);
      await db.leases.delete('u1');
      expect(await db.leases.toArray()).toEqual([]);
    });

    it('keep copies', async () => {
      const row = { ...resource('u1', 'a'), data: { list: [1, 2] } };
      await db.resources.put(row);
      row.data.list.push(3);
      expect((await db.resources.get(['u1', 'a']))?.data).toEqual({ list: [1, 2] });
    });

    it('keep files', async () => {
      await db.files.put({ id: 'f', userId: 'u1', blob: new Blob(['picture']), name: 'f.png', createdAt: 1 });
      expect(await (await db.files.get('f'))?.blob.text()).toBe('picture');
    });
  });

  describe('transactions', () => {
    const put = (userId: string, epoch = 1) => db.epochs.put({ userId, epoch });

    it('are all', async () => {
      const result = await db.transaction('rw', [db.epochs, db.leases], async () => {
        await put('u1');
        await db.leases.put({ userId: 'u1', holder: 'a', epoch: 1, beatAt: 1 });
        return (await db.epochs.get('u1'))?.epoch;
      });
      expect(result).toBe(1);
      expect(await db.leases.toCollection().count()).toBe(1);
    });

    it('or nothing, numbers included', async () => {
      await put('u1', 1);
      const seq = await db.outbox.add({ opId: 'a', userId: 'u1' });
      const work = db.transaction('rw', [db.epochs, db.outbox], async () => {
        await put('u1', 2);
        await put('u2', 2);
        await db.epochs.delete('u1');
        await db.outbox.add({ opId: 'b', userId: 'u1' });
        throw new RangeError('changed my mind');
      });
      expect(await failure(work)).toBe('RangeError');
      expect(await epochs()).toEqual([{ userId: 'u1', epoch: 1 }]);
      expect(await db.outbox.add({ opId: 'b', userId: 'u1' })).toBe(seq + 1);
    });

    it('go on after a failure that was caught', async () => {
      const caught = await db.transaction('rw', [db.outbox], async () => {
        await db.outbox.add({ opId: 'a', userId: 'u1' });
        const name = await failure(db.outbox.add({ opId: 'a', userId: 'u1' }));
        await db.outbox.add({ opId: 'b', userId: 'u1' });
        return name;
      });
      expect(caught).toBe('ConstraintError');
      expect((await db.outbox.toArray()).map((row) => row['opId'])).toEqual(['a', 'b']);
    });

    it('refuse tables that they were not opened for', async () => {
      expect(await failure(db.transaction('r', [db.epochs], () => put('u1')))).toBe('ReadOnlyError');
      expect(await failure(db.transaction('rw', [db.leases], () => put('u1')))).toBe('NotFoundError');
      expect(await failure(db.transaction('r', [db.leases], () => db.epochs.get('u1')))).toBe('NotFoundError');
      expect(await epochs()).toEqual([]);
    });

    it('join the one that they are in', async () => {
      await db.transaction('rw', [db.epochs, db.leases], async () => {
        await put('u1');
        await db.transaction('rw', [db.epochs], async () => {
          await put('u2');
        });
        expect(await db.transaction('r', [db.epochs], () => db.epochs.toCollection().count())).toBe(2);
      });
      const outer = db.transaction('rw', [db.epochs], async () => {
        await db.transaction('rw', [db.epochs], () => put('u3'));
        throw new RangeError('too late');
      });
      expect(await failure(outer)).toBe('RangeError');
      expect((await epochs()).map(({ userId }) => userId)).toEqual(['u1', 'u2']);
    });

    it('refuse an inner one that asks for more', async () => {
      const inner = (mode: 'r' | 'rw') => db.transaction(mode, [db.epochs, db.leases], async () => undefined);
      expect(await failure(db.transaction('r', [db.epochs, db.leases], () => inner('rw')))).toBe('SubTransactionError');
      expect(await failure(db.transaction('rw', [db.epochs], () => inner('r')))).toBe('SubTransactionError');
    });

    it('end with an inner one that failed, caught or not', async () => {
      const names: string[] = [];
      const outer = db.transaction('rw', [db.epochs], async () => {
        await put('u1');
        names.push(
          await failure(
            db.transaction('rw', [db.epochs], async () => {
              await put('u2');
              throw new RangeError('inner');
            }),
          ),
        );
        names.push(await failure(put('u3')));
      });
      names.push(await failure(outer));
      expect(names).toEqual(['RangeError', 'TransactionInactiveError', 'PrematureCommitError']);
      expect(await epochs()).toEqual([]);
    });

    it('of two tabs never mix', async () => {
      const other = await open();
      await put('u1', 0);
      const increase = (database: ClientDatabase) =>
        database.transaction('rw', [database.epochs], async () => {
          const before = (await database.epochs.get('u1'))?.epoch ?? 0;
          await database.epochs.get('another');
          await database.epochs.put({ userId: 'u1', epoch: before + 1 });
        });
      await Promise.all([increase(db), increase(other), increase(db), increase(other)]);
      expect(await other.epochs.get('u1')).toEqual({ userId: 'u1', epoch: 4 });
    });

    it('that wait for something else end early: their writes stay, later operations are refused', async () => {
      const other = await open();
      const names: string[] = [];
      const work = db.transaction('rw', [db.epochs], async () => {
        await put('u1');
        // Has to wait until this transaction has ended.
        await other.epochs.put({ userId: 'u2', epoch: 1 });
        names.push(await failure(put('u3')));
      });
      names.push(await failure(work));
      expect(names).toEqual(['TransactionInactiveError', 'PrematureCommitError']);
      expect((await epochs()).map(({ userId }) => userId)).toEqual(['u1', 'u2']);
    });

    it('end with nothing where the disk is full', async () => {
      device.failNextWrite();
      const work = db.transaction('rw', [db.epochs], async () => {
        await put('u1');
        await put('u2');
      });
      expect(await failure(work)).toBe('QuotaExceededError');
      expect(await epochs()).toEqual([]);
      await put('u1');
      expect(await epochs()).toHaveLength(1);
    });
  });

  describe('live queries', () => {
    it('run at once, and again after any tab changes the rows that they read', async () => {
      const other = await open();
      const seen: number[] = [];
      const subscription = db.watch(() => db.epochs.toCollection().count(), { next: (count) => seen.push(count), error: () => undefined });
      await expect.poll(() => seen).toEqual([0]);
      await other.epochs.put({ userId: 'u1', epoch: 1 });
      await expect.poll(() => seen).toEqual([0, 1]);
      await other.leases.put({ userId: 'u1', holder: 'a', epoch: 1, beatAt: 1 });
      await db.transaction('rw', [db.epochs], async () => {
        await db.epochs.put({ userId: 'u2', epoch: 1 });
        await db.epochs.put({ userId: 'u3', epoch: 1 });
      });
      await expect.poll(() => seen).toEqual([0, 1, 3]);
      subscription.unsubscribe();
      await db.epochs.put({ userId: 'u4', epoch: 1 });
      expect(await db.epochs.toCollection().count()).toBe(4);
      expect(seen).toEqual([0, 1, 3]);
    });

    it('do not report what was rolled back', async () => {
      const seen: number[] = [];
      const ahead: number[] = [];
      db.watch(() => db.epochs.toCollection().count(), { next: (count) => seen.push(count), error: () => undefined });
      await expect.poll(() => seen).toEqual([0]);
      const work = db.transaction('rw', [db.epochs], async () => {
        await db.epochs.put({ userId: 'u1', epoch: 1 });
        throw new RangeError('no');
      });
      expect(await failure(work)).toBe('RangeError');
      db.watch(() => db.epochs.toCollection().count(), { next: (count) => ahead.push(count), error: () => undefined });
      await expect.poll(() => ahead).toEqual([0]);
      expect(seen).toEqual([0]);
    });

    it('report a failure, and go on after the next change', async () => {
      const counts: unknown[] = [];
      const query = async () => {
        const count = await db.epochs.toCollection().count();
        if (count === 1) throw new RangeError('one');
        return count;
      };
      db.watch(query, { next: (count) => counts.push(count), error: (thrown) => counts.push(nameOf(thrown)) });
      await expect.poll(() => counts).toEqual([0]);
      await db.epochs.put({ userId: 'u1', epoch: 1 });
      await expect.poll(() => counts).toEqual([0, 'RangeError']);
      await db.epochs.put({ userId: 'u2', epoch: 1 });
      await expect.poll(() => counts).toEqual([0, 'RangeError', 2]);
    });
  });

  it('refuses everything once it is closed', async () => {
    db.close({ disableAutoOpen: true });
    expect(await failure(db.epochs.get('u1'))).toBe('DatabaseClosedError');
    expect(await failure(db.epochs.put({ userId: 'u1', epoch: 1 }))).toBe('DatabaseClosedError');
    expect(await failure(db.transaction('r', [db.epochs], () => db.epochs.get('u1')))).toBe('DatabaseClosedError');
  });
});
