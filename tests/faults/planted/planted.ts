import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { runSchedule } from '../simulator/run.ts';
import type { Defect } from './defect.ts';

const workerResultSchema = v.nullable(v.object({ seed: v.number(), kind: v.string(), what: v.string() }));
/** The first schedule that failed, and how; null: none did. */
export type WorkerResult = v.InferOutput<typeof workerResultSchema>;

export interface Caught {
  readonly defect: Defect;
  readonly result: WorkerResult;
  /** Until it was caught, or all of them. */
  readonly schedules: number;
}

/** A worker that says nothing for so long hangs: a defect that no schedule may survive, and so caught. ms. */
const hangMs = 900_000;
const mostAtOnce = 2;
const workerFile = fileURLToPath(new URL('worker.ts', import.meta.url));
const run = promisify(execFile);

/** Runs each defect in a process of its own, until it is caught or `schedules` seeds from 1 on are done. Rejects where a defect can't be planted. */
export async function runPlanted(
  defects: readonly Defect[],
  schedules: number,
  onCaught: (caught: Caught) => void = () => undefined,
): Promise<readonly Caught[]> {
  const sound = new Map<number, boolean>();
  const results: Caught[] = [];
  const queue = defects.values();
  const work = async () => {
    for (const defect of queue) {
      const caught = await runOne(defect, schedules, sound);
      results.push(caught);
      onCaught(caught);
    }
  };
  await Promise.all(Array.from({ length: mostAtOnce }, work));
  return results.toSorted((a, b) => defects.indexOf(a.defect) - defects.indexOf(b.defect));
}

/** A schedule that fails without the defect too proves nothing: the search goes on behind it. */
async function runOne(defect: Defect, schedules: number, sound: Map<number, boolean>): Promise<Caught> {
  for (let from = 1; from <= schedules; ) {
    const result = await runWorker(defect, from, schedules);
    if (result === null) break;
    const { seed } = result;
    if (!sound.has(seed)) sound.set(seed, (await runSchedule(seed)).findings.length === 0);
    if (sound.get(seed)) return { defect, result, schedules: seed };
    from = seed + 1;
  }
  return { defect, result: null, schedules };
}

async function runWorker({ name }: Defect, from: number, to: number): Promise<WorkerResult> {
  const args = [workerFile, '--name', name, '--from', `${from}`, '--to', `${to}`];
  try {
    const { stdout } = await run(process.execPath, args, { timeout: hangMs });
    return v.parse(workerResultSchema, JSON.parse(stdout));
  } catch (error) {
    if (error instanceof Error && 'killed' in error && error.killed === true) return { seed: from, kind: 'not settled', what: 'hangs' };
    throw error;
  }
}

/** A table for people, and the share that was caught. */
export function reportOf(results: readonly Caught[]): string {
  const lines = results.map(({ defect: { name, breaks }, result, schedules }) => {
    const how = result ? `seed ${result.seed}: ${result.kind}: ${result.what.split('\n')[0]?.slice(0, 120)}` : `NOT CAUGHT: ${breaks}`;
    return `${name.padEnd(44)} ${String(schedules).padStart(5)}  ${how}`;
  });
  const count = results.filter(({ result }) => result !== null).length;
  const share = ((100 * count) / Math.max(1, results.length)).toFixed(1);
  return [...lines, `${count} of ${results.length} planted defects caught: ${share} %`].join('\n');
}
