import { cpus, loadavg, totalmem } from 'node:os';
import type { FigureResult, Result } from './figures.ts';
import type { Revision } from './sides.ts';

/** Where figures were taken. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly node: string;
  readonly browser: string;
  /** Processes that wanted a core, on average over the minute before; at more than there are cores, times mean little. */
  readonly load: number;
}

export const machineWith = (browser: string): Machine => ({
  processor: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 1e9),
  node: process.version,
  browser,
  load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
});

interface Run {
  readonly date: Date;
  readonly machine: Machine;
  readonly own: Revision;
  readonly other: Revision | null;
  readonly results: readonly FigureResult[];
}

const written = (result: Result) => ({ median: result.median, p95: result.p95, samples: result.samples });

/** What `--json` writes. */
export function reportOf({ date, machine, own, other, results }: Run) {
  return {
    date: date.toISOString(),
    machine,
    revision: own,
    compared: other,
    figures: results.map(({ figure, own: result, other: otherResult, ratio, multiple, isMet }) => ({
      name: figure.name,
      unit: figure.unit,
      goal: figure.goal,
      p95Goal: figure.p95Goal ?? null,
      isMet,
      ...written(result),
      multiple,
      compared: otherResult && { ...written(otherResult), ratio: ratio?.median ?? null },
    })),
  };
}
