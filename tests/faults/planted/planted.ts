import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import type { Defect } from './defect.ts';
import { runUnitTests } from './unit-tests.ts';
import { type WorkerLine, workerLineSchema } from './worker-line.ts';

/** A worker without output for this long hangs. No schedule may hang, so its defect counts as caught. ms. */
const hangMs = 900_000;
const mostAtOnce = 2;
const workerFile = fileURLToPath(new URL('worker.ts', import.meta.url));

/** Runs each defect until it is caught, by its unit test or one of `schedules` seeds from 1 on. Rejects where a defect can't be planted. */
export async function runPlanted(
  defects: readonly Defect[],
  schedules: number,
  onLine: (line: WorkerLine) => void = () => undefined,
): Promise<readonly WorkerLine[]> {
  const lines: WorkerLine[] = [];
  const take = (line: WorkerLine) => {
    lines.push(line);
    onLine(line);
  };
  const names = defects.map(({ name }) => name);
  const inSchedules = defects.filter(({ test }) => test === undefined).map(({ name }) => name);
  const shares = Array.from({ length: mostAtOnce }, (_, share) => inSchedules.filter((_, at) => at % mostAtOnce === share));
  await Promise.all([...shares.map((share) => runAll(share, schedules, take)), runUnitTests(defects, take)]);
  return lines.toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
}

/** Starts one worker after the other: a new one after a defect that hangs. */
async function runAll(names: readonly string[], schedules: number, take: (line: WorkerLine) => void): Promise<void> {
  let left = names;
  while (left.length > 0) {
    const [first = '', ...others] = left;
    const done = await runWorker(left, schedules, take);
    if (done === 0) take({ name: first, schedules: 1, result: { seed: 1, kind: 'not delivered', what: 'hangs' } });
    left = done === 0 ? others : left.slice(done);
  }
}

/** Returns how many of the defects the worker has finished. */
async function runWorker(names: readonly string[], schedules: number, take: (line: WorkerLine) => void): Promise<number> {
  const worker = spawn(process.execPath, [workerFile, '--schedules', `${schedules}`, '--', ...names], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve, reject) => worker.once('error', reject).once('close', (code) => resolve(code)));
  let errors = '';
  worker.stderr.on('data', (data: Buffer) => {
    errors += data.toString();
  });
  let done = 0;
  const watchdog = setTimeout(() => worker.kill('SIGKILL'), hangMs);
  for await (const line of createInterface({ input: worker.stdout })) {
    take(v.parse(workerLineSchema, JSON.parse(line)));
    done += 1;
    watchdog.refresh();
  }
  const code = await ended;
  clearTimeout(watchdog);
  if (code !== 0 && worker.signalCode === null) throw new Error(`a worker failed: ${errors}`);
  return done;
}

/** A table for people, the share of defects that was caught, and the names of the others. */
export function reportOf(defects: readonly Defect[], lines: readonly WorkerLine[]): string {
  const rows = lines.map(({ name, schedules, result }) => {
    const { breaks = '', explained } = defects.find((defect) => defect.name === name) ?? {};
    const why = explained === undefined ? `NOT CAUGHT: ${breaks}` : `not caught, and explained: ${breaks} ${explained}`;
    const by = result && result.seed > 0 ? `seed ${result.seed}: ` : '';
    const how = result ? `${by}${result.kind}: ${result.what.split('\n')[0]?.slice(0, 120)}` : why;
    return `${name.padEnd(44)} ${String(schedules).padStart(5)}  ${how}`;
  });
  const missed = lines.flatMap(({ name, result }) => (result === null ? [`Not caught: ${name}`] : []));
  const count = lines.length - missed.length;
  const share = ((100 * count) / Math.max(1, lines.length)).toFixed(1);
  return [...rows, ...missed, `${count} of ${lines.length} planted defects caught: ${share} %`].join('\n');
}
