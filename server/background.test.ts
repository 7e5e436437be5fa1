import { setImmediate as macrotask } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createBackground } from './background.ts';

it('runs a few jobs of anonymous clients at a time, and refuses jobs beyond the queue', async () => {
  const errors: unknown[] = [];
  const { offer, idle } = createBackground((error) => errors.push(error));
  const finish = Promise.withResolvers<void>();
  let begun = 0;
  const work = async () => {
    begun += 1;
    await finish.promise;
    if (begun === 100) throw new Error('the last one fails');
  };
  const taken = Array.from({ length: 101 }, () => offer(work));
  await macrotask();
  expect([taken.filter(Boolean).length, taken.at(-1), begun]).toEqual([100, false, 2]);
  finish.resolve();
  await idle();
  expect([begun, errors.length > 0, offer(async () => undefined)]).toEqual([100, true, true]);
  await idle();
});
