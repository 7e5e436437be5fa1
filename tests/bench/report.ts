import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { dataFile, readData, type RevisionFigures, svgFile, withRevisions } from '../../scripts/bench-chart/data.ts';
import { toSvg } from '../../scripts/bench-chart/draw.ts';
import { root } from '../../scripts/inputs.mjs';
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

const written = ({ median, p95, floorMs, samples }: Result) => ({ median, p95, floorMs, samples });

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

/** Three digits tell more than a machine can repeat. */
const rounded = (value: number) => Number(value.toPrecision(3));

/** What `--record` keeps of one side under a label. */
export function revisionFigures(
  { date, machine, results }: Pick<Run, 'date' | 'machine' | 'results'>,
  side: 'own' | 'other',
  label: string,
  { commit }: Revision,
): RevisionFigures {
  if (commit === null) throw new Error('Only a revision of a repository is recorded.');
  return {
    label,
    commit: commit.slice(0, 12),
    date: date.toISOString().slice(0, 10),
    machine: `${machine.processor}, ${machine.cores} cores, ${machine.memoryGb} GB, Chromium ${machine.browser}, load ${machine.load}`,
    figures: results.flatMap(({ figure, [side]: result }) => {
      if (!result || figure.goal === null) return [];
      const { name, unit, goal, p95Goal = null, withP95 } = figure;
      const floor = result.floorMs === null ? null : rounded(result.floorMs);
      return [{ name, unit, median: rounded(result.median), p95: withP95 ? rounded(result.p95) : null, floor, goal, p95Goal }];
    }),
  };
}

/** Adds revisions to the data file, and draws the picture again. */
export function recordRevisions(added: readonly RevisionFigures[]): void {
  const path = join(root, dataFile);
  const before = existsSync(path) ? readData(readFileSync(path, 'utf8')) : { revisions: [] };
  const text = `${JSON.stringify(withRevisions(before, added), null, 2)}\n`;
  const data = readData(text);
  writeFileSync(path, text);
  writeFileSync(join(root, svgFile), toSvg(data));
}
