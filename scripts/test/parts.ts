import { join } from 'node:path';
import { runChecks } from '../checks.ts';
import { hasPostgres } from '../find-postgres.mjs';
import { root } from '../inputs.mjs';
import { type Finished, run } from '../run.ts';
import type { Affected } from './changed.ts';
import { playwrightTests, type TestResult, vitestTests } from './report.ts';

/** The folder of the runners' reports. */
export const runnerReports = join(root, '.cache', 'reports');

export interface Part {
  readonly id: string;
  readonly title: string;
  /** Returns its tests and its output. `selection` are the files to run; null: all of them. */
  readonly run: (selection: Affected | null) => Promise<{ readonly tests: readonly TestResult[]; readonly output: string }>;
}

/** A runner that failed without a failed test (it broke, or found an error outside of tests) counts as one failure. */
function withRunnerFailure(part: string, { ok, output }: Finished, tests: readonly TestResult[] | null) {
  const failed = !ok && !tests?.some((test) => test.failed);
  const broken: TestResult = { file: part, name: 'the runner itself', ms: 0, failed: true };
  return { tests: [...(tests ?? []), ...(failed || tests === null ? [broken] : [])], output };
}

const noTests = { tests: [], output: 'Nothing that was changed is tested here.' };

async function vitest(projects: readonly [string, ...string[]], files?: readonly string[]) {
  if (files?.length === 0) return noTests;
  const [part] = projects;
  const report = join(runnerReports, `${part}.json`);
  const args = [
    'run',
    ...projects.map((name) => `--project=${name}`),
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
    // A change may affect no test of a project; a complete run without any test is broken.
    ...(files ? ['--passWithNoTests'] : []),
  ];
  const finished = await run('vitest', [...args, ...(files ?? [])]);
  return withRunnerFailure(part, finished, vitestTests(report));
}

async function playwright(project: string, files?: readonly string[]) {
  if (files?.length === 0) return noTests;
  const report = join(runnerReports, `${project}.json`);
  const args = ['test', `--project=${project}`, '--reporter=list,json', ...(files ? ['--pass-with-no-tests', ...files] : [])];
  const finished = await run('playwright', args, { live: true, env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report } });
  return withRunnerFailure(project, finished, playwrightTests(report));
}

const check: Part = {
  id: 'check',
  title: 'Types, lint, format, unused code',
  run: async () => {
    const { results, output } = await runChecks({ withDependencyRules: false });
    return { tests: results.map(({ name, ok, ms }) => ({ file: 'check', name, ms, failed: !ok })), output };
  },
};
const unit: Part = {
  id: 'unit',
  title: 'Unit tests in Node, dependency rules included',
  run: (selection) => vitest(['node', 'mocked'], selection?.tests),
};
const long: Part = {
  id: 'long',
  title: 'Long runs in Node: servers and scripts as processes, conformance',
  run: (selection) => vitest(['long'], selection?.tests),
};
const device: Part = {
  id: 'device',
  title: 'Client store and components in Chromium',
  run: (selection) => vitest(['chromium'], selection?.tests),
};
const budgets: Part = {
  id: 'budgets',
  title: 'Budgets: JavaScript per screen',
  run: (selection) => (selection?.consoleBuild === false ? Promise.resolve(noTests) : playwright('budgets')),
};
const endToEnd: Part = {
  id: 'e2e',
  title: 'End to end: Chromium, the real API and database',
  run: (selection) => playwright('e2e', selection?.specs),
};

/** Why those tests did not run, for the end of a run, where it is seen. */
export const withoutPostgres =
  'NOT RUN: the tests on PostgreSQL, and those on two processes that share one. There is no PostgreSQL here:\n' +
  'install it (on Debian: apt-get install postgresql), or set TEST_DATABASE_URL to a server on which tests may make databases.';

const onPostgres: Part = {
  id: 'postgres',
  title: 'On PostgreSQL: the calls, the contract, two processes',
  run: (selection) => (hasPostgres() ? vitest(['postgres'], selection?.tests) : Promise.resolve({ tests: [], output: withoutPostgres })),
};
const twoServers: Part = {
  id: 'two-servers',
  title: 'End to end on two processes, one after the other killed',
  run: (selection) =>
    hasPostgres() ? playwright('two-servers', selection?.specs) : Promise.resolve({ tests: [], output: withoutPostgres }),
};

const measured: Part = {
  id: 'measured',
  title: 'From a key to its frame, with nothing beside it',
  run: (selection) => playwright('measured', selection?.specs),
};

const schedules: Part = {
  id: 'schedules',
  title: 'Random schedules of saves, crashes and faults',
  run: (selection) => vitest(['schedules'], selection?.tests),
};

/** The schedule: lanes run in parallel, the parts of a lane one after the other. */
export const lanes: readonly (readonly Part[])[] = [
  [check, budgets, endToEnd, twoServers],
  // Together about as long as the end-to-end tests, which begin while these run: the long part mostly waits, for servers and scripts.
  [unit, device, long, onPostgres],
];
/** After the lanes, one by one: what measures times, or uses all cores by itself. */
export const alone: readonly Part[] = [measured, schedules];
