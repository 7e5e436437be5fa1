import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import type { Defect } from './defect.ts';
import type { WorkerLine } from './worker-line.ts';

const config = fileURLToPath(new URL('vitest.config.ts', import.meta.url));

const reportSchema = v.object({
  testResults: v.array(v.object({ assertionResults: v.array(v.object({ status: v.string(), fullName: v.string() })) })),
});

/** Runs files of unit tests, with a defect where one is given. Returns the names of the tests that fail; null: a file could not be run. */
async function failuresOf(files: readonly string[], defect: Defect | null): Promise<readonly string[] | null> {
  const folder = mkdtempSync(join(tmpdir(), 'planted-'));
  try {
    const file = join(folder, 'report.json');
    const args = ['run', '--config', config, '--reporter', 'json', '--bail', '1', '--outputFile', file, ...files];
    const env = { ...process.env, ...(defect ? { PLANTED: defect.name } : {}) };
    const child = spawn('vitest', args, { env, stdio: 'ignore' });
    await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
    const { testResults } = v.parse(reportSchema, JSON.parse(readFileSync(file, 'utf8')));
    if (testResults.length < files.length || testResults.some(({ assertionResults }) => assertionResults.length === 0)) return null;
    const all = testResults.flatMap(({ assertionResults }) => assertionResults);
    return all.flatMap(({ status, fullName }) => (status === 'failed' ? [fullName] : []));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the unit tests of each defect that names some. Throws where they fail without it: that proves nothing. */
export async function runUnitTests(defects: readonly Defect[], onLine: (line: WorkerLine) => void): Promise<void> {
  const files = new Set(defects.flatMap(({ test }) => test ?? []));
  if (files.size === 0) return;
  const before = await failuresOf([...files], null);
  if (before === null || before.length > 0) throw new Error(`unit tests fail without any defect: ${before?.join('; ') ?? 'not run'}`);
  for (const defect of defects) {
    const { name, test } = defect;
    if (test === undefined) continue;
    const failures = await failuresOf([test], defect);
    if (failures === null) throw new Error(`${name}: ${test} can't be run with it`);
    const [first] = failures;
    onLine({ name, schedules: 0, result: first === undefined ? null : { seed: 0, kind: 'unit test', what: `${test}: ${first}` } });
  }
}
