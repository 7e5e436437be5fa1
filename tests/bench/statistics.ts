/** The value below which `share` (0 to 1) of the samples lie; the nearest rank, so always one that was measured. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((one, other) => one - other);
  const value = sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))];
  if (value === undefined) throw new RangeError('no samples');
  return value;
}

/** The one in the middle, the lower of two. */
export const median = (samples: readonly number[]) => percentile(samples, 0.5);

/** The one in the middle, or the mean of two: the lower one would favour one side of a comparison. */
export const medianRatio = (ratios: readonly number[]): number => {
  // The lower of the negated ones is the upper one.
  const upper = -median(ratios.map((ratio) => -ratio));
  return (median(ratios) + upper) / 2;
};
