import { type LeaseRow, schemaVersion } from '#db/stores.ts';
import { describe, expect, it } from 'vitest';
import { isInTransaction } from './memory-context.ts';
import { MemoryDatabase } from './memory-database.ts';
import { MemoryDisk } from './memory-disk.ts';
import type { Step } from './memory-transaction.ts';

const lease = (userId: string, beatAt = 0): LeaseRow => ({ userId, holder: 'tab', epoch: 1, beatAt });
const epoch = (userId: string) => ({ userId, epoch: 1 });

/** Runs everything that waits only for microtasks. */
async function flushed(): Promise<void> {
  for (let at = 0; at < 500; at += 1) await null;
}

/** Steps that wait until they are released, in the order in which they came. */
function heldTurns() {
  const steps: Step[] = [];
  const waiting: (() => void)[] = [];
  return {
    steps,
    turn: (step: Step) => {
      steps.push(step);
      return new Promise<void>((resolve) => waiting.push(resolve));
    },
    async next() {
      waiting.shift()?.();
      await flushed();
    },
  };
}

/** The state of a promise at this moment. */
async function stateOf(work: Promise<unknown>): Promise<string> {
  let state = 'pending';
  work.then(
    () => {
      state = 'resolved';
    },
    () => {
      state = 'rejected';
    },
  );
  await flushed();
  return state;
}

describe('rows', () => {
  it('come frozen through and through, and are not those that were given', async () => {
    const db = new MemoryDatabase(new MemoryDisk());
    const blob = new Blob(['x']);
    await db.outbox.add({ opId: 'a', userId: 'u1', body: { list: [{ blob }] } });
    const row: unknown = await db.outbox.get(1);
    expect(() => Object.assign(Object(row), { opId: 'b' })).toThrow(TypeError);
    expect(() => Reflect.get(Object(row), 'body').list.push(1)).toThrow(TypeError);
    expect(Reflect.get(Object(row), 'body').list[0].blob).toBe(blob);
    const given = { userId: 'u1', websiteId: 'w1', screen: 's', values: { a: [1] }, base: {}, savedAt: 0 };
    const put = db.drafts.put(given);
    given.values.a.push(2);
    await put;
    expect((await db.drafts.get(['u1', 'w1', 's']))?.values).toEqual({ a: [1] });
  });

  it('are refused where IndexedDB could not store them', async () => {
    const db = new MemoryDatabase(new MemoryDisk());
    await expect(db.outbox.add({ opId: 'a', body: () => 1 })).rejects.toMatchObject({ name: 'DataCloneError' });
  });
});

describe('turns', () => {
  it('are asked for before each effect, before the commit and before its answer', async () => {
    const { steps, turn, next } = heldTurns();
    const disk = new MemoryDisk();
    const db = new MemoryDatabase(disk, { turn });
    const work = db.transaction('rw', [db.leases], async () => {
      await db.leases.get('u1');
      await db.leases.put(lease('u1'));
    });
    const other = new MemoryDatabase(disk);
    const reading = other.leases.toArray();
    await flushed();
    expect(steps).toEqual(['read']);
    await next();
    await next();
    expect(steps).toEqual(['read', 'write', 'commit']);
    // Nobody sees the write before it is committed.
    expect(await stateOf(reading)).toBe('pending');
    await next();
    expect(await reading).toHaveLength(1);
    expect([steps.at(-1), await stateOf(work)]).toEqual(['answer', 'pending']);
    await next();
    expect(await stateOf(work)).toBe('resolved');
  });

  it('keep a transaction open, however long they take, and the order of its operations', async () => {
    const { turn, next } = heldTurns();
    const disk = new MemoryDisk();
    const db = new MemoryDatabase(disk, { turn });
    const done: string[] = [];
    const work = db.transaction('rw', [db.leases], async () => {
      const first = db.leases.put(lease('u1', 1)).then(() => done.push('first'));
      await db.leases.put(lease('u1', 2)).then(() => done.push('second'));
      await first;
    });
    await flushed();
    for (let at = 0; at < 4; at += 1) await next();
    await work;
    expect(done).toEqual(['first', 'second']);
    const other = new MemoryDatabase(disk);
    expect(await other.leases.get('u1')).toMatchObject({ beatAt: 2 });
  });
});

describe('a transaction', () => {
  it('that waits for something else ends after 100 microtasks, the same each time', async () => {
    const results = async () => {
      const db = new MemoryDatabase(new MemoryDisk());
      const names: string[] = [];
      for (const waits of [50, 98, 99, 100, 101, 102, 150]) {
        const work = db.transaction('rw', [db.leases], async () => {
          await db.leases.put(lease('u1'));
          for (let at = 0; at < waits; at += 1) await null;
          await db.leases.put(lease('u2'));
        });
        names.push(
          await work.then(
            () => `${waits}`,
            (thrown) => `${waits} ${thrown.name}`,
          ),
        );
      }
      return names;
    };
    const first = await results();
    expect(first.at(0)).toBe('50');
    expect(first.at(-1)).toBe('150 TransactionInactiveError');
    expect(await results()).toEqual(first);
  });

  it('is known to the code in it', async () => {
    const db = new MemoryDatabase(new MemoryDisk());
    const seen: boolean[] = [isInTransaction()];
    await db.transaction('r', [db.leases], async () => {
      seen.push(isInTransaction());
      await db.leases.get('u1');
      seen.push(isInTransaction());
    });
    seen.push(isInTransaction());
    expect(seen).toEqual([false, true, true, false]);
  });

  it('that the disk has no room for fails as a whole, as in a browser', async () => {
    const disk = new MemoryDisk();
    const db = new MemoryDatabase(disk);
    disk.failNext('commit');
    const work = db.transaction('rw', [db.leases, db.epochs], async () => {
      await db.leases.put(lease('u1'));
      await db.epochs.put(epoch('u1'));
    });
    await expect(work).rejects.toMatchObject({ name: 'AbortError', inner: { name: 'QuotaExceededError' } });
    expect([await db.leases.toArray(), await db.epochs.toArray()]).toEqual([[], []]);
    await db.leases.put(lease('u1'));
    disk.failNext('write');
    await expect(db.leases.update('u1', { beatAt: 9 })).rejects.toMatchObject({ name: 'QuotaExceededError' });
    expect(await db.leases.get('u1')).toMatchObject({ beatAt: 0 });
  });
});

describe('a tab that crashes', () => {
  it('gets no more events, and its transaction is rolled back', async () => {
    const { turn, next } = heldTurns();
    const disk = new MemoryDisk();
    const db = new MemoryDatabase(disk, { turn });
    const other = new MemoryDatabase(disk);
    const seen: number[] = [];
    const watched = new MemoryDatabase(disk);
    watched.watch(() => watched.leases.toCollection().count(), { next: (count) => seen.push(count), error: () => undefined });
    await flushed();
    const work = db.transaction('rw', [db.leases], async () => {
      await db.leases.put(lease('u1'));
      await db.leases.put(lease('u2'));
    });
    const alone = db.leases.put(lease('u3'));
    const after = other.leases.toArray();
    await flushed();
    await next();
    watched.crash();
    db.crash();
    await next();
    expect([await stateOf(work), await stateOf(alone), await stateOf(db.leases.toArray())]).toEqual(['pending', 'pending', 'pending']);
    expect(await stateOf(db.transaction('r', [db.leases], () => 1))).toBe('pending');
    expect(await after).toEqual([]);
    await other.leases.put(lease('u4'));
    await flushed();
    expect(seen).toEqual([0]);
  });

  it.each([0, 1, 2, 3])('at step %i of a transaction leaves all of it or nothing', async (steps) => {
    const { turn, next } = heldTurns();
    const disk = new MemoryDisk();
    const db = new MemoryDatabase(disk, { turn });
    const work = db.transaction('rw', [db.leases], async () => {
      await db.leases.put(lease('u1'));
      await db.leases.put(lease('u2'));
    });
    await flushed();
    for (let at = 0; at < steps; at += 1) await next();
    db.crash();
    await next();
    expect(await stateOf(work)).toBe('pending');
    expect(await new MemoryDatabase(disk).leases.toCollection().count()).toBe(steps === 3 ? 2 : 0);
  });
});

describe('a newer version', () => {
  it('closes the older tabs, which get an event', async () => {
    const disk = new MemoryDisk();
    let notified = 0;
    const notify = () => {
      notified += 1;
    };
    const old = new MemoryDatabase(disk, { onVersionChange: notify });
    const same = new MemoryDatabase(disk);
    expect(notified).toBe(0);
    const fresh = new MemoryDatabase(disk, { version: (schemaVersion + 1) * 10 });
    expect(notified).toBe(1);
    await expect(old.leases.toArray()).rejects.toMatchObject({ name: 'DatabaseClosedError' });
    await expect(same.leases.toArray()).rejects.toMatchObject({ name: 'DatabaseClosedError' });
    // Dexie swallows the VersionError and opens what is there.
    const late = new MemoryDatabase(disk);
    expect([late.version, fresh.version]).toEqual([fresh.version, (schemaVersion + 1) * 10]);
    expect(await late.leases.toArray()).toEqual([]);
  });
});
