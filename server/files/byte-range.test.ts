import { expect, it } from 'vitest';
import { byteRangeOf } from './byte-range.ts';

it.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=2-5', { start: 2, end: 5 }],
  ['bytes=2-', { start: 2, end: 9 }],
  ['bytes=2-99', { start: 2, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
  ['Bytes=1-2', { start: 1, end: 2 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=10-12', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-2', null],
  ['bytes=0-1,3-4', null],
  ['bytes=-', null],
  ['bytes=a-b', null],
  ['bytes= 1 - 2', null],
  ['items=0-1', null],
  ['', null],
  [undefined, null],
] as const)('%j of ten bytes', (header, range) => {
  expect(byteRangeOf(header, 10)).toEqual(range);
});

it('of no bytes nothing can be had', () => {
  expect([byteRangeOf('bytes=0-', 0), byteRangeOf('bytes=-5', 0)]).toEqual(['unsatisfiable', 'unsatisfiable']);
});

it('a long header of nothing but spaces is no range', () => {
  expect(byteRangeOf(`bytes=${' '.repeat(15_000)}x`, 10)).toBeNull();
});
