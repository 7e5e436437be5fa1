import { describe, expect, it } from 'vitest';
import { type GrowthFigure, grownOf, rowOf, growthResultOf } from './growth.ts';

const figure: GrowthFigure = { name: 'Something' };
const bounded: GrowthFigure = { name: 'Something', bound: { ratio: 2, because: 'there is more of it' } };
/** Three sizes; the machine is ten times as slow in the second round. */
const rounds = (largest: number) => [
  [[10], [10], [10 * largest]],
  [[100], [110], [100 * largest]],
  [[10], [11], [10 * largest]],
];

describe('growth', () => {
  it('is the ratio to the smallest size, round by round', () => {
    expect(grownOf(rounds(1.5))).toEqual({ medians: [10, 11, 15], p95s: [100, 110, 150], ratios: [1, 1.1, 1.5] });
  });

  it.each([
    ['flat', 1.2, figure],
    ['too much', 1.3, figure],
    ['flat', 1.2, bounded],
    ['within its bound', 2, bounded],
    ['too much', 2.1, bounded],
  ] as const)('is %s at %f times', (result, ratio, of) => {
    expect(growthResultOf(of, grownOf(rounds(ratio)))).toBe(result);
  });

  it('of nothing measured is too much', () => {
    expect(growthResultOf(figure, grownOf([]))).toBe('too much');
  });

  it('is a row of a table, with the reason of a bound', () => {
    expect(rowOf(figure, grownOf(rounds(1)))).toBe('| Something | 10 | 11 | 10 | 1.00, flat | 1.2 |');
    expect(rowOf({ ...bounded, withP95: true }, grownOf(rounds(1.5)))).toBe(
      '| Something | 10 (p95 100) | 11 (p95 110) | 15 (p95 150) | 1.50, not flat, within its bound | 2: there is more of it |',
    );
    expect(rowOf(figure, grownOf(rounds(1.5)))).toContain('| 1.50, **not flat** |');
  });
});
