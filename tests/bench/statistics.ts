/** The value below which `share` (0 to 1) of the samples lie; the nearest rank, so always one that was measured. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((one, other) => one - other);
  const value = sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))];
  if (value === undefined) throw new RangeError('no samples');
  return value;
}

/** As the median, but of an even number the mean of both in the middle: of ratios the lower one would favour one side. */
export const middle = (samples: readonly number[]): number => {
  const negated = samples.map((sample) => -sample);
  return (median(samples) - median(negated)) / 2;
};

export const median = (samples: readonly number[]) => percentile(samples, 0.5);
