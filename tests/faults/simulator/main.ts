import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { runSchedule } from './run-in-memory.ts';
import { type Failing, runSeeds, type Seeds } from './run-seeds.ts';
import { shareOut } from './share-out.ts';
import { linesOf, type Tally } from './tally.ts';
import { defects } from '../planted/defects.ts';
import { reportOf, runPlanted } from '../planted/planted.ts';

/** The share of the planted defects that the simulator must catch. */
const leastShare = 0.95;

/** Runs all planted defects, or those whose name contains `wanted`, and prints the table. False where too few are caught. */
async function runAllPlanted(wanted: string, schedules: number): Promise<boolean> {
  const exact = defects.filter(({ name }) => name === wanted);
  const chosen = exact.length > 0 ? exact : defects.filter(({ name }) => name.includes(wanted));
  if (chosen.length === 0) throw new Error(`no planted defect is called ${wanted}`);
  const lines = await runPlanted(chosen, schedules, (line) => console.error(reportOf(defects, [line]).split('\n')[0]));
  console.log(reportOf(defects, lines));
  return lines.filter(({ result }) => result !== null).length >= leastShare * lines.length;
}

/** More schedules than this are shared out to all cores, so many to a thread. */
const atOnce = 4_000;
/** Enough failing seeds to look at: the run ends there. */
const mostReported = 15;

/**
 * Runs schedules and prints the result. `--seed N` replays one; `--shrink` also searches for the fewest steps that fail. `--chromium` runs
 * every 500th of them on the real IndexedDB instead. `--planted` runs them with each planted defect in turn, `--planted NAME` with one, and
 * prints which defects are caught.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    chromium: { type: 'boolean', default: false },
    planted: { type: 'boolean', default: false },
    schedules: { type: 'string' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    only: { type: 'string' },
    shrink: { type: 'boolean', default: false },
  },
});

if (values.chromium) {
  const args = ['run', '--project=chromium', 'tests/faults/simulator/schedules.browser.test.ts'];
  const env = { ...process.env, VITE_SCHEDULES: values.schedules ?? '2000' };
  const child = spawn('vitest', args, { env, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) process.exitCode = 1;
} else if (values.planted) {
  if (!(await runAllPlanted(positionals[0] ?? '', Number(values.schedules ?? 2000)))) process.exitCode = 1;
} else if (values.seed === undefined) {
  const seeds = { from: Number(values.from), count: Number(values.schedules ?? 2000) };
  const startedAt = performance.now();
  const before = process.cpuUsage();
  // Each abort creates an error whose stack trace nobody reads; a replay by its seed has it.
  Error.stackTraceLimit = 0;
  const stop = new AbortController();
  // An interrupted run prints its figures so far.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  let reported = 0;
  // Printed at once, so that an interrupted long run has reported what it found.
  const onFailing = ({ seed, kind, what }: Failing) => {
    reported += 1;
    if (reported <= mostReported) console.log(`seed ${seed}: ${kind}: ${what.slice(0, 300)}`);
  };
  const tally =
    seeds.count <= atOnce
      ? await runSeeds(seeds, onFailing, () => stop.signal.aborted)
      : await shareOut(seeds, { threads: availableParallelism(), atOnce, onFailing, onDone, onBroken, signal: stop.signal });
  const seconds = (performance.now() - startedAt) / 1000;
  const used = process.cpuUsage(before);
  const cpuSeconds = (used.user + used.system) / 1_000_000;
  const { schedules } = tally;
  console.log(
    `${schedules} schedules in ${seconds.toFixed(1)} s: ${(schedules / seconds).toFixed(0)} a second, ${(schedules / cpuSeconds).toFixed(0)} a second of processor time`,
  );
  for (const line of linesOf(tally)) console.log(line);
  if (schedules < seeds.count) console.log(`${seeds.count - schedules} of ${seeds.count} schedules were not run`);
  if (tally.failed > 0 || schedules < seeds.count) process.exitCode = 1;
} else {
  const seed = Number(values.seed);
  let only = values.only?.split(',').map(Number);
  if (values.shrink) {
    only ??= (await runSchedule(seed)).steps.map((_, at) => at);
    const first = (await runSchedule(seed, only)).findings[0]?.kind;
    for (let at = only.length - 1; at >= 0; at -= 1) {
      const fewer: number[] = only.toSpliced(at, 1);
      if ((await runSchedule(seed, fewer)).findings.some(({ kind }) => kind === first)) only = fewer;
    }
    console.log(`--only ${only.join(',')}`);
  }
  const result = await runSchedule(seed, only);
  for (const step of result.steps) console.log(JSON.stringify(step));
  for (const { kind, what } of result.findings) console.log(`${kind}: ${what}`);
}

function onDone({ from, count }: Seeds, { schedules, failed }: Tally): void {
  console.error(`seeds ${from} to ${from + count - 1}: ${schedules} run, ${failed} failed`);
}

function onBroken({ from, count }: Seeds, error: unknown): void {
  console.log(`seeds ${from} to ${from + count - 1} came to no end: ${error instanceof Error ? error.message : String(error)}`);
}
