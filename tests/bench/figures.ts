import { median, percentile } from './statistics.ts';

export interface Figure {
  readonly name: string;
  readonly unit: 'ms' | 's' | 'kB' | 'MB';
  readonly samples: readonly number[];
  /** At most this; the median is held against it. */
  readonly goal: number;
  /** What the multiple is of, ms, where it is not the empty page's load. */
  readonly floor?: number;
  /** A save's slow ones matter as well. */
  readonly withP95?: boolean;
}

const digits = (value: number) => (value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : value.toFixed(0));

/** Times of a noisy machine mean little by themselves: each stands beside an empty page's load in the same run. */
export function printed({ name, unit, samples, goal, withP95, floor }: Figure, floorMs: number): string {
  const value = median(samples);
  const ms = unit === 's' ? value * 1000 : value;
  const ratio = unit === 'ms' || unit === 's' ? `${(ms / (floor ?? floorMs)).toFixed(1)}x`.padStart(8) : ''.padStart(8);
  const p95 = withP95 ? `  p95 ${digits(percentile(samples, 0.95))}` : '';
  const verdict = value <= goal ? 'met   ' : 'MISSED';
  return `${name.padEnd(56)}${`${digits(value)} ${unit}`.padStart(11)}  goal ${`${goal} ${unit}`.padEnd(8)} ${verdict}${ratio}${p95}  (n=${samples.length})`;
}
