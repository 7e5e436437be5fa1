import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'playwright/test';
import { forgotPasswordPaths } from '#machines/password-reset/password-reset.paths.ts';
import { chromiumOptions } from '../support/browser.ts';
import { browserPaths } from './support/chart-paths.ts';
import { test } from './support/fixtures.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

test('the package of the test kit drives a deployed console from another folder, as the guide shows it', async ({ app }) => {
  test.slow();
  await run(process.execPath, [join(root, 'scripts/kit.ts')], { cwd: root });
  const folder = mkdtempSync(join(tmpdir(), 'frontage-tester-'));
  try {
    install(folder);
    const [, guide] =
      /```ts\n(\/\/ forgot-password\.spec\.ts.*?)```/su.exec(readFileSync(join(root, 'docs/model-based-tests.md'), 'utf8')) ?? [];
    const config = { workers: 1, reporter: 'line', use: { baseURL: app.origin, launchOptions: chromiumOptions() } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    writeFileSync(join(folder, 'playwright.config.ts'), `export default ${JSON.stringify(config)};`);
    writeFileSync(join(folder, 'forgot-password.spec.ts'), guide ?? '');

    const bin = (name: string) => join(root, 'node_modules/.bin', name);
    const strict = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', 'node', '--skipLibCheck'];
    await run(bin('tsc'), [...strict, 'forgot-password.spec.ts'], { cwd: folder });
    const { stdout } = await run(process.execPath, ['node_modules/playwright/cli.js', 'test'], { cwd: folder });
    const { length } = browserPaths(forgotPasswordPaths, { 'xstate.error.actor.requestReset': '' });
    expect(stdout).toContain(`${length} passed`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** The kit as npm installs it, with the packages that its manifest names. */
function install(folder: string): void {
  const kit = join(folder, 'node_modules/frontage');
  cpSync(join(root, 'dist-kit'), kit, { recursive: true });
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(kit, 'package.json'), 'utf8'));
  for (const name of [...Object.keys({ ...dependencies, ...peerDependencies }), '@types/node']) {
    const place = join(folder, 'node_modules', name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), place);
  }
}
