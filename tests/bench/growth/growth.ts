import type { Browser } from 'playwright';
import type { Figure, Samples, Taken } from '../measure.ts';
import { median, medianRatio, percentile } from '../statistics.ts';
import type { Bench } from '../visit.ts';

/** A time that must hardly grow with what grows. ms. */
export interface GrowthFigure extends Pick<Figure, 'name' | 'withP95'> {
  /** How many times as long the largest size may take as the smallest; without a bound that is `flat`. */
  readonly bound?: { readonly ratio: number; readonly because: string };
}

/** A hundred times as many may take a fifth longer: an index has more levels, and the noise of a run is not much less. */
const flat = 1.2;

/** One size. */
export interface Sized {
  readonly bench: Bench;
  readonly size: number;
  /** The address of the measured screen. */
  readonly path: string;
}

export interface GrowthMeasure {
  readonly figures: Readonly<Record<string, GrowthFigure>>;
  readonly rounds: number;
  readonly isUnpaced?: boolean;
  readonly take: (sized: Sized) => AsyncGenerator<Samples, void>;
}

/** What grows, and what is measured at each size. */
export interface Growth {
  readonly name: string;
  readonly sizes: readonly number[];
  /** Makes one size. What it starts is closed with `made`. */
  readonly open: (made: AsyncDisposableStack, browser: Browser, size: number) => Promise<Sized>;
  readonly measures: readonly GrowthMeasure[];
}

interface Grown {
  /** By size, ms. */
  readonly medians: readonly number[];
  readonly p95s: readonly number[];
  /** Of each size to the smallest: the median of the ratios of each round. */
  readonly ratios: readonly number[];
}

export function grownOf(rounds: Taken['rounds']): Grown {
  const sides = rounds[0]?.map((_, side) => side) ?? [];
  const samples = sides.map((side) => rounds.flatMap((round) => round[side] ?? []));
  return {
    medians: samples.map(median),
    p95s: samples.map((each) => percentile(each, 0.95)),
    ratios: sides.map((side) => medianRatio(rounds.map((round) => median(round[side] ?? []) / median(round[0] ?? [])))),
  };
}

export type GrowthResult = 'flat' | 'within its bound' | 'too much';

export function growthResultOf({ bound }: GrowthFigure, { ratios }: Grown): GrowthResult {
  const ratio = ratios.at(-1) ?? Number.NaN;
  if (ratio <= flat) return 'flat';
  return ratio <= (bound?.ratio ?? flat) ? 'within its bound' : 'too much';
}

const ms = (value: number) => (value < 10 ? value.toFixed(1) : value.toFixed(0));

/** A row of the table in Markdown. */
export function rowOf(figure: GrowthFigure, grown: Grown): string {
  const cells = grown.medians.map((value, at) => {
    const p95 = figure.withP95 ? ` (p95 ${ms(grown.p95s[at] ?? Number.NaN)})` : '';
    return `${ms(value)}${p95}`;
  });
  const result = growthResultOf(figure, grown);
  const limit = figure.bound ? `${figure.bound.ratio}: ${figure.bound.because}` : String(flat);
  const said = { flat: 'flat', 'within its bound': 'not flat, within its bound', 'too much': '**not flat**' }[result];
  return `| ${[figure.name, ...cells, `${(grown.ratios.at(-1) ?? Number.NaN).toFixed(2)}, ${said}`, limit].join(' | ')} |`;
}

export const headOf = ({ name, sizes }: Growth): string =>
  [
    `| ${[name, ...sizes.map((size) => size.toLocaleString('en')), 'largest to smallest', 'bound'].join(' | ')} |`,
    `|${'---|'.repeat(sizes.length + 3)}`,
  ].join('\n');
