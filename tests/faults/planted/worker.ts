import { parseArgs } from 'node:util';
import { runSchedule } from '../simulator/run-in-memory.ts';
import { defects } from './defects.ts';
import { plantAll } from './plant.ts';
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
  for (let seed = 1; seed <= schedules && line.result === null; seed += 1) {
    const [finding] = (await planted.runSchedule(seed)).findings;
    // A schedule that fails without the defect too proves nothing.
    if (finding && (await isSound(seed))) line = { name, schedules: seed, result: { seed, kind: finding.kind, what: finding.what } };
  }
  console.log(JSON.stringify(line));
}

async function isSound(seed: number): Promise<boolean> {
  const known = sound.get(seed) ?? (await runSchedule(seed)).findings.length === 0;
  sound.set(seed, known);
  return known;
}
