import { defineConfig } from 'playwright/test';
import { chromiumOptions } from './tests/support/browser.ts';
import { testMs, waitMs } from './tests/support/limits.ts';

export default defineConfig({
  // One more than the two cores that it is made for: a fifth of a test's time is waiting, for a frame or an answer.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  // Once more with a trace, to be read; what passes only then has failed all the same.
  retries: 1,
  failOnFlakyTests: true,
  timeout: testMs,
  expect: { timeout: waitMs },
  outputDir: 'test-results',
  globalSetup: './tests/support/global-setup.ts',
  use: {
    launchOptions: chromiumOptions(),
    viewport: { width: 1440, height: 900 },
    // Each would fetch and store the whole console, in every profile of every test: those that are about it allow it.
    serviceWorkers: 'block',
    trace: 'on-first-retry',
    actionTimeout: waitMs,
    navigationTimeout: 2 * waitMs,
  },
  projects: [
    { name: 'e2e', testDir: 'tests/e2e' },
    { name: 'budgets', testDir: 'tests/budgets' },
  ],
});
