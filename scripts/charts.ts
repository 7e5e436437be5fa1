import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type ListedMachine, machines } from '../machines/export/machines.ts';
import { type Coverage, coverageOf } from '../machines/testing/coverage.ts';
import { coverageHtml, coverageText } from '../machines/testing/coverage-report.ts';
import { walks } from '../machines/testing/random-walk.ts';
import { diffSince } from './charts/diff.ts';
import { reportMutants } from './charts/mutants.ts';
import {
  chartFiles,
  docsFolder,
  exportsFolder,
  formatFiles,
  hashOf,
  type LaidOutMachine,
  layoutsFolder,
  loadMachines,
  mapOf,
} from './charts/files.ts';
import { root } from './inputs.mjs';

// `npm run charts`: what it does with which flags is in docs/model-based-tests.md.

async function laidOut(listed: readonly ListedMachine[]): Promise<readonly LaidOutMachine[]> {
  // The layout engine takes a moment to load, which the other commands need not wait for.
  const { layoutOf } = await import('./charts/layout.ts');
  const all: LaidOutMachine[] = [];
  for (const one of await loadMachines(listed)) all.push({ ...one, layout: await layoutOf(one.chart, hashOf(one.chart)) });
  return all;
}

async function writeCharts(): Promise<void> {
  const all = await laidOut(machines);
  const { layoutOf } = await import('./charts/layout.ts');
  const { chart } = mapOf(all);
  const files = chartFiles(all, await layoutOf(chart, hashOf(chart)));
  for (const folder of [docsFolder, exportsFolder, layoutsFolder]) {
    mkdirSync(join(root, folder), { recursive: true });
    for (const name of readdirSync(join(root, folder))) if (!files.has(`${folder}/${name}`)) rmSync(join(root, folder, name));
  }
  for (const [path, text] of files) writeFileSync(join(root, path), text);
  console.log(`${files.size} files of ${all.length} machines in ${docsFolder} and machines/export`);
}

/** JSON, Mermaid, SCXML and SVG of these machines. What else is in the folder stays. */
async function writeFormats(ids: readonly string[], folder: string): Promise<void> {
  const files = formatFiles(await laidOut(chosen(ids)));
  // npm runs this in the project, and says where it was called.
  const to = resolve(process.env['INIT_CWD'] ?? '.', folder);
  mkdirSync(to, { recursive: true });
  for (const [name, text] of files) writeFileSync(join(to, name), text);
  console.log(`${files.size} files in ${to}`);
}

/** The machines of these ids; without any, all of them. */
function chosen(ids: readonly string[]): readonly ListedMachine[] {
  const unknown = ids.filter((id) => !machines.some((machine) => machine.id === id));
  if (unknown.length > 0) throw new Error(`No such machine: ${unknown.join(', ')}. There are ${machines.map(({ id }) => id).join(', ')}.`);
  return machines.filter(({ id }) => ids.length === 0 || ids.includes(id));
}

async function reportCoverage(ids: readonly string[]): Promise<void> {
  const all: Coverage[] = [];
  for (const { loadPlan } of chosen(ids)) all.push(await coverageOf(await loadPlan()));
  const folder = join(root, '.cache', 'reports');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'machines.txt'), coverageText(all));
  writeFileSync(join(folder, 'machines.html'), coverageHtml(all));
  console.log(`${coverageText(all)}\n.cache/reports/machines.html has the same.`);
}

async function walkMachines(ids: readonly string[], steps: number, seed: number): Promise<void> {
  if (!(steps > 0) || !Number.isInteger(seed)) throw new Error('--walk takes a number of steps, --seed a whole number.');
  for (const { id, loadPlan } of chosen(ids)) {
    await walks(await loadPlan(), { steps, seed });
    console.log(`${id}: ${steps} random steps, no fault`);
  }
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      diff: { type: 'string' },
      to: { type: 'string' },
      coverage: { type: 'boolean' },
      mutants: { type: 'boolean' },
      walk: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  });
  if (values.diff !== undefined) console.log(await diffSince(values.diff));
  else if (values.to !== undefined) await writeFormats(positionals, values.to);
  else if (values.walk !== undefined) await walkMachines(positionals, Number(values.walk), Number(values.seed));
  else if (values.mutants) process.exitCode = (await reportMutants(chosen(positionals), console.log)) ? 0 : 1;
  else if (values.coverage) await reportCoverage(positionals);
  else await writeCharts();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
