import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { runChecks } from './checks.ts';
import { root } from './inputs.mjs';
import { run } from './run.ts';

interface Count {
  readonly passed: number;
  readonly failed: number;
}
interface Part {
  readonly id: string;
  readonly title: string;
  readonly pace: 'quick' | 'slow';
  readonly run: () => Promise<Count>;
}

const reports = join(root, '.cache', 'reports');
const vitestReport = v.object({ numPassedTests: v.number(), numFailedTests: v.number() });
const playwrightReport = v.object({ stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number() }) });

function reportOf(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/** A runner that failed without naming a failed test (it broke, or found an error outside of tests) counts as one failure. */
const atLeastOne = (count: Count, ok: boolean): Count => (ok || count.failed > 0 ? count : { ...count, failed: 1 });

async function vitest(id: string, ...args: readonly string[]): Promise<Count> {
  const report = join(reports, `${id}.json`);
  const { ok } = await run('vitest', ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], {
    live: true,
  });
  const parsed = v.safeParse(vitestReport, reportOf(report));
  const count = parsed.success ? { passed: parsed.output.numPassedTests, failed: parsed.output.numFailedTests } : { passed: 0, failed: 0 };
  return atLeastOne(count, ok && parsed.success);
}

async function playwright(id: string, ...args: readonly string[]): Promise<Count> {
  const report = join(reports, `${id}.json`);
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const { ok } = await run('playwright', ['test', ...args, '--reporter=list,json'], { live: true, env });
  const parsed = v.safeParse(playwrightReport, reportOf(report));
  const stats = parsed.success ? parsed.output.stats : { expected: 0, unexpected: 0, flaky: 0 };
  return atLeastOne({ passed: stats.expected, failed: stats.unexpected + stats.flaky }, ok && parsed.success);
}

const parts: readonly Part[] = [
  { id: 'check', title: 'Types, lint, format, unused code', pace: 'quick', run: () => runChecks({ withImportLaw: false }) },
  { id: 'unit', title: 'Unit tests in Node, import law included', pace: 'quick', run: () => vitest('unit', '--project', 'node') },
  { id: 'device', title: 'Device store and components in Chromium', pace: 'quick', run: () => vitest('device', '--project', 'chromium') },
  { id: 'budgets', title: 'Budgets: JavaScript per screen', pace: 'quick', run: () => playwright('budgets', '--project=budgets') },
  { id: 'e2e', title: 'End to end: Chromium, the real API and database', pace: 'slow', run: () => playwright('e2e', '--project=e2e') },
];

const wanted = process.argv.slice(2).filter((id) => !id.startsWith('-'));
const unknown = wanted.filter((id) => !parts.some((part) => part.id === id));
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. The parts are ${parts.map((part) => part.id).join(', ')}.`);
  process.exit(2);
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const lines: string[] = [];
let [passed, failed] = [0, 0];
for (const part of parts.filter(({ id }) => wanted.length === 0 || wanted.includes(id))) {
  console.log(`\n── ${part.title} (${part.pace})\n`);
  const began = performance.now();
  const count = await part.run();
  passed += count.passed;
  failed += count.failed;
  const seconds = ((performance.now() - began) / 1000).toFixed(0).padStart(4);
  lines.push(`${seconds} s  ${part.title}: ${count.passed} passed, ${count.failed} failed`);
}
console.log(`\n${lines.join('\n')}\n\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
