import { parseArgs } from 'node:util';
import { runSchedule } from '../simulator/run-in-memory.ts';
import { defects } from './defects.ts';
import { plantAll } from './plant.ts';
import { caughtBefore } from './seeds.ts';
import type { WorkerLine } from './worker-line.ts';

/** Runs schedules with each of the named defects, until one fails. Prints a line of JSON for each. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { schedules: { type: 'string', default: '600' } },
});
const schedules = Number(values.schedules);
const { urlWith, isMet } = plantAll(defects);
const sound = new Map<number, boolean>();
// Each abort makes an error, whose trace nobody reads.
Error.stackTraceLimit = 0;

for (const name of positionals) {
  const defect = defects.find((one) => one.name === name);
  if (!defect) throw new Error(`no planted defect is called ${name}`);
  const planted = (await import(urlWith(defect, 'tests/faults/simulator/run-in-memory.ts'))) as {
    readonly runSchedule: typeof runSchedule;
  };
  if (!isMet(defect)) throw new Error(`${name}: the simulator does not run ${defect.file}`);
  let line: WorkerLine = { name, schedules, result: null };
  let count = 0;
  for (const seed of seedsFor(name)) {
    count += 1;
    const [finding] = (await planted.runSchedule(seed)).findings;
    // A schedule that fails without the defect too proves nothing.
    if (!finding || !(await isSound(seed))) continue;
    line = { name, schedules: count, result: { seed, kind: finding.kind, what: finding.what } };
    break;
  }
  console.log(JSON.stringify(line));
}

/** All of them, first the one that caught the defect last time. */
function seedsFor(name: string): readonly number[] {
  const first = caughtBefore[name] ?? 0;
  const all = Array.from({ length: schedules }, (_, at) => at + 1);
  return first > 0 ? [first, ...all.filter((seed) => seed !== first)] : all;
}

async function isSound(seed: number): Promise<boolean> {
  const known = sound.get(seed) ?? (await runSchedule(seed)).findings.length === 0;
  sound.set(seed, known);
  return known;
}
