import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { relative } from 'node:path';
import * as v from 'valibot';
import { root } from '../inputs.mjs';

const testResult = v.object({
  /** From the root of the project. */
  file: v.string(),
  name: v.string(),
  ms: v.number(),
  failed: v.boolean(),
});
const partResult = v.object({ id: v.string(), title: v.string(), ms: v.number(), tests: v.array(testResult) });
const runReport = v.object({
  revision: v.string(),
  /** ISO 8601. */
  startedAt: v.string(),
  ms: v.number(),
  /** How many times slower the processor was made; 1 is normal. */
  slow: v.number(),
  machine: v.string(),
  parts: v.array(partResult),
});

export type TestResult = v.InferOutput<typeof testResult>;
export type PartResult = v.InferOutput<typeof partResult>;
export type RunReport = v.InferOutput<typeof runReport>;

const parse = <Schema extends v.GenericSchema>(schema: Schema, file: string) =>
  existsSync(file) ? v.safeParse(v.pipe(v.string(), v.parseJson(), schema), readFileSync(file, 'utf8')) : null;

const vitestReport = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      assertionResults: v.array(v.object({ fullName: v.string(), status: v.string(), duration: v.nullish(v.number(), 0) })),
    }),
  ),
});

/** The tests that Vitest reported in a file, or null where the report can't be read. A file that broke counts as a failed test. */
export function vitestTests(report: string): readonly TestResult[] | null {
  const parsed = parse(vitestReport, report);
  if (!parsed?.success) return null;
  return parsed.output.testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name);
    const tests = assertionResults.map(({ fullName, status: ended, duration }) => ({
      file,
      name: fullName,
      ms: duration,
      failed: ended !== 'passed',
    }));
    const broken = status === 'failed' && tests.every(({ failed }) => !failed);
    return broken ? [...tests, { file, name: 'the file itself', ms: 0, failed: true }] : tests;
  });
}

interface Suite {
  readonly file: string;
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly { readonly status: string; readonly results: readonly { readonly duration: number }[] }[];
  }[];
  readonly suites?: readonly Suite[] | undefined;
}
const playwrightSuite: v.GenericSchema<Suite> = v.object({
  file: v.string(),
  specs: v.array(
    v.object({ title: v.string(), tests: v.array(v.object({ status: v.string(), results: v.array(v.object({ duration: v.number() })) })) }),
  ),
  suites: v.optional(v.array(v.lazy(() => playwrightSuite))),
});
const playwrightReport = v.object({ config: v.object({ rootDir: v.string() }), suites: v.array(playwrightSuite) });

/** The same for Playwright. A test that passed only in a retry has failed. */
export function playwrightTests(report: string): readonly TestResult[] | null {
  const parsed = parse(playwrightReport, report);
  if (!parsed?.success) return null;
  const { config, suites } = parsed.output;
  const testsOf = (suite: Suite): readonly TestResult[] => [
    ...suite.specs.flatMap(({ title, tests }) =>
      tests.map(({ status, results }) => ({
        file: relative(root, `${config.rootDir}/${suite.file}`),
        name: title,
        ms: results.reduce((sum, { duration }) => sum + duration, 0),
        failed: status !== 'expected',
      })),
    ),
    ...(suite.suites ?? []).flatMap(testsOf),
  ];
  return suites.flatMap(testsOf);
}

/** Reads the report of an earlier run. Throws with a sentence where the file is none. */
export function readRunReport(file: string): RunReport {
  const parsed = parse(runReport, file);
  if (parsed === null) throw new Error(`There is no report ${file}.`);
  if (!parsed.success) throw new Error(`${file} is no report of a test run: ${parsed.issues[0].message}`);
  return parsed.output;
}

/** The version that was tested: the commit, and whether files differ from it. */
export function revision(): string {
  try {
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') === '' ? '' : ' and changes'}`;
  } catch {
    return 'unknown';
  }
}

export const machine = (): string => `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`;
