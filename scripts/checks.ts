import { run } from './run.ts';

interface Check {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
}

const checks: readonly Check[] = [
  { name: 'types', program: 'tsc', args: ['-b'] },
  { name: 'lint and format', program: 'biome', args: ['check', '--error-on-warnings', '--max-diagnostics=50'] },
  { name: 'unused code', program: 'knip', args: ['--no-progress'] },
];

/** `npm test` runs these with the other tests of their runner. */
const dependencyRules: Check = {
  name: 'dependency rules, generated files',
  program: 'vitest',
  args: ['run', '--project', 'node', 'tests/architecture.test.ts', 'scripts/charts/charts.test.ts', 'scripts/bench-chart'],
};

export interface CheckResults {
  readonly results: readonly { readonly name: string; readonly ok: boolean; readonly ms: number }[];
  /** A line for each check with its time; the output of a failed check follows its line. */
  readonly output: string;
}

/** Runs the checks in parallel: each uses one core most of its time. */
export async function runChecks({ withDependencyRules }: { readonly withDependencyRules: boolean }): Promise<CheckResults> {
  const all = withDependencyRules ? [...checks, dependencyRules] : checks;
  const results = await Promise.all(all.map(async ({ name, program, args }) => ({ name, ...(await run(program, args)) })));
  const lines = results.map(
    ({ name, ok, ms, output }) => `  ${ok ? '✓' : '✗'} ${name} (${(ms / 1000).toFixed(1)} s)${ok ? '' : `\n${output}`}`,
  );
  return { results, output: lines.join('\n') };
}
