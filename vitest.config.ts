import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { hasPostgres } from './scripts/find-postgres.mjs';
import { chromiumOptions } from './tests/support/browser.ts';
import { testMs, waitMs } from './tests/support/limits.ts';

const ignored = [
  '**/node_modules/**',
  'dist/**',
  '.cache/**',
  '.tsbuild/**',
  'styled-system/**',
  'tests/e2e/**',
  'tests/budgets/**',
  'tests/postgres/**',
];

/** Programs by the hundred, pages by the hundred, and tests that wait for servers, threads and scripts of their own. */
const long = ['**/*.long.test.ts', 'tests/faults/*.test.ts', 'tests/{conformance,load,attacks}/**/*.test.ts', 'scripts/new-screen.test.ts'];

/** The random schedules: they use all cores, and `npm test` gives them all. */
const schedules = ['tests/faults/schedules.test.ts'];

/** What is about the real IndexedDB; what these find in Node the simulator of `tests/faults` finds too, and more of it. */
const onlyInChromium = ['tests/offline/{blocks,every-setting}.device.test.ts', '**/*.browser.test.{ts,tsx}'];

/**
 * What depends on the engine: the calls, their transactions, and the whole contract, on two processes. `npm test` without a PostgreSQL says that these
 * did not run on it.
 */
const onPostgres = [
  'server/{calls,resources}/**/*.test.ts',
  'server/idempotency.test.ts',
  // Mails are claimed, and what is sent twice is known, by locks that the embedded engine's one connection never waits for.
  'server/site/forms.test.ts',
  'server/forms/run-actions.test.ts',
  // The whole contract among them.
  'tests/postgres/**/*.test.ts',
];

/** These replace modules for all who load them. */
const mocked = ['**/*.mocked.test.ts', '**/*.mocked.node.test.ts'];

export default defineConfig({
  define: { __APP_VERSION__: JSON.stringify('0.0.0-test') },
  test: {
    maxWorkers: 2,
    reporters: ['default'],
    testTimeout: testMs,
    hookTimeout: testMs,
    expect: { poll: { timeout: waitMs } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...ignored, ...long, ...mocked, ...onlyInChromium],
          // Files of a worker share its modules: loading them anew for each file was half of the time.
          isolate: false,
          setupFiles: ['tests/support/fake-device.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'mocked', include: mocked, exclude: ignored, setupFiles: ['tests/support/fake-device.ts'] },
      },
      {
        extends: true,
        test: { name: 'long', include: long, exclude: [...ignored, ...schedules], setupFiles: ['tests/support/fake-device.ts'] },
      },
      { extends: true, test: { name: 'schedules', include: schedules } },
      ...(hasPostgres()
        ? [
            {
              extends: true as const,
              test: {
                name: 'postgres',
                include: onPostgres,
                // Hundreds of requests that ask for what every engine answers alike.
                exclude: ['**/node_modules/**', '**/*.long.test.ts', ...mocked, 'server/**/{isolation,check-record}.test.ts'],
                isolate: false,
                globalSetup: ['tests/postgres/global-setup.ts'],
                setupFiles: ['tests/support/fake-device.ts', 'tests/postgres/use-server.ts'],
              },
            },
          ]
        : []),
      {
        extends: true,
        plugins: [react({ jsxImportSource: '#jsx' })],
        // Found before the first test: a dependency that is met in the middle of a run reloads the page under it. Screens are loaded
        // on demand, by imports that are made when they are built.
        optimizeDeps: {
          // Of one test alone: dependencies that were found before it was there would be kept. What only a definition imports, which loads
          // when its screen does, is found in the middle of the run, and reloads the page of another test.
          include: ['elkjs/lib/elk.bundled.js', 'libphonenumber-js/min', 'react/jsx-dev-runtime'],
          entries: [
            'db/**/*.test.ts',
            '{machines,src,tests}/**/*.{device,browser}.test.{ts,tsx}',
            'src/{app,features,form,preview,routes}/**/*.tsx',
          ],
        },
        test: {
          name: 'chromium',
          // The client store's tests run a second time here, on the real IndexedDB.
          include: ['db/**/*.test.ts', '**/*.device.test.{ts,tsx}', '**/*.browser.test.{ts,tsx}'],
          exclude: [...ignored, '**/*.node.test.{ts,tsx}'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: chromiumOptions() }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
