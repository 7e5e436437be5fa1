import { parseArgs } from 'node:util';
import { defects } from './defects.ts';
import { plant } from './plant.ts';
import type { WorkerResult } from './planted.ts';

/** Runs schedules with one planted defect in this process, until one fails. Prints its result as JSON. */
const { values } = parseArgs({
  options: { name: { type: 'string' }, from: { type: 'string', default: '1' }, to: { type: 'string', default: '600' } },
});
const defect = defects.find(({ name }) => name === values.name);
if (!defect) throw new Error(`no planted defect is called ${values.name}`);
const isLoaded = plant(defect);
// After the hook: what is imported from here on has the defect.
const { runSchedule } = await import('../simulator/run.ts');
if (!isLoaded()) throw new Error(`${defect.name}: the simulator does not run ${defect.file}`);
let result: WorkerResult = null;
for (let seed = Number(values.from); seed <= Number(values.to) && result === null; seed += 1) {
  const [finding] = (await runSchedule(seed)).findings;
  if (finding) result = { seed, kind: finding.kind, what: finding.what };
}
console.log(JSON.stringify(result));
