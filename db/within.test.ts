import { expect, it, vi } from 'vitest';
import { createLimit } from './within.ts';

it('a limit is over after ten steps, however late one of them comes', async () => {
  const due: (() => void)[] = [];
  const waits: number[] = [];
  vi.stubGlobal('setTimeout', (work: () => void, ms: number) => {
    waits.push(ms);
    return due.push(work);
  });
  const limit = createLimit(5_000);
  limit.begin();
  limit.begin();
  for (let step = 1; step < 10; step += 1) due.shift()?.();
  vi.unstubAllGlobals();
  expect(limit.isOver()).toBe(false);
  due.shift()?.();
  expect(limit.isOver()).toBe(true);
  expect(await limit.race(new Promise(() => undefined))).toBe('over');
  expect(waits).toEqual(Array.from({ length: 10 }, () => 500));
});
