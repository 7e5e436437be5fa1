import type { Attributed } from './attribute.ts';
import type { TraceEvent } from './events.ts';
import type { Window } from './record.ts';
import type { Piece } from './script.ts';

/** One time through a step. */
export interface Run extends Attributed {
  readonly window: Window;
  readonly events: readonly TraceEvent[];
}

export const msOf = ({ from, to }: { readonly from: number; readonly to: number }) => (to - from) / 1000;

/** The runs in the order of their time without what they waited for a processor, and of them the middle half: one at least. */
export function middleHalf(runs: readonly Run[]): readonly Run[] {
  const own = (run: Run) => run.pieces.filter(({ span }) => span !== 'processor').reduce((sum, piece) => sum + msOf(piece), 0);
  const sorted = runs.map((run) => ({ run, ms: own(run) })).sort((one, other) => one.ms - other.ms);
  const cut = Math.floor((runs.length - 1) / 4);
  return sorted.slice(cut, runs.length - cut).map(({ run }) => run);
}

/** The mean of the runs by a key of their pieces, in ms, longest first. Means of parts sum up to the mean of the whole, medians do not. */
export function meanBy(runs: readonly Run[], keyOf: (piece: Piece) => string): readonly (readonly [string, number])[] {
  const sums = new Map<string, number>();
  for (const piece of runs.flatMap(({ pieces }) => pieces)) {
    const key = keyOf(piece);
    sums.set(key, (sums.get(key) ?? 0) + msOf(piece) / runs.length);
  }
  return [...sums].sort(([, one], [, other]) => other - one);
}

/** Mean ms by span. */
export type Breakdown = ReadonlyMap<string, number>;

export const breakdownOf = (runs: readonly Run[]): Breakdown => new Map(meanBy(runs, ({ span }) => span));
