import { type BrowserContext, type BrowserContextOptions, test as base } from 'playwright/test';
import { demo } from '../../support/accounts.ts';
import { type Api, signedInApi } from '../../support/api.ts';
import { signIn } from './sign-in.ts';
import { startServer, type TestServer } from '../../support/server.ts';

interface TestFixtures {
  /** The API past the console, as the demo user. */
  readonly api: Api;
  /** Another browser profile: nothing of the first one's device is in it. */
  readonly freshProfile: () => Promise<BrowserContext>;
}
interface WorkerFixtures {
  /** One server with its own seeded data for each worker. */
  readonly app: TestServer;
  /** What the browser profile of the signed-in demo user holds; for tests that are not about signing in. */
  readonly signedInState: BrowserContextOptions['storageState'];
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs off its first parameter.
    async ({}, use) => {
      await using server = await startServer();
      await use(server);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  signedInState: [
    async ({ app, browser }, use) => {
      const context = await browser.newContext({ baseURL: app.origin });
      await signIn(await context.newPage());
      const state = await context.storageState({ indexedDB: true });
      await context.close();
      await use(state);
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ app }, use) => use(app.origin),
  api: async ({ app }, use) => {
    const api = await signedInApi(app.origin, demo);
    await use(api);
  },
  freshProfile: async ({ browser, app }, use) => {
    const opened: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({ baseURL: app.origin });
      opened.push(context);
      return context;
    });
    await Promise.all(opened.map((context) => context.close()));
  },
});
