import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from './visit.ts';

export interface Figure {
  readonly name: string;
  readonly unit: 'ms' | 's' | 'kB' | 'MB';
  /** For the median. Null for a floor, and for what the goals say nothing of. */
  readonly goal: number | null;
  /** For the 95th percentile. */
  readonly p95Goal?: number;
  /** Also prints the 95th percentile. */
  readonly withP95?: boolean;
  /** What a time is also given as a multiple of; an empty page's load, unless it says otherwise. */
  readonly floor?: Floor;
  /** It is the floor itself. */
  readonly isFloor?: true;
}

export type Floor = 'empty page' | 'bare input';

/** What one round measured, by figure; a figure may be missing in a round. */
export type Samples<Key extends string = string> = Readonly<Partial<Record<Key, readonly number[]>>>;

/** Figures that are measured together. */
export interface Measure<Key extends string = string> {
  readonly figures: Readonly<Record<Key, Figure>>;
  /** How many rounds count, after a first one that only warms the server, the browser and the disk. */
  readonly rounds: number;
  /** In a browser that makes its frames one after the other, 60 a second or not. */
  readonly isUnpaced?: boolean;
  /**
   * Yields the samples of one round after the other, for as long as it is asked. Between two rounds the other revision is measured, so what
   * it leaves open has to be idle by then. What is still open at the end is closed for it.
   */
  readonly take: (bench: Bench) => AsyncGenerator<Samples<Key>, void>;
}

/** A figure's samples by round, and in it by side: with one revision there is one side, with two the new one comes first. */
export interface Taken<Of = Figure> {
  readonly figure: Of;
  readonly rounds: readonly (readonly (readonly number[])[])[];
}

/** How long one round of one side may take: a condition that never holds must not stop the run. ms. */
const roundMs = 180_000;

async function inTime<T>(work: Promise<T>, end: () => Promise<void>): Promise<T> {
  const limit = new AbortController();
  const late = sleep(roundMs, 'late' as const, { signal: limit.signal });
  late.catch(() => undefined);
  try {
    const first = await Promise.race([work.then((value) => ({ value })), late]);
    if (first !== 'late') return first.value;
    work.catch(() => undefined);
    await end();
    throw new Error(`a round took longer than ${roundMs / 1000} s`);
  } finally {
    limit.abort();
  }
}

interface Rounds<On, Of> {
  readonly figures: Readonly<Record<string, Of>>;
  readonly rounds: number;
  readonly take: (on: On) => AsyncGenerator<Samples, void>;
}

/**
 * Takes the rounds of a measure on each bench, in turns: whatever else the machine does meets all of them alike. `end` closes what the
 * measure has open, at the latest, and so ends what still waits in it.
 */
export async function takeInTurns<On, Of>(
  { figures, rounds, take }: Rounds<On, Of>,
  benches: readonly On[],
  end: () => Promise<void>,
): Promise<readonly Taken<Of>[]> {
  const takings = benches.map(take);
  const taken = new Map(Object.keys(figures).map((key) => [key, [] as (readonly number[])[][]]));
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const bySide: Samples[] = [];
      // Each goes first as often as the others. Of more than two none is taken twice in a row, while it still works behind its last frame.
      const order = [...takings.entries()];
      const first = (round + 1) % order.length;
      for (const [side, taking] of [...order.slice(first), ...order.slice(0, first)]) {
        const { value } = await inTime(taking.next(), end);
        if (value) bySide[side] = value;
      }
      if (Object.keys(bySide).length < takings.length) break;
      for (const [key, all] of round === 0 ? [] : taken) {
        const samples = bySide.map((each) => each[key] ?? []);
        if (samples.every(({ length }) => length > 0)) all.push(samples);
      }
    }
  } finally {
    await end();
  }
  return Object.entries(figures).map(([key, figure]) => ({ figure, rounds: taken.get(key) ?? [] }));
}
