import { defineConfig } from 'playwright/test';
import { chromiumOptions } from './tests/support/browser.ts';

export default defineConfig({
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  outputDir: 'test-results',
  globalSetup: './tests/support/global-setup.ts',
  use: {
    launchOptions: chromiumOptions(),
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    actionTimeout: 10_000,
  },
  projects: [
    { name: 'e2e', testDir: 'tests/e2e' },
    { name: 'budgets', testDir: 'tests/budgets' },
  ],
});
