import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pacedView } from './live-view.ts';
import { DexieDatabase } from './dexie-database.ts';

describe('a paced view', () => {
  let db: DexieDatabase;
  let stop = (): void => undefined;
  const fail = (thrown: unknown) => expect.unreachable(String(thrown));
  const write = (epoch: number) => db.epochs.put({ userId: 'u1', epoch });

  beforeEach(async () => {
    db = new DexieDatabase(`paced-${Math.random()}`);
    await db.open();
  });
  afterEach(async () => {
    stop();
    await db.delete();
  });

  it('reads once per pace, however much changes, and then the latest state', async () => {
    let seldomReadings = 0;
    const emitted: (number | undefined)[] = [];
    const query = async () => (await db.epochs.get('u1'))?.epoch;
    const counted = () => {
      seldomReadings += 1;
      return query();
    };
    const seldom = pacedView(counted, { next: () => undefined, error: fail }, 600_000);
    const often = pacedView(query, { next: (epoch) => emitted.push(epoch), error: fail }, 20);
    stop = () => {
      seldom.unsubscribe();
      often.unsubscribe();
    };
    await expect.poll(() => emitted).toEqual([undefined]);
    for (let epoch = 1; epoch <= 60; epoch += 1) await write(epoch);
    await expect.poll(() => emitted.at(-1)).toBe(60);
    await write(61);
    await expect.poll(() => emitted.at(-1)).toBe(61);
    expect(seldomReadings).toBe(1);
  });

  it('delivers a result although something changed during the read', async () => {
    const emitted: (number | undefined)[] = [];
    const query = async () => {
      const found = await db.epochs.get('u1');
      for (let again = 0; again < 20; again += 1) await db.epochs.get('u1');
      return found?.epoch;
    };
    stop = pacedView(query, { next: (epoch) => emitted.push(epoch), error: fail }, 5).unsubscribe;
    for (let epoch = 1; epoch <= 500 && emitted.length < 3; epoch += 1) await write(epoch);
    expect(emitted.length).toBeGreaterThanOrEqual(3);
  });

  it('delivers nothing once it has ended, also if its own callback has ended it', async () => {
    const emitted: (number | undefined)[] = [];
    const query = async () => (await db.epochs.get('u1'))?.epoch;
    const next = (epoch: number | undefined) => {
      emitted.push(epoch);
      stop();
    };
    stop = pacedView(query, { next, error: fail }, 20).unsubscribe;
    await expect.poll(() => emitted).toHaveLength(1);
    const seen: (number | undefined)[] = [];
    stop = pacedView(query, { next: (epoch) => seen.push(epoch), error: fail }, 20).unsubscribe;
    await write(1);
    await expect.poll(() => seen.at(-1)).toBe(1);
    expect(emitted).toHaveLength(1);
  });

  it('goes on where the callback throws', async () => {
    const emitted: (number | undefined)[] = [];
    const written = Promise.withResolvers<void>();
    let hasBegun = false;
    const query = async () => {
      const found = await db.epochs.get('u1');
      if (found?.epoch !== 1) return found?.epoch;
      hasBegun = true;
      // Another reading is due long before this one ends.
      await written.promise;
      for (let again = 0; again < 20; again += 1) await db.epochs.get('u1');
      return found.epoch;
    };
    const next = (epoch: number | undefined) => {
      emitted.push(epoch);
      if (epoch === 1) throw new Error('It could not be drawn.');
    };
    const errors: unknown[] = [];
    stop = pacedView(query, { next, error: (thrown) => errors.push(thrown) }, 1).unsubscribe;
    await expect.poll(() => emitted).toEqual([undefined]);
    await write(1);
    await expect.poll(() => hasBegun).toBe(true);
    await write(2);
    written.resolve();
    await expect.poll(() => emitted, { timeout: 5_000 }).toEqual([undefined, 1, 2]);
    expect(errors).toEqual([new Error('It could not be drawn.')]);
  });

  it.for([
    ['UnknownError', 1, 1],
    ['UnknownError', 2, 1],
    ['AbortError', 1, 0],
    ['AbortError', 3, 0],
  ] as const)('goes on where a query fails with %s: the %i. one', async ([name, failing, failures]) => {
    const emitted: (number | undefined)[] = [];
    const errors: unknown[] = [];
    let readings = 0;
    const query = async () => {
      readings += 1;
      const isFailing = readings === failing;
      const found = await db.epochs.get('u1');
      if (isFailing) throw Object.assign(new Error('The device failed.'), { name });
      return found?.epoch;
    };
    stop = pacedView(query, { next: (epoch) => emitted.push(epoch), error: (thrown) => errors.push(thrown) }, 20).unsubscribe;
    await expect.poll(() => readings).toBe(1);
    for (let epoch = 1; epoch <= 20; epoch += 1) await write(epoch);
    await expect.poll(() => emitted.at(-1), { timeout: 5_000 }).toBe(20);
    await write(21);
    await expect.poll(() => emitted.at(-1), { timeout: 5_000 }).toBe(21);
    await write(22);
    await expect.poll(() => emitted.at(-1), { timeout: 5_000 }).toBe(22);
    expect(errors).toHaveLength(failures);
  });

  it('asks a device that always fails less and less often, and goes on soon after it has recovered', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    try {
      let isFailing = true;
      const emitted: string[] = [];
      const errors: unknown[] = [];
      const query = async () => {
        if (isFailing) throw new Error('The device failed.');
        return 'read';
      };
      stop = pacedView(query, { next: (value) => emitted.push(value), error: (thrown) => errors.push(thrown) }, 20).unsubscribe;
      await vi.advanceTimersByTimeAsync(60_000);
      expect(errors.length).toBeGreaterThan(10);
      expect(errors.length).toBeLessThan(20);
      isFailing = false;
      await vi.advanceTimersByTimeAsync(5_100);
      expect(emitted).toEqual(['read']);
    } finally {
      vi.useRealTimers();
    }
  });
});
