import { join } from 'node:path';
import { root } from '../../../scripts/inputs.mjs';
import type { Measure } from '../measure.ts';
import { machineWith } from '../report.ts';
import { openBrowsers, revisionOf, startSide } from '../sides.ts';
import { median } from '../statistics.ts';
import type { Bench } from '../visit.ts';
import { attribute } from './attribute.ts';
import { detailsOf } from './details.ts';
import { buildMaps } from './maps.ts';
import { recorded, windowsIn } from './record.ts';
import { type PlaceOf, placesFrom } from './sources.ts';
import { type Found, type Step, steps, stepsOf } from './steps.ts';
import { breakdownOf, middleHalf, type Run } from './summary.ts';
import { type Column, tableOf, writeTable } from './table.ts';

export interface TraceOptions {
  /** Also prints, for each step, what to mend. */
  readonly verbose: boolean;
  /** Also writes the table into the documentation. */
  readonly write: boolean;
  /** Words in the names of figures, in small letters; empty for all. */
  readonly only: readonly string[];
  readonly rounds: number | null;
}

interface Taken {
  readonly runs: readonly Run[];
  readonly untraced: readonly number[];
}

/** Takes a step with and without a trace, in turns. */
async function take(step: Step, found: Found, bench: Bench, placeOf: PlaceOf, rounds: number): Promise<Taken> {
  const { browser } = bench;
  const taking = found.measure.take(bench);
  const runs: Run[] = [];
  const untraced: number[] = [];
  try {
    // The first warms the server, the browser and the disk.
    await taking.next();
    for (let round = 0; round < rounds; round += 1) {
      const { value } = await taking.next();
      untraced.push(...(value?.[found.key] ?? []));
      const events = await recorded(browser, () => taking.next());
      const windows = windowsIn(events, step.measurement);
      // Of the page that was measured last: the keys of a bare input come before those of the console.
      const own = windows.filter(({ thread }) => thread.pid === windows.at(-1)?.thread.pid);
      runs.push(...step.pick(own).map((window) => ({ window, events, ...attribute(events, window.thread, window, placeOf) })));
    }
  } finally {
    await Promise.all(browser.contexts().map((context) => context.close()));
  }
  if (runs.length === 0) throw new Error(`nothing was measured of "${step.figure}"`);
  return { runs, untraced };
}

/** Breaks steps of the benchmark into what the browser does in them, and prints that as a table. */
export async function traceSteps(measures: readonly Measure[], { verbose, write, only, rounds }: TraceOptions): Promise<void> {
  const chosen = stepsOf(measures).filter(({ step }) => only.length === 0 || only.some((word) => step.figure.toLowerCase().includes(word)));
  if (chosen.length === 0)
    throw new Error(`--trace: none of its steps is called so. There are:\n  ${steps.map(({ figure }) => figure).join('\n  ')}`);
  const placeOf = placesFrom(await buildMaps());
  await using made = new AsyncDisposableStack();
  const browsers = made.use(await openBrowsers());
  const bench = await startSide(made, browsers.paced);
  const machine = machineWith(browsers.paced.version());
  const columns: Column[] = [];
  for (const { step, found } of chosen) {
    const browser = found.measure.isUnpaced ? await browsers.unpaced() : browsers.paced;
    const { runs, untraced } = await take(step, found, { ...bench, browser }, placeOf, rounds ?? step.rounds);
    const middle = middleHalf(runs);
    columns.push({ title: step.title, breakdown: breakdownOf(middle), untraced: median(untraced) });
    if (verbose) console.log(detailsOf(step.title, middle));
    else console.log(`${step.figure}: ${runs.length} runs`);
  }
  const when = `${new Date().toISOString().slice(0, 10)}, revision ${revisionOf(root).commit?.slice(0, 8) ?? 'unknown'}, load ${machine.load} on ${machine.cores} cores.`;
  const table = `${tableOf(columns)}\n\n${when}`;
  console.log(`\n${table}`);
  if (write) writeTable(join(root, 'docs', 'benchmarks.md'), table);
}
