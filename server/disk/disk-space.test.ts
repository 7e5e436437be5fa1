import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { diskSpace, freeBytesOf } from './disk-space.ts';

it('is low below the limit, and asks the file system at most once a second', async () => {
  let now = 0;
  let free = 100;
  const asked: string[] = [];
  const disk = diskSpace({
    folder: '/data',
    minFreeBytes: 100,
    now: () => now,
    freeBytes: async (folder) => {
      asked.push(folder);
      return free;
    },
  });
  expect(await Promise.all([disk.isLow(), disk.isLow()])).toEqual([false, false]);
  free = 99;
  now = 999;
  expect([await disk.isLow(), asked]).toEqual([false, ['/data']]);
  now = 1_000;
  expect([await disk.isLow(), asked.length]).toEqual([true, 2]);
  free = 100;
  now = 2_000;
  expect([await disk.isLow(), asked.length]).toEqual([false, 3]);
});

it('subtracts planned writes since the last answer of the file system, but not refused ones', async () => {
  let now = 0;
  const disk = diskSpace({ folder: '/data', minFreeBytes: 100, now: () => now, freeBytes: async () => 160 });
  expect([await disk.isLow(40), await disk.isLow(21), await disk.isLow(20), await disk.isLow(), await disk.isLow(1)]).toEqual([
    false,
    true,
    false,
    false,
    true,
  ]);
  now = 1_000;
  expect(await disk.isLow(60)).toBe(false);
});

it('is nearly full below half of the limit', async () => {
  let now = 0;
  let free = 50;
  const disk = diskSpace({ folder: '/data', minFreeBytes: 100, now: () => now, freeBytes: async () => free });
  expect([await disk.isLow(), await disk.isNearlyFull()]).toEqual([true, false]);
  free = 49;
  now = 1_000;
  expect([await disk.isLow(), await disk.isNearlyFull()]).toEqual([true, true]);
});

it('assumes room on a file system that does not report it', async () => {
  const disk = diskSpace({ folder: '/nowhere/at/all', minFreeBytes: Number.MAX_SAFE_INTEGER });
  expect(await disk.isLow()).toBe(false);
});

it('reads how much this process may still write', async () => {
  expect(await freeBytesOf(tmpdir())).toBeGreaterThan(0);
  expect(await diskSpace({ folder: tmpdir(), minFreeBytes: Number.MAX_SAFE_INTEGER }).isLow()).toBe(true);
});
