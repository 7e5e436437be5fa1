import { writeFileSync } from 'node:fs';
import { root } from '../../scripts/inputs.mjs';
import { barePages } from './bare-pages.ts';
import { comparisonHead, type FigureResult, figureResult, printed } from './figures.ts';
import { homepages } from './homepage.ts';
import { emptyPage, loads } from './loads.ts';
import { type Floor, type Measure, takeInTurns } from './measure.ts';
import { readOptions, usage } from './options.ts';
import { machineWith, recordRevisions, reportOf, revisionFigures } from './report.ts';
import { screens } from './screens.ts';
import { stillPages } from './still-pages.ts';
import { openBrowsers, revisionOf, startSide } from './sides.ts';
import { median } from './statistics.ts';
import { traceSteps } from './trace/main.ts';
import type { Bench } from './visit.ts';

const all: readonly Measure[] = [...loads, stillPages, ...screens, ...barePages, ...homepages];

function giveUp(problem: string): never {
  process.stderr.write(`${problem}\n\n${usage}`);
  process.exit(2);
}

const reading = readOptions(process.argv.slice(2));
if (!reading.ok) giveUp(reading.problem);
const { only, compare, rounds, json, record, recordOld, trace } = reading.options;
const names = (measure: Measure) => Object.values(measure.figures).map(({ name }) => name);
const chosen = all.filter(
  (measure) => only.length === 0 || names(measure).some((name) => only.some((word) => name.toLowerCase().includes(word))),
);
if (chosen.length === 0) giveUp(`--only: no figure's name has ${only.join(' or ')}. There are:\n  ${all.flatMap(names).join('\n  ')}`);

if (trace !== null) {
  await traceSteps(chosen, { ...trace, only, rounds });
  process.exit();
}

const date = new Date();
await using made = new AsyncDisposableStack();
const browsers = made.use(await openBrowsers());
const benches: Bench[] = [];
for (const checkout of [root, ...(compare === null ? [] : [compare])]) benches.push(await startSide(made, browsers.paced, { checkout }));
const machine = machineWith(browsers.paced.version());

/** By side. */
const floors = new Map<Floor, readonly number[]>();
const results: FigureResult[] = [];
const failures = new Set<string>();

/** What can't be taken of both revisions, since one of them has no such screen, is taken of the new one alone. */
async function run(measure: Measure, sides: readonly Bench[] = benches): Promise<void> {
  try {
    const browser = measure.isUnpaced ? await browsers.unpaced() : browsers.paced;
    const there = sides.map((bench) => ({ ...bench, browser }));
    for (const taken of await takeInTurns({ ...measure, rounds: rounds ?? measure.rounds }, there, browsers.closeProfiles)) {
      if (taken.rounds.length === 0) throw new Error(`nothing was measured of "${taken.figure.name}"`);
      const floor = taken.figure.floor ?? 'empty page';
      if (taken.figure.isFloor)
        floors.set(
          floor,
          sides.map((_, side) => median(taken.rounds.flatMap((round) => round[side] ?? []))),
        );
      const result = figureResult(taken, floors.get(floor) ?? []);
      results.push(result);
      console.log(printed(result));
    }
  } catch (error) {
    const why = (error instanceof Error ? error.message : String(error)).split('\n', 3).join(' ');
    for (const name of names(measure)) failures.add(name);
    console.log(`NOT ${sides.length > 1 ? 'COMPARED' : 'MEASURED'}: ${names(measure).join('; ')}\n  ${why}`);
    if (sides.length > 1) await run(measure, sides.slice(0, 1));
  }
}

console.log(
  `Medians on this machine (load ${machine.load} on ${machine.cores} cores). Times are also given as multiples of an empty page of the same server, or of a bare input.\n`,
);
if (compare !== null) {
  console.log(`new: ${root}, ${revisionOf(root).commit}\nold: ${compare}, ${revisionOf(compare).commit}\n\n${comparisonHead}`);
}
for (const measure of [emptyPage, ...chosen]) await run(measure);

const missed = results.filter(({ isMet }) => !isMet);
const notes = [
  missed.length === 0 ? 'Every goal is met.' : `${missed.length} goals are missed; see docs/benchmarks.md for what each means.`,
  ...(failures.size === 0 ? [] : [`${failures.size} figures were not measured, or not compared.`]),
];
console.log(`\n${notes.join('\n')}`);
if (json !== null) {
  const report = reportOf({ date, machine, own: revisionOf(root), other: compare === null ? null : revisionOf(compare), results });
  writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`);
}
if (record !== null) {
  const run = { date, machine, results };
  const old = compare === null || recordOld === null ? [] : [revisionFigures(run, 'other', recordOld, revisionOf(compare))];
  recordRevisions([...old, revisionFigures(run, 'own', record, revisionOf(root))]);
  console.log('Recorded in docs/benchmarks.json, and drawn in docs/benchmarks.svg.');
}
process.exitCode = failures.size === 0 ? 0 : 1;
