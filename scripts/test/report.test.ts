import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { playwrightTests, readRunReport, vitestTests } from './report.ts';

function halfWritten(): string {
  const folder = mkdtempSync(join(tmpdir(), 'report-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'report.json');
  writeFileSync(file, '{"testResults":[{"name":');
  return file;
}

test('a report that its runner did not finish writing holds no tests', () => {
  expect(vitestTests(halfWritten())).toBeNull();
  expect(playwrightTests(halfWritten())).toBeNull();
});

test('a report that cannot be compared with is refused with its name', () => {
  const file = halfWritten();
  expect(() => readRunReport(file)).toThrow(`${file} is no report of a test run`);
  expect(() => readRunReport(`${file}.gone`)).toThrow(`There is no report ${file}.gone.`);
});
