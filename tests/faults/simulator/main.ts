import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { readOptions, type SimulatorOptions, usage } from './options.ts';
import { replay } from './replay.ts';
import type { Failing, Seeds } from './run-seeds.ts';
import { shareOut } from './share-out.ts';
import { linesOf, type Tally } from './tally.ts';

// Each run loads its own code: where threads run the schedules, this one need not load what they do.

/** The share of the planted defects that the simulator must catch. */
const leastShare = 0.97;

/** Runs all planted defects, or those whose name contains `wanted`, and prints the table. False where too few are caught. */
async function runAllPlanted({ name: wanted, schedules, isRecorded }: Extract<SimulatorOptions, { run: 'planted' }>): Promise<boolean> {
  const [{ defects }, { reportOf, runPlanted }, { recordSeeds }] = await Promise.all([
    import('../planted/defects.ts'),
    import('../planted/planted.ts'),
    import('../planted/seeds.ts'),
  ]);
  const exact = defects.filter(({ name }) => name === wanted);
  const chosen = exact.length > 0 ? exact : defects.filter(({ name }) => name.includes(wanted));
  if (chosen.length === 0) throw new Error(`no planted defect is called ${wanted}`);
  const lines = await runPlanted(chosen, schedules, (line) => console.error(reportOf(defects, [line]).split('\n')[0]));
  console.log(reportOf(defects, lines));
  if (isRecorded) recordSeeds(lines);
  return lines.filter(({ result }) => result !== null).length >= leastShare * lines.length;
}

/** More schedules than this are shared out to all cores: a thread begins slowly, since it loads and compiles everything itself. */
const alone = 500;
/** The most schedules of one thread. */
const atOnce = 4_000;
/** Enough failing seeds to look at: the run ends there. */
const mostReported = 15;

/** Runs that many schedules, and prints what was found and the figures. False where one failed, or was not run. */
async function runSchedules(seeds: Seeds): Promise<boolean> {
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
  const threads = availableParallelism();
  const share = Math.min(atOnce, Math.ceil(seeds.count / threads));
  const tally =
    seeds.count <= alone
      ? await (await import('./run-seeds.ts')).runSeeds(seeds, onFailing, () => stop.signal.aborted)
      : await shareOut(seeds, { threads, atOnce: share, onFailing, onDone, onBroken, signal: stop.signal });
  const seconds = (performance.now() - startedAt) / 1000;
  const used = process.cpuUsage(before);
  const cpuSeconds = (used.user + used.system) / 1_000_000;
  const { schedules } = tally;
  console.log(
    `${schedules} schedules in ${seconds.toFixed(1)} s: ${(schedules / seconds).toFixed(0)} a second, ${(schedules / cpuSeconds).toFixed(0)} a second of processor time`,
  );
  for (const line of linesOf(tally)) console.log(line);
  if (schedules < seeds.count) console.log(`${seeds.count - schedules} of ${seeds.count} schedules were not run`);
  return tally.failed === 0 && schedules === seeds.count;
}

async function runInChromium(schedules: number): Promise<boolean> {
  const args = ['run', '--project=chromium', 'tests/faults/simulator/schedules.browser.test.ts'];
  const env = { ...process.env, VITE_SCHEDULES: `${schedules}` };
  const [code] = await once(spawn('vitest', args, { env, stdio: 'inherit' }), 'exit');
  return code === 0;
}

function onDone({ from, count }: Seeds, { schedules, failed }: Tally): void {
  console.error(`seeds ${from} to ${from + count - 1}: ${schedules} run, ${failed} failed`);
}

function onBroken({ from, count }: Seeds, error: unknown): void {
  console.log(`seeds ${from} to ${from + count - 1} came to no end: ${error instanceof Error ? error.message : String(error)}`);
}

const reading = readOptions(process.argv.slice(2));
if (!reading.ok) {
  process.stderr.write(`${reading.problem}\n\n${usage}`);
  process.exit(2);
}
const holds = await run(reading.options);
if (!holds) process.exitCode = 1;

async function run(options: SimulatorOptions): Promise<boolean> {
  switch (options.run) {
    case 'schedules':
      return runSchedules({ from: options.from, count: options.schedules });
    case 'planted':
      return runAllPlanted(options);
    case 'chromium':
      return runInChromium(options.schedules);
    case 'seed': {
      const { runSchedule } = await import('./run-in-memory.ts');
      const { lines, isFailed } = await replay(options.seed, options, runSchedule);
      for (const line of lines) console.log(line);
      return !isFailed;
    }
  }
}
