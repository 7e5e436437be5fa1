import { median, percentile } from './statistics.ts';

export interface Figure {
  readonly name: string;
  readonly unit: 'ms' | 's' | 'kB' | 'MB';
  readonly samples: readonly number[];
  /** The goal for the median. */
  readonly goal: number;
  /** The time that the ratio is relative to, ms, where it is not the empty page's load. */
  readonly floor?: number;
  /** Also prints the slowest saves. */
  readonly withP95?: boolean;
}

const digits = (value: number) => (value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : value.toFixed(0));

/** Times on a noisy machine mean little by themselves: each is printed with its ratio to an empty page's load in the same run. */
export function printed({ name, unit, samples, goal, withP95, floor }: Figure, floorMs: number): string {
  const value = median(samples);
  const ms = unit === 's' ? value * 1000 : value;
  const ratio = unit === 'ms' || unit === 's' ? `${(ms / (floor ?? floorMs)).toFixed(1)}x`.padStart(8) : ''.padStart(8);
  const p95 = withP95 ? `  p95 ${digits(percentile(samples, 0.95))}` : '';
  const mark = value <= goal ? 'met   ' : 'MISSED';
  return `${name.padEnd(56)}${`${digits(value)} ${unit}`.padStart(11)}  goal ${`${goal} ${unit}`.padEnd(8)} ${mark}${ratio}${p95}  (n=${samples.length})`;
}
