import { defineConfig } from 'playwright/test';
import type { WorkerFixtures } from './tests/e2e/support/fixtures.ts';
import { chromiumOptions } from './tests/support/browser.ts';
import { testMs, waitMs } from './tests/support/limits.ts';

/** For two processes: lists, saves, refusals, conflicts and the outbox. There is no time for the others in every run. */
const onTwoServers = process.env['E2E_TWO_SERVERS'] === 'all' ? /\.spec\.ts$/ : /redirects\.spec\.ts$/;

const measured = /@measured/u;

export default defineConfig<object, WorkerFixtures>({
  // For two cores. By themselves three are faster, but beside the other tests of `npm test` the whole run takes a tenth longer with them.
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // A failed test runs again with a trace. One that passes only then still counts as failed.
  retries: 1,
  failOnFlakyTests: true,
  timeout: testMs,
  expect: { timeout: waitMs },
  outputDir: 'test-results',
  globalSetup: './tests/support/global-setup.ts',
  use: {
    launchOptions: chromiumOptions(),
    viewport: { width: 1440, height: 900 },
    // A service worker stores the whole console in each profile. Tests about offline use allow it.
    serviceWorkers: 'block',
    trace: 'on-first-retry',
    // What still moves is clicked again and again, each time after another scroll, until a click may meet what has just moved away.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: waitMs,
    navigationTimeout: waitMs,
  },
  projects: [
    { name: 'e2e', testDir: 'tests/e2e', grepInvert: measured },
    // Measures times: beside other tests it would measure those.
    { name: 'measured', testDir: 'tests/e2e', grep: measured, workers: 1 },
    { name: 'budgets', testDir: 'tests/budgets' },
    // Without a PostgreSQL it does not start; `npm test` then says that these tests did not run.
    { name: 'two-servers', testDir: 'tests/e2e', testMatch: onTwoServers, grepInvert: measured, use: { servers: 'two' } },
  ],
});
