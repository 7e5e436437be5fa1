import { readFileSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';
import type { WorkerLine } from './worker-line.ts';

const file = new URL('seeds.json', import.meta.url);

/** By the name of a defect, the seed that caught it last. It is tried first; where it does not catch the defect any more, all are. */
export const caughtBefore: Readonly<Record<string, number>> = v.parse(
  v.record(v.string(), v.number()),
  JSON.parse(readFileSync(file, 'utf8')),
);

/** Records the seeds of a run for the next one, in the order of the alphabet. */
export function recordSeeds(lines: readonly WorkerLine[]): void {
  const caught = lines.flatMap(({ name, result }) => (result && result.seed > 0 ? [[name, result.seed] as const] : []));
  const all = Object.entries({ ...caughtBefore, ...Object.fromEntries(caught) }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
}
