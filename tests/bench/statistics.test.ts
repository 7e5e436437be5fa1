import { expect, test } from 'vitest';
import { median, percentile } from './statistics.ts';

test('the median is the middle one, the lower of two', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 3, 2, 1])).toBe(2);
});

test('the 95th percentile of few samples is the largest', () => {
  expect(percentile([1, 2, 3, 4, 100], 0.95)).toBe(100);
  expect(
    percentile(
      Array.from({ length: 100 }, (_, i) => i + 1),
      0.95,
    ),
  ).toBe(95);
});

test('nothing measured is no figure', () => {
  expect(() => median([])).toThrow(RangeError);
});
