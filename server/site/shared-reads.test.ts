import { expect, it } from 'vitest';
import { createSharedReads } from './shared-reads.ts';

/** Reads that the test ends. */
function heldReads() {
  const begun: PromiseWithResolvers<string>[] = [];
  return {
    begun,
    read: () => {
      const read = Promise.withResolvers<string>();
      begun.push(read);
      return read.promise;
    },
  };
}

it('answers a crowd from a read that starts after their calls, with one read besides the running one', async () => {
  const shared = createSharedReads<string>();
  const { begun, read } = heldReads();
  const first = shared('page', read);
  const crowd = Array.from({ length: 50 }, () => shared('page', read));
  expect(begun).toHaveLength(1);
  begun[0]?.resolve('before the save');
  expect(await first).toBe('before the save');
  await expect.poll(() => begun.length).toBe(2);
  const late = shared('page', read);
  begun[1]?.resolve('after it');
  expect(new Set(await Promise.all(crowd))).toEqual(new Set(['after it']));
  await expect.poll(() => begun.length).toBe(3);
  begun[2]?.resolve('later');
  expect(await late).toBe('later');
  void shared('page', read);
  expect(begun).toHaveLength(4);
});

it('does not share reads of different keys', () => {
  const shared = createSharedReads<string>();
  const { begun, read } = heldReads();
  void shared('one', read);
  void shared('other', read);
  expect(begun).toHaveLength(2);
});

it('a failed read rejects for those who share it, and not for the next', async () => {
  const shared = createSharedReads<string>();
  const { begun, read } = heldReads();
  const first = shared('page', read);
  const next = shared('page', read);
  begun[0]?.reject(new Error('lost'));
  await expect(first).rejects.toThrow('lost');
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.resolve('there');
  expect(await next).toBe('there');
});
