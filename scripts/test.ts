import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { importsOf, projectFiles } from './import-graph/read.ts';
import { root } from './inputs.mjs';
import { areas } from './test/areas.ts';
import { changedFiles, type Touched, touchedBy } from './test/changed.ts';
import { type Part, reports, stages } from './test/parts.ts';
import { machine, type PartResult, readRunReport, revision, type RunReport } from './test/report.ts';
import { slowDown } from './test/slow.ts';
import { comparison, failedOf, summary } from './test/tables.ts';

// npm test                        everything
// npm test -- check unit          some parts
// npm test -- --changed[=COMMIT]  what differs from a commit (from the last one) can touch
// npm test -- --compare REPORT    everything, then its times beside those of an earlier run
// npm test -- --slow 4            everything, with the processor made four times slower

function giveUp(why: string): never {
  console.error(why);
  process.exit(2);
}

function orders() {
  try {
    // "--changed" may stand alone; its commit is joined by "=".
    const args = process.argv.slice(2).map((arg) => (arg === '--changed' ? '--changed=HEAD' : arg));
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { changed: { type: 'string' }, compare: { type: 'string' }, slow: { type: 'string', default: '1' } },
    });
    const slow = Number(values.slow);
    if (!(slow >= 1 && slow <= 20)) throw new Error(`--slow takes a number from 1 to 20, not ${values.slow}.`);
    const before = values.compare === undefined ? null : readRunReport(values.compare);
    const known = stages.flat(2).map(({ id }) => id);
    const unknown = positionals.filter((id) => !known.includes(id));
    if (unknown.length > 0) throw new Error(`No such part: ${unknown.join(', ')}. The parts are ${known.join(', ')}.`);
    return { wanted: positionals, slow, before, only: values.changed === undefined ? null : touchedSince(values.changed) };
  } catch (error) {
    giveUp(error instanceof Error ? error.message : String(error));
  }
}

function touchedSince(commit: string): Touched {
  const files = projectFiles();
  const changed = changedFiles(commit);
  const touched = touchedBy(
    changed,
    files,
    files.flatMap((file) => importsOf(file)),
    areas,
  );
  console.log(
    `${changed.length} changed files touch ${touched.tests.length} test files and ${touched.specs.length} end-to-end files:\n` +
      [...touched.tests, ...touched.specs].map((file) => `  ${file}`).join('\n'),
  );
  return touched;
}

const { wanted, slow, before, only } = orders();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const startedAt = new Date();
const since = performance.now();
const secondsFrom = (began: number) => (performance.now() - began) / 1000;
const endSlow = slow > 1 ? slowDown(slow) : () => {};

async function runPart(part: Part): Promise<PartResult> {
  const began = performance.now();
  console.log(`── ${part.title} …`);
  const { tests, output } = await part.run(only);
  const result = { id: part.id, title: part.title, seconds: secondsFrom(began), tests: [...tests] };
  const failed = failedOf(result);
  if (output !== '') console.log(`\n── ${part.title}\n\n${output}`);
  console.log(`── ${part.title}: ${tests.length - failed} passed, ${failed} failed in ${result.seconds.toFixed(1)} s\n`);
  return result;
}

async function runLane(lane: readonly Part[]): Promise<readonly PartResult[]> {
  const results: PartResult[] = [];
  for (const part of lane) results.push(await runPart(part));
  return results;
}

const parts: PartResult[] = [];
for (const stage of stages) {
  const lanes = stage.map((lane) => lane.filter(({ id }) => wanted.length === 0 || wanted.includes(id)));
  parts.push(...(await Promise.all(lanes.map(runLane))).flat());
}
endSlow();

const report: RunReport = {
  revision: revision(),
  startedAt: startedAt.toISOString(),
  seconds: secondsFrom(since),
  slow,
  machine: machine(),
  parts,
};
const kept = join(root, '.cache', 'test-runs', `${report.startedAt.replaceAll(':', '-').slice(0, 19)}.json`);
mkdirSync(join(kept, '..'), { recursive: true });
writeFileSync(kept, JSON.stringify(report));

if (before) console.log(`${comparison(before, report).join('\n')}\n`);
console.log(`${summary(report).join('\n')}\n\nReport: ${relative(root, kept)}\n`);
const failures = parts.flatMap((part) =>
  part.tests.filter(({ failed }) => failed).map((test) => `  ${part.id}  ${test.file}: ${test.name}`),
);
if (failures.length > 0) console.log(`Failed:\n${failures.join('\n')}\n`);
const tests = parts.flatMap((part) => part.tests);
console.log(`${tests.length - failures.length} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
