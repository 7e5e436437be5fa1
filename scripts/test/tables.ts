import type { PartResult, RunReport, TestResult } from './report.ts';

const rowLimit = 10;
const seconds = (ms: number | undefined) => (ms === undefined ? '—' : `${(ms / 1000).toFixed(1)} s`).padStart(9);
const sum = (tests: readonly TestResult[]) => tests.reduce((all, { ms }) => all + ms, 0);
const slowest = <Row extends { readonly ms: number }>(rows: readonly Row[]) => rows.toSorted((a, b) => b.ms - a.ms).slice(0, rowLimit);
const testsOf = ({ parts }: RunReport) => parts.flatMap((part) => part.tests.map((test) => ({ ...test, part: part.id })));

/** How many tests of a part failed. */
export const failedTests = (part: PartResult) => part.tests.filter(({ failed }) => failed).length;

/**
 * What the paths of each chart came through, from what the tests printed that drive it in Node (`testPaths`), and its screen in Chromium
 * (`tests/paths`).
 */
export function chartCoverage(output: string): readonly string[] {
  return output.match(/^\S+ +in (Node|Chromium) +transitions .+$/gmu) ?? [];
}

/** Parts with their times, the slowest files and the slowest tests. */
export function summary(report: RunReport): readonly string[] {
  const tests = testsOf(report);
  const files = [...Map.groupBy(tests, ({ file }) => file)].map(([file, testsInFile]) => ({
    file,
    count: testsInFile.length,
    ms: sum(testsInFile),
  }));
  return [
    'Slowest files (their tests added up)',
    ...slowest(files).map(({ file, count, ms }) => `${seconds(ms)}  ${file} (${count})`),
    '',
    'Slowest tests',
    ...slowest(tests).map(({ file, name, ms }) => `${seconds(ms)}  ${file}: ${name}`),
    '',
    `Parts of ${report.revision} on ${report.machine}${report.slow > 1 ? `, made ${report.slow} times slower` : ''}`,
    ...report.parts.map((part) => {
      const failed = failedTests(part);
      return `${seconds(part.ms)}  ${part.title}: ${part.tests.length - failed} passed, ${failed} failed`;
    }),
    `${seconds(report.ms)}  all of it; parts that run beside each other share this time`,
  ];
}

/** Compares an earlier run with a later one: parts, slower and quicker tests, removed and new ones. */
export function comparison(before: RunReport, after: RunReport): readonly string[] {
  const ids = [...new Set([...before.parts, ...after.parts].map(({ id }) => id))];
  const part = (report: RunReport, id: string) => report.parts.find((one) => one.id === id);
  const factor = (old: number | undefined, now: number | undefined) => (old && now !== undefined ? `${(now / old).toFixed(2)}×` : '');
  const line = (title: string, old: number | undefined, now: number | undefined) =>
    `${seconds(old)} ${seconds(now)}  ${factor(old, now).padStart(6)}  ${title}`;
  const key = ({ file, name }: TestResult) => `${file}: ${name}`;
  const older = new Map(testsOf(before).map((test) => [`${test.part} ${key(test)}`, test]));
  const newer = new Map(testsOf(after).map((test) => [`${test.part} ${key(test)}`, test]));
  const both = [...newer].flatMap(([id, now]) => {
    const old = older.get(id);
    return old ? [{ title: key(now), old: old.ms, now: now.ms, ms: Math.abs(now.ms - old.ms) }] : [];
  });
  const without = (from: ReadonlyMap<string, TestResult>, other: ReadonlyMap<string, TestResult>) =>
    [...from].filter(([id]) => !other.has(id)).map(([, test]) => test);
  const [gone, added] = [without(older, newer), without(newer, older)];
  return [
    `${before.revision} (${before.startedAt}, ${before.machine}, ×${before.slow}) beside ${after.revision} (×${after.slow})`,
    ...ids.map((id) => {
      const [old, now] = [part(before, id), part(after, id)];
      return line(now?.title ?? old?.title ?? id, old?.ms, now?.ms);
    }),
    line('all of it', before.ms, after.ms),
    '',
    'Tests whose time changed most',
    ...slowest(both).map(({ title, old, now }) => line(title, old, now)),
    '',
    `${gone.length} tests are gone (${(sum(gone) / 1000).toFixed(0)} s)${gone.length > 0 ? ':' : ''}`,
    ...slowest(gone).map((test) => `${seconds(test.ms)}  ${key(test)}`),
    `${added.length} tests are new (${(sum(added) / 1000).toFixed(0)} s)${added.length > 0 ? ':' : ''}`,
    ...slowest(added).map((test) => `${seconds(test.ms)}  ${key(test)}`),
  ];
}
