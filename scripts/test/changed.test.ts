import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importsOf, projectFiles } from '../import-graph/read.ts';
import { root } from '../inputs.mjs';
import { areas } from './areas.ts';
import { touchedBy } from './changed.ts';

const files = projectFiles();
const imports = files.flatMap((file) => importsOf(file));
const touched = (...changed: string[]) => touchedBy(changed, files, imports, areas);
const allSpecs = files.filter((file) => /^tests\/e2e\/.*\.spec\.ts$/.test(file));

describe('what a change can touch', () => {
  test('a pure function: its own test, and those of everything that uses it', () => {
    const { tests } = touched('contract/blocks/order.ts');
    expect(tests).toContain('server/blocks/order.property.test.ts');
    expect(tests).not.toContain('src/ui/number-text.test.ts');
  });

  test('a screen: the end-to-end files that walk through it, and no others', () => {
    const { specs, consoleBuild } = touched('src/screens/password-reset/forgot-password-screen.tsx');
    expect(specs.map((file) => basename(file))).toEqual(['accessibility.spec.ts', 'password-reset.spec.ts']);
    expect(consoleBuild).toBe(true);
  });

  test('a chart: the screens that it drives', () => {
    const { specs, tests } = touched('machines/homepage/homepage.machine.ts');
    expect(tests).toContain('machines/homepage/homepage.machine.test.ts');
    expect(specs).toContain('tests/e2e/homepage.spec.ts');
    expect(specs).not.toContain('tests/e2e/password-reset.spec.ts');
  });

  test('what everything stands on: everything', () => {
    for (const file of ['src/app/wiring.ts', 'server/app.ts', 'src/ui/button.tsx', 'package-lock.json', 'server/themes/byron/index.twig'])
      expect(touched(file).specs, file).toEqual(allSpecs);
  });

  test('an end-to-end file and what it is written with', () => {
    expect(touched('tests/e2e/choices.spec.ts')).toEqual({ tests: [], specs: ['tests/e2e/choices.spec.ts'], consoleBuild: false });
    expect(touched('tests/e2e/models/homepage.ts').specs).toContain('tests/e2e/homepage.spec.ts');
  });

  test('documentation: nothing', () => {
    expect(touched('README.md', 'docs/offline.md')).toEqual({ tests: [], specs: [], consoleBuild: false });
  });
});

describe('the areas', () => {
  test('each folder is there', () => {
    expect(areas.filter(({ folder }) => !existsSync(join(root, folder)))).toEqual([]);
  });

  test('each end-to-end file is named by one, and each name is one', () => {
    const named = new Set(areas.flatMap(({ specs }) => specs));
    expect([...named].toSorted()).toEqual(allSpecs.map((file) => basename(file, '.spec.ts')).toSorted());
  });
});
