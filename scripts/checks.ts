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

/** In `npm test` the law runs with the other tests of its runner. */
const importLaw: Check = { name: 'import law', program: 'vitest', args: ['run', '--project', 'node', 'tests/architecture.test.ts'] };

export interface CheckResults {
  readonly passed: number;
  readonly failed: number;
}

/** Runs the checks one after the other and prints each with its time; what a failed one said follows it. */
export async function runChecks({ withImportLaw }: { readonly withImportLaw: boolean }): Promise<CheckResults> {
  let failed = 0;
  const all = withImportLaw ? [...checks, importLaw] : checks;
  for (const { name, program, args } of all) {
    const { ok, seconds, output } = await run(program, args);
    console.log(`  ${ok ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`);
    if (!ok) {
      failed += 1;
      console.log(output);
    }
  }
  return { passed: all.length - failed, failed };
}
