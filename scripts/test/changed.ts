import { execFileSync } from 'node:child_process';
import type { Import } from '../import-graph/read.ts';
import { root } from '../inputs.mjs';
import type { Area } from './areas.ts';

/** The tests and builds that a change can affect. */
export interface Affected {
  /** Test files of Vitest, from the root. */
  readonly tests: readonly string[];
  /** End-to-end files, from the root. */
  readonly specs: readonly string[];
  /** Whether the console's build differs. */
  readonly consoleBuild: boolean;
}

/** Part of every screen or every test, and read by path or by a tool's configuration: a change of these affects everything. */
const standsUnderAll = /^(?:public|scripts\/(?:vite|build|setup|inputs|find-chromium)|tests\/support|src\/(?:ui\/theme|preview-frame))\b/;
/** These read every file of the project, so that any change can break them. */
const looksAtAll = [
  'tests/architecture.test.ts',
  'machines/testing/every-machine-opens.test.ts',
  'scripts/console-packages.test.ts',
  'scripts/generate/resource-lists.test.ts',
  'scripts/test/changed.test.ts',
];
/** Programs that tests start by their path, and the tests that start them. */
const startedByPath: readonly (readonly [program: string, starter: string])[] = [
  ['server/main.ts', 'tests/support/server-process.ts'],
  ['server/main.ts', 'tests/faults/server-restart.test.ts'],
  ['scripts/new-resource.ts', 'tests/offline/new-resource.long.test.ts'],
  ['scripts/new-screen.ts', 'scripts/new-screen.test.ts'],
];
/** A change that reaches one of these outside the areas can affect any screen. */
const entryPoints = ['src/main.tsx', 'server/main.ts'];
const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const isSpec = (file: string) => file.startsWith('tests/e2e/') && file.endsWith('.spec.ts');
const isCode = (file: string) => /\.(ts|tsx|mjs)$/.test(file);
const isDocumentation = (file: string) => /\.md$|^docs\/|^LICENSE$/.test(file);

/** Files that differ from a commit, including those that git does not track yet. Throws for an unknown commit. */
export function changedFiles(since: string): readonly string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' })
      .split('\0')
      .filter((name) => name !== '');
  // Includes the old name of a moved file: modules that still import that are broken.
  const differing = git('diff', '--name-only', '--no-renames', '-z', since);
  return [...new Set([...differing, ...git('ls-files', '--others', '--exclude-standard', '-z')])];
}

/**
 * Follows the imports from changed files to everything that imports them. A file that is read by its path instead (templates, style sheets,
 * migrations) affects its whole top-level folder; a file at the root affects everything.
 */
export function affectedBy(
  changed: readonly string[],
  files: readonly string[],
  imports: readonly Import[],
  areas: readonly Area[],
): Affected {
  const importers = new Map<string, readonly string[]>();
  for (const { from, target } of imports) if (target !== null) importers.set(target, [...(importers.get(target) ?? []), from]);
  const relevant = changed.filter((file) => !isDocumentation(file));
  const changedModules = relevant.flatMap((file) => {
    if (standsUnderAll.test(file)) return files;
    if (isCode(file) && file.includes('/')) return [file];
    const [folder = ''] = file.split('/');
    return files.filter((other) => !file.includes('/') || folder.startsWith('.') || other.startsWith(`${folder}/`));
  });

  const areaOf = (file: string) => areas.find(({ folder }) => file.startsWith(`${folder}/`));
  const reachedFrom = (from: readonly string[], follow: (file: string, importer: string) => boolean): ReadonlySet<string> => {
    const found = new Set(from);
    // Iterating a set includes items that are added on the way.
    for (const file of found) for (const importer of importers.get(file) ?? []) if (follow(file, importer)) found.add(importer);
    return found;
  };
  const reached = reachedFrom(changedModules, () => true);
  const starters = startedByPath.filter(([program]) => reached.has(program)).map(([, starter]) => starter);
  const starting = reachedFrom(starters, () => true);
  // The rest of the product opens an area and imports nothing else of it: only other areas are followed further.
  const visible = reachedFrom(changedModules, (file, importer) => !areaOf(file) || Boolean(areaOf(importer)));

  const everywhere = entryPoints.some((file) => visible.has(file));
  const named = new Set([...visible].flatMap((file) => areaOf(file)?.specs ?? []).map((name) => `tests/e2e/${name}.spec.ts`));
  return {
    tests: files.filter(
      (file) => isTest(file) && (reached.has(file) || starting.has(file) || (relevant.length > 0 && looksAtAll.includes(file))),
    ),
    specs: files.filter((file) => isSpec(file) && (everywhere || named.has(file) || reached.has(file))),
    consoleBuild: reached.has('src/main.tsx') || relevant.some((file) => file.startsWith('tests/budgets/')),
  };
}
