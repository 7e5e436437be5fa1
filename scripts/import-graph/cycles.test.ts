import { expect, test } from 'vitest';
import { cyclesIn } from './cycles.ts';

const from = (edges: readonly (readonly [string, string])[]) =>
  edges.map(([from, target]) => ({ from, target, specifier: target, exists: true }));

test('finds a circle through several files, and one file that imports itself', () => {
  expect(
    cyclesIn(
      from([
        ['a', 'b'],
        ['b', 'c'],
        ['c', 'b'],
        ['d', 'd'],
      ]),
    ),
  ).toEqual(['b -> c -> b', 'd -> d']);
});

test('two ways to one file are no circle', () => {
  expect(
    cyclesIn(
      from([
        ['a', 'b'],
        ['a', 'c'],
        ['b', 'd'],
        ['c', 'd'],
      ]),
    ),
  ).toEqual([]);
});
