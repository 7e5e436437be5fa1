import { expect, it } from 'vitest';
import { runSeeds } from './run-seeds.ts';
import { shareOut } from './share-out.ts';
import { linesOf, noSchedules, sum, type Tally } from './tally.ts';

const never = new AbortController().signal;
const nothing = () => undefined;

it('adds the results of schedules, figure by figure', () => {
  const one: Tally = { schedules: 2, failed: 0, counts: new Map([['saves', 3]]), hits: new Map([['crash', 1]]) };
  const other: Tally = {
    schedules: 1,
    failed: 1,
    counts: new Map([
      ['saves', 4],
      ['lost', 1],
    ]),
    hits: new Map([
      ['crash', 2],
      ['429', 5],
    ]),
  };
  const both = sum(one, sum(noSchedules, other));
  expect(both).toMatchObject({ schedules: 3, failed: 1 });
  expect(linesOf(both)).toEqual(expect.arrayContaining(['saves: 7', 'lost: 1', 'doubled: 0', '1 schedules failed']));
  expect(linesOf(both).find((line) => line.startsWith('hits: '))).toMatch(/ 429 5, .* crash 3, /);
});

it('comes to the same in several threads as in one', async () => {
  const seeds = { from: 1, count: 3 };
  const done: number[] = [];
  const broken = (_: unknown, error: unknown) => {
    throw error;
  };
  const onDone = ({ from }: { readonly from: number }) => done.push(from);
  const shared = await shareOut(seeds, { threads: 2, atOnce: 2, onFailing: nothing, onDone, onBroken: broken, signal: never });
  expect(shared).toEqual(await runSeeds(seeds, nothing, () => false));
  expect(done.toSorted()).toEqual([1, 3]);
});

it('stops between two schedules, with the figures so far', async () => {
  const stop = new AbortController();
  stop.abort();
  const shared = await shareOut(
    { from: 1, count: 4 },
    { threads: 1, atOnce: 2, onFailing: nothing, onBroken: nothing, signal: stop.signal },
  );
  expect(shared.schedules).toBe(0);
  const answers = [false, false, true];
  expect((await runSeeds({ from: 1, count: 4 }, nothing, () => answers.shift() ?? true)).schedules).toBe(2);
});
