import { describe, expect, test } from 'vitest';
import { missingFromLock } from '../scripts/lock-file.ts';
import { cyclesIn } from '../scripts/import-graph/cycles.ts';
import { importsOf, layerOf, packageOf, projectFiles, fileText } from '../scripts/import-graph/read.ts';

const files = projectFiles();
const imports = files.flatMap((file) => importsOf(file));
const isTestCode = (file: string) => /\.test\.tsx?$|\/testing\//.test(file);
const isGenerated = (file: string) => file.endsWith('.gen.ts');

/** Each layer, with the layers that it may import besides itself. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  db: ['contract'],
  machines: ['contract'],
  server: ['contract'],
  src: ['contract', 'db', 'machines', 'styled-system'],
  scripts: ['contract', 'server', 'machines'],
  tests: ['contract', 'db', 'machines', 'server', 'src', 'scripts', 'styled-system'],
};

/** Packages that a layer may use in shipped code; a layer that is not named may use any. */
const packages: Readonly<Record<string, readonly string[]>> = {
  contract: ['valibot', '@valibot/to-json-schema', 'punycode.js', 'css-tree', 'libphonenumber-js'],
  db: ['dexie', 'fake-indexeddb', 'valibot'],
  machines: ['xstate', 'valibot'],
};
/** Packages that tests may use in addition. */
const testPackages = ['vitest', 'fast-check', 'fake-indexeddb', 'mermaid', 'node:'];

describe('the dependency rules', () => {
  test('every file stands in a layer', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter((file) => !(layerOf(file) in mayImport))).toEqual([]);
  });

  test.each(Object.entries(mayImport))('%s imports only itself and %j', (layer, right) => {
    const broken = imports
      .filter(({ from, target }) => layerOf(from) === layer && target !== null && layerOf(target) !== layer)
      .filter(({ target }) => target !== null && !right.includes(layerOf(target)));
    expect(broken.map(({ from, specifier }) => `${from} imports ${specifier}`)).toEqual([]);
  });

  test.each(Object.entries(packages))('%s uses only the packages %j', (layer, allowed) => {
    const broken = imports
      .filter(({ from, target }) => layerOf(from) === layer && target === null)
      .filter(({ from, specifier }) => {
        const known = isTestCode(from) ? [...allowed, ...testPackages] : allowed;
        return !known.some((name) => packageOf(specifier) === name || (name.endsWith(':') && specifier.startsWith(name)));
      });
    expect(broken.map(({ from, specifier }) => `${from} imports ${specifier}`)).toEqual([]);
  });

  test('within a layer imports are relative, across layers they are named, and both end in the file', () => {
    const broken = imports.filter(({ from, specifier, target }) => {
      if (target === null) return false;
      const crosses = layerOf(from) !== layerOf(target);
      // Scripts and tests may import one another, and src its distant folders, by either kind of path.
      if (['scripts', 'tests', 'src'].includes(layerOf(from)))
        return !/\.(tsx?|mjs|css|json)$/.test(specifier) && layerOf(target) !== 'styled-system';
      return crosses !== specifier.startsWith('#') || !/\.(tsx?|mjs|css|json)$/.test(specifier);
    });
    expect(broken.map(({ from, specifier }) => `${from} imports ${specifier}`)).toEqual([]);
  });

  test('a feature imports no other feature, and shared code imports none', () => {
    const featureOf = (file: string) => /^src\/features\/([^/]+)\//.exec(file)?.[1] ?? null;
    /** Only these may import several features: they open them. */
    const joins = /^(src\/(app|routes)|tests|scripts)\//;
    const broken = imports.filter(({ from, target }) => {
      const feature = target === null ? null : featureOf(target);
      return feature !== null && feature !== featureOf(from) && !joins.test(from) && !isGenerated(from);
    });
    expect(broken.map(({ from, specifier }) => `${from} imports ${specifier}`)).toEqual([]);
  });

  test('every import that names a file of ours finds it', () => {
    const missing = imports.filter(({ target, exists }) => target !== null && !exists && layerOf(target) !== 'styled-system');
    expect(missing.map(({ from, specifier }) => `${from} imports ${specifier}`)).toEqual([]);
  });

  test('there are no import cycles, types and dynamic imports included', () => {
    // The router's tree names the routes, and its types come back to them.
    expect(cyclesIn(imports.filter(({ from }) => from !== 'src/route-tree.gen.ts'))).toEqual([]);
  });
});

describe('the shape of files', () => {
  /** Catalogues, seed rows and generated code: lists that are read from top to bottom. */
  const isList = (file: string) =>
    isGenerated(file) ||
    /^contract\/(settings|blocks|calls)\//.test(file) ||
    /^server\/seed\//.test(file) ||
    file === 'contract/navigation.ts' ||
    file === 'contract/requirements.ts';

  // A machine is read from top to bottom, in one file.
  const isChart = (file: string) => /^machines\/.*\.machine\.ts$/.test(file);

  test('no file is longer than 400 lines, charts and data lists excepted', () => {
    const lengths = files
      .filter((file) => !isList(file) && !isChart(file))
      .map((file) => ({ file, lines: fileText(file).split('\n').length }));
    const long = lengths.filter(({ lines }) => lines > 250).map(({ file, lines }) => `${file} (${lines})`);
    if (long.length > 0) console.warn(`Over 250 lines, which needs a reason: ${long.join(', ')}`);
    expect(lengths.filter(({ lines }) => lines > 400)).toEqual([]);
  });

  test('each machine stands in one file', () => {
    const makesChart = /\b(?:createMachine|createStateConfig)\(|[^\w.]setup\(\{/;
    const isOutside = (file: string) => file.startsWith('machines/') && !/\/(?:testing|export)\//.test(file) && !/\.test\.ts$/.test(file);
    expect(files.filter((file) => isOutside(file) && !isChart(file) && makesChart.test(fileText(file)))).toEqual([]);
    const lengths = files.filter(isChart).map((file) => ({ file, lines: fileText(file).split('\n').length }));
    // Each transition names its requirements, often on a line of their own.
    expect(lengths.filter(({ lines }) => lines > 800)).toEqual([]);
  });

  test('an outbox entry changes by a named function alone', () => {
    // A spread of a variable that has an entry, or beside a field that says how far an entry is.
    const spreads =
      /[{,]\s*\.\.\.(?:\w*[eE]ntry|old|other|rival|create|later|earlier|sent|stored|disputed|undisputed|inConflict|part|next)\b(?![.(])|\{\s*\.\.\.[^{}]*\b(?:status|attempts|troubles|nextAttemptAt|mayHaveBeenApplied|maybe(?:Ours|Applied))\b *[:,}]/;
    const mayChange = /^db\/(?:entry-transitions|merge-entries|migrate-entry|index-fields|outbox-writes)\.ts$|\/testing\/|\.test\.ts$/;
    const inDb = files.filter((file) => file.startsWith('db/') && !mayChange.test(file));
    expect(
      inDb.flatMap(
        (file) =>
          spreads
            .exec(fileText(file))
            ?.slice(0, 1)
            .map((text) => `${file}: ${text}`) ?? [],
      ),
    ).toEqual([]);
  });

  test('no component suspends', () => {
    // React shows what comes after a fallback 300 ms later at the soonest. `lazyComponent` loads code without one.
    const suspends = /\b(?:Suspense|lazy)\b[^;]*\} from 'react'/;
    expect(files.filter((file) => suspends.test(fileText(file)))).toEqual([]);
  });

  test('no file only re-exports other files', () => {
    const isBarrel = (file: string) => {
      const lines = fileText(file)
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '' && !line.startsWith('//'));
      return lines.length > 0 && lines.every((line) => /^export (type )?(\*|\{).* from /.test(line));
    };
    expect(files.filter(isBarrel)).toEqual([]);
  });

  test('no test is skipped, focused or waits for the clock', () => {
    // Vitest's own waits end after a second; expect.poll has a configured limit.
    const forbidden = /\b(?:test|it|describe)\.(?:only|skip|todo|fixme)\b|\.waitForTimeout\(|\bvi\.wait(?:For|Until)\(/;
    const self = 'tests/architecture.test.ts';
    expect(files.filter((file) => file !== self && /^tests\/|\.test\.tsx?$/.test(file) && forbidden.test(fileText(file)))).toEqual([]);
  });

  test('nothing is left for later', () => {
    const self = 'tests/architecture.test.ts';
    expect(files.filter((file) => file !== self && /\b(?:TODO|FIXME|XXX)\b/.test(fileText(file)))).toEqual([]);
  });
});

describe('package.json', () => {
  test('names exact versions', () => {
    const { dependencies = {}, devDependencies = {} }: Record<string, Record<string, string>> = JSON.parse(fileText('package.json'));
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    );
    expect(loose).toEqual([]);
  });

  test('has a lock file that names the packages of every platform, or npm refuses it', () => {
    // To mend it: node scripts/complete-lock-file.ts
    expect(missingFromLock(JSON.parse(fileText('package-lock.json')))).toEqual([]);
  });
});
