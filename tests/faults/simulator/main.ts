import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runAllPlanted } from '../planted/run-all.ts';
import { troubles } from './browser.ts';
import { findings } from './compare.ts';
import { faults } from './fake-network.ts';
import type { Outcome } from './run.ts';
import { runSchedule } from './run-in-memory.ts';

/**
 * Runs schedules and prints what they came to. `--seed N` replays one, `--shrink` also looks for the fewest steps that fail.
 * `--chromium` runs every 500th of them on the real IndexedDB instead. `--planted` runs them with each planted defect in turn, `--planted NAME` with one, and prints which of them are caught.
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
    keepGoing: { type: 'boolean', default: false },
  },
});

if (values.chromium) {
  const args = ['run', '--project=chromium', 'tests/faults/simulator/schedules.browser.test.ts'];
  const env = { ...process.env, VITE_SCHEDULES: values.schedules ?? '2000' };
  const child = spawn('vitest', args, { env, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) process.exitCode = 1;
} else if (values.planted) {
  if (!(await runAllPlanted(positionals[0] ?? '', Number(values.schedules ?? 600)))) process.exitCode = 1;
} else if (values.seed === undefined) {
  const count = Number(values.schedules ?? 2000);
  const from = Number(values.from);
  const startedAt = performance.now();
  const before = process.cpuUsage();
  const totals = new Map<string, number>();
  const hits = new Map<string, number>();
  const failing: Outcome[] = [];
  // Each abort makes an error, whose trace nobody reads: a replay by its seed has it.
  Error.stackTraceLimit = 0;
  const add = (to: Map<string, number>, key: string, by: number) => to.set(key, (to.get(key) ?? 0) + by);
  for (let seed = from; seed < from + count; seed += 1) {
    const outcome = await runSchedule(seed);
    add(totals, 'saves', outcome.saves);
    add(totals, 'crashes', outcome.crashes);
    add(totals, 'asked the person', outcome.asked);
    for (const [fault, times] of outcome.hits) add(hits, fault, times);
    for (const { kind } of outcome.findings) add(totals, kind, 1);
    if (outcome.findings.length > 0) {
      failing.push(outcome);
      // At once: a long run that is broken off has said what it found.
      const [first] = outcome.findings;
      if (failing.length <= 15) console.log(`seed ${seed}: ${first?.kind}: ${first?.what.slice(0, 300)}`);
    }
    // A schedule takes no real time. What only weak references hold is let go of when a turn of Node's loop ends.
    await nextTurn();
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const used = process.cpuUsage(before);
  const cpuSeconds = (used.user + used.system) / 1_000_000;
  console.log(
    `${count} schedules in ${seconds.toFixed(1)} s: ${(count / seconds).toFixed(0)} a second, ${(count / cpuSeconds).toFixed(0)} a second of processor time`,
  );
  for (const name of ['saves', 'crashes', ...findings, 'asked the person']) console.log(`${name}: ${totals.get(name) ?? 0}`);
  console.log(`hits: ${[...faults, ...troubles].map((fault) => `${fault} ${hits.get(fault) ?? 0}`).join(', ')}`);
  console.log(`${failing.length} schedules failed`);
  if (failing.length > 0) process.exitCode = 1;
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
  const outcome = await runSchedule(seed, only);
  for (const step of outcome.steps) console.log(JSON.stringify(step));
  for (const { kind, what } of outcome.findings) console.log(`${kind}: ${what}`);
}
