import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importsOf, projectFiles } from '../import-graph/read.ts';
import { root } from '../inputs.mjs';
import { areas } from './areas.ts';
import { affectedBy } from './changed.ts';

const files = projectFiles();
const imports = files.flatMap((file) => importsOf(file));
const affected = (...changed: string[]) => affectedBy(changed, files, imports, areas);
const allSpecs = files.filter((file) => /^tests\/e2e\/.*\.spec\.ts$/.test(file));

describe('what a change can affect', () => {
  test('a pure function: its own test, and those of everything that uses it', () => {
    const { tests } = affected('contract/blocks/order.ts');
    expect(tests).toContain('server/blocks/order.property.long.test.ts');
    expect(tests).not.toContain('src/ui/number-text.test.ts');
  });

  test('a screen: the end-to-end files that walk through it, and no others', () => {
    const { specs, consoleBuild } = affected('src/features/sessions/sessions-screen.tsx');
    expect(specs.map((file) => basename(file))).toEqual(['accessibility.spec.ts', 'sessions.spec.ts']);
    expect(consoleBuild).toBe(true);
  });

  test('a chart: the screens that it drives', () => {
    const { specs, tests } = affected('machines/homepage/homepage.machine.ts');
    expect(tests).toContain('machines/homepage/homepage.machine.test.ts');
    expect(specs).toContain('tests/e2e/homepage.spec.ts');
    expect(specs).not.toContain('tests/e2e/password-reset.spec.ts');
  });

  test('a file that everything uses: everything', () => {
    const all = [
      'src/app/wiring.ts',
      'server/app.ts',
      'server/engine/worker.ts',
      'src/ui/button.tsx',
      'src/ui/theme/colors.ts',
      'src/preview-frame/frame.ts',
      'src/features/sync-center/chip-view.ts',
      'public/icons/icon-192.png',
      'scripts/vite/preview-frame.ts',
      'scripts/find-chromium.mjs',
      'tests/support/browser.ts',
      'package-lock.json',
      'server/themes/byron/index.twig',
    ];
    for (const file of all) {
      expect(files.includes(file) || existsSync(join(root, file)), file).toBe(true);
      expect(affected(file).specs, file).toEqual(allSpecs);
    }
  });

  test('a program: the tests that start it as a process', () => {
    expect(affected('server/main.ts').tests).toEqual(
      expect.arrayContaining(['tests/faults/server-restart.test.ts', 'tests/faults/upload-cut.test.ts', 'tests/load/load.test.ts']),
    );
    expect(affected('scripts/new-screen/ask.ts').tests).toContain('scripts/new-screen.test.ts');
    expect(affected('scripts/new-resource/ask.ts').tests).toContain('tests/offline/new-resource.long.test.ts');
  });

  test('anything: the tests that look at every file', () => {
    expect(affected('src/ui/number-text.ts').tests).toEqual(
      expect.arrayContaining([
        'tests/architecture.test.ts',
        'machines/testing/every-machine-opens.test.ts',
        'scripts/generate/resource-lists.test.ts',
      ]),
    );
  });

  test('the budgets: the build that they weigh', () => {
    expect(affected('tests/budgets/javascript.spec.ts').consoleBuild).toBe(true);
  });

  test('an end-to-end file and its page models', () => {
    expect(affected('tests/e2e/choices.spec.ts')).toMatchObject({ specs: ['tests/e2e/choices.spec.ts'], consoleBuild: false });
    expect(affected('tests/e2e/models/homepage.ts').specs).toContain('tests/e2e/homepage.spec.ts');
  });

  test('documentation: nothing', () => {
    expect(affected('README.md', 'docs/offline.md')).toEqual({ tests: [], specs: [], consoleBuild: false });
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
