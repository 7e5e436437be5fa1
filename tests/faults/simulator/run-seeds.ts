import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Finding } from './compare.ts';
import { runSchedule } from './run-in-memory.ts';
import { noSchedules, sum, type Tally, tallyOf } from './tally.ts';

/** This many seeds, one after the other. */
export interface Seeds {
  readonly from: number;
  readonly count: number;
}

/** A schedule that failed, and the first violation that was found. */
export type Failing = Finding & { readonly seed: number };

/** The input of a worker thread. */
export interface Share {
  readonly seeds: Seeds;
  /** One number, which all threads share: not 0 once they are to stop. */
  readonly stopped: Int32Array<SharedArrayBuffer>;
}

/** The messages of a thread: each failing schedule at once, then the sum of all its schedules. */
export type SeedsMessage = { readonly failing: Failing } | { readonly tally: Tally };

/** Runs the schedules of these seeds in this thread, until `isStopped`. `onFailing` is called for each failing schedule at once. */
export async function runSeeds({ from, count }: Seeds, onFailing: (failing: Failing) => void, isStopped: () => boolean): Promise<Tally> {
  let tally = noSchedules;
  for (let seed = from; seed < from + count && !isStopped(); seed += 1) {
    const result = await runSchedule(seed);
    tally = sum(tally, tallyOf(result));
    const [first] = result.findings;
    if (first) onFailing({ seed, ...first });
    // A schedule takes no real time. Objects that only weak references hold are collected when a turn of Node's loop ends.
    await nextTurn();
  }
  return tally;
}
