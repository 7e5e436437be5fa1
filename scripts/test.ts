import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { importsOf, projectFiles } from './import-graph/read.ts';
import { hasPostgres } from './find-postgres.mjs';
import { root } from './inputs.mjs';
import { areas } from './test/areas.ts';
import { changedFiles, type Affected, affectedBy } from './test/changed.ts';
import { alone, lanes, type Part, runnerReports, withoutPostgres } from './test/parts.ts';
import { machine, type PartResult, readRunReport, revision, type RunReport } from './test/report.ts';
import { slowDown } from './test/slow.ts';
import { comparison, failedTests, summary, chartCoverage } from './test/tables.ts';

// `npm test`. Its parts and flags: docs/testing.md, "The run".

function exitWithUsageError(why: string): never {
  console.error(why);
  process.exit(2);
}

function readArguments() {
  try {
    // "--changed" needs no value; its commit follows after "=".
    const args = process.argv.slice(2).map((arg) => (arg === '--changed' ? '--changed=HEAD' : arg));
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { changed: { type: 'string' }, compare: { type: 'string' }, slow: { type: 'string', default: '1' } },
    });
    const slow = Number(values.slow);
    if (!(slow >= 1 && slow <= 20)) throw new Error(`--slow takes a number from 1 to 20, not ${values.slow}.`);
    const earlierReport = values.compare === undefined ? null : readRunReport(values.compare);
    const known = [...lanes.flat(), ...alone].map(({ id }) => id);
    const unknown = positionals.filter((id) => !known.includes(id));
    if (unknown.length > 0) throw new Error(`No such part: ${unknown.join(', ')}. The parts are ${known.join(', ')}.`);
    const selection = values.changed === undefined ? null : affectedSince(values.changed);
    return { partIds: positionals, slow, earlierReport, selection };
  } catch (error) {
    exitWithUsageError(error instanceof Error ? error.message : String(error));
  }
}

function affectedSince(commit: string): Affected {
  const files = projectFiles();
  const changed = changedFiles(commit);
  const affected = affectedBy(
    changed,
    files,
    files.flatMap((file) => importsOf(file)),
    areas,
  );
  console.log(
    `${changed.length} changed files affect ${affected.tests.length} test files and ${affected.specs.length} end-to-end files:\n` +
      [...affected.tests, ...affected.specs].map((file) => `  ${file}`).join('\n'),
  );
  return affected;
}

const { partIds, slow, earlierReport, selection } = readArguments();
rmSync(runnerReports, { recursive: true, force: true });
mkdirSync(runnerReports, { recursive: true });
const startedAt = new Date();
const since = performance.now();
const stopSlowing = slow > 1 ? slowDown(slow) : () => {};

/** Of all charts, for the end of the run. */
const covered: string[] = [];

async function runPart(part: Part): Promise<PartResult> {
  const began = performance.now();
  console.log(`── ${part.title} …`);
  const { tests, output } = await part.run(selection);
  const result = { id: part.id, title: part.title, ms: performance.now() - began, tests: [...tests] };
  const failed = failedTests(result);
  covered.push(...chartCoverage(output));
  if (output !== '') console.log(`\n── ${part.title}\n\n${output}`);
  console.log(`── ${part.title}: ${tests.length - failed} passed, ${failed} failed in ${(result.ms / 1000).toFixed(1)} s\n`);
  return result;
}

async function runLane(lane: readonly Part[]): Promise<readonly PartResult[]> {
  const results: PartResult[] = [];
  for (const part of lane) results.push(await runPart(part));
  return results;
}

const isChosen = ({ id }: Part) => partIds.length === 0 || partIds.includes(id);
const besideEachOther = (await Promise.all(lanes.map((lane) => runLane(lane.filter(isChosen))))).flat();
const parts = [...besideEachOther, ...(await runLane(alone.filter(isChosen)))];
stopSlowing();

const report: RunReport = {
  revision: revision(),
  startedAt: startedAt.toISOString(),
  ms: performance.now() - since,
  slow,
  machine: machine(),
  parts,
};
const reportFile = join(root, '.cache', 'test-runs', `${report.startedAt.replaceAll(':', '-').slice(0, 19)}.json`);
mkdirSync(join(reportFile, '..'), { recursive: true });
writeFileSync(reportFile, JSON.stringify(report));

if (earlierReport) console.log(`${comparison(earlierReport, report).join('\n')}\n`);
if (covered.length > 0)
  console.log(
    `Charts on their generated paths: in Node with every actor a fake, in Chromium by the real controls\n${covered.toSorted().join('\n')}\n`,
  );
console.log(`${summary(report).join('\n')}\n\nReport: ${relative(root, reportFile)}\n`);
const failures = parts.flatMap((part) =>
  part.tests.filter(({ failed }) => failed).map((test) => `  ${part.id}  ${test.file}: ${test.name}`),
);
if (failures.length > 0) console.log(`Failed:\n${failures.join('\n')}\n`);
const tests = parts.flatMap((part) => part.tests);
console.log(`${tests.length - failures.length} passed, ${failures.length} failed`);
// At the very end, where it is read: a run that left them out looks like a whole one.
if (!hasPostgres()) console.log(`\n${withoutPostgres}\n`);
process.exitCode = failures.length > 0 ? 1 : 0;
