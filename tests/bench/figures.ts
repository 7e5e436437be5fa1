import type { Figure, Taken } from './measure.ts';
import { median, medianRatio, percentile } from './statistics.ts';

/** What is shown of one figure on one revision. */
export interface Result {
  readonly median: number;
  readonly p95: number;
  readonly samples: readonly number[];
  /** Its floor's median in this run on this revision, for the multiple. ms. Null for a size, and where the floor was not measured. */
  readonly floorMs: number | null;
}

export interface FigureResult {
  readonly figure: Figure;
  readonly own: Result;
  /** The other revision's, where two are compared. */
  readonly other: Result | null;
  /** New by old: the median of the ratios of each round, and in how many of the rounds the new revision is lower. */
  readonly ratio: { readonly median: number; readonly lower: number; readonly rounds: number } | null;
  /** How many times its floor the new revision's median is; null for a size. */
  readonly multiple: number | null;
  readonly isMet: boolean;
}

function resultOf(rounds: Taken['rounds'], side: number, floorMs: number | null): Result {
  const samples = rounds.flatMap((round) => round[side] ?? []);
  return { median: median(samples), p95: percentile(samples, 0.95), samples, floorMs };
}

function ratioOf(rounds: Taken['rounds']): FigureResult['ratio'] {
  const ratios = rounds.map(([own = [], other = []]) => median(own) / median(other));
  return {
    median: medianRatio(ratios),
    lower: ratios.filter((ratio) => ratio < 1).length,
    rounds: ratios.length,
  };
}

const inMs = ({ unit }: Figure, value: number) => (unit === 's' ? value * 1000 : value);

/** `floorsMs`: the medians of the figure's floor in this run by side, as far as they were taken. */
export function figureResult({ figure, rounds }: Taken, floorsMs: readonly number[]): FigureResult {
  const isCompared = (rounds[0]?.length ?? 0) > 1;
  const isTime = figure.unit === 'ms' || figure.unit === 's';
  const resultOn = (side: number) => resultOf(rounds, side, isTime ? (floorsMs[side] ?? null) : null);
  const own = resultOn(0);
  return {
    figure,
    own,
    other: isCompared ? resultOn(1) : null,
    ratio: isCompared ? ratioOf(rounds) : null,
    multiple: own.floorMs === null ? null : inMs(figure, own.median) / own.floorMs,
    isMet: own.median <= (figure.goal ?? Number.POSITIVE_INFINITY) && own.p95 <= (figure.p95Goal ?? Number.POSITIVE_INFINITY),
  };
}

const digits = (value: number) => (value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : value.toFixed(0));
const nameWidth = 56;

/** What stands above the lines of a comparison. */
export const comparisonHead = `${''.padEnd(nameWidth)}${'new'.padStart(11)}${'old'.padStart(11)}  new/old  lower in`;

/** Times on a noisy machine mean little by themselves: each is printed with the multiple of its floor in the same run. */
export function printed({ figure, own, other, ratio, multiple, isMet }: FigureResult): string {
  const value = (of: Result) => `${digits(of.median)} ${figure.unit}`.padStart(11);
  const compared =
    other && ratio ? `${value(other)}${ratio.median.toFixed(2).padStart(9)}${`${ratio.lower} of ${ratio.rounds}`.padStart(10)}` : '';
  const goal = figure.goal === null ? ''.padEnd(22) : `  goal ${`${figure.goal} ${figure.unit}`.padEnd(8)} ${isMet ? 'met   ' : 'MISSED'}`;
  const times = (multiple === null ? '' : `${multiple.toFixed(1)}x`).padStart(8);
  const p95Goal = figure.p95Goal === undefined ? '' : ` (goal ${figure.p95Goal})`;
  const p95 = figure.withP95 ? `  p95 ${digits(own.p95)}${other ? `, old ${digits(other.p95)}` : ''}${p95Goal}` : '';
  return `${figure.name.padEnd(nameWidth)}${value(own)}${compared}${goal}${times}${p95}  (n=${own.samples.length})`;
}
