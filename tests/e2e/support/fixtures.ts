import { type BrowserContext, type BrowserContextOptions, type Page, test as base } from 'playwright/test';
import type { Website } from '#contract/entities/website.ts';
import { type Account, demo } from '../../support/accounts.ts';
import { type Api, signedInApi } from '../../support/api.ts';
import { testMs } from '../../support/limits.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { recordToasts } from '../models/toasts.ts';
import { signIn } from './sign-in.ts';

/** A browser profile in which somebody is signed in, with a token that no other test uses. */
export interface Profile {
  readonly context: BrowserContext;
  readonly page: Page;
  /** The API under the same token: `signOut` revokes what the browser holds. */
  readonly api: Api;
}

interface ProfileOptions {
  readonly account?: Account;
  /** With a service worker the console opens offline; without one, as is the default, every request can be answered by the test. */
  readonly serviceWorkers?: 'allow' | 'block';
  readonly viewport?: { readonly width: number; readonly height: number };
}

interface TestFixtures {
  /** The API past the console, as the demo user. */
  readonly api: Api;
  /** Another browser profile: nothing of the first one's device is in it. */
  readonly freshProfile: () => Promise<BrowserContext>;
  /** Another browser profile, signed in. */
  readonly signedInProfile: (options?: ProfileOptions) => Promise<Profile>;
  /** A website of the demo account that no other test of this worker changes; nothing is set on it. */
  readonly site: Website;
}
interface WorkerFixtures {
  /** Tests with another word here get a server of their own, as those do that change what all others stand on. */
  readonly ownServer: string;
  /** One server with its own seeded data for each worker. */
  readonly app: TestServer;
  /** What the browser profile of the signed-in demo user holds; for tests that are not about signing in. */
  readonly signedInState: BrowserContextOptions['storageState'];
  readonly nextSite: () => Promise<Website>;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  ownServer: ['', { option: true, scope: 'worker' }],
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs off its first parameter.
    async ({}, use) => {
      await using server = await startServer();
      await use(server);
    },
    { scope: 'worker', timeout: testMs },
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
  nextSite: [
    async ({ app }, use) => {
      const websites = await (await signedInApi(app.origin, demo)).websites();
      // The first three carry the demo's contents; by id, so that every run takes the same ones.
      const free = websites.toSorted((a, b) => Number(a.id) - Number(b.id)).slice(3);
      await use(async () => {
        const next = free.shift();
        if (!next) throw new Error('No website is left that no test has changed.');
        return next;
      });
    },
    { scope: 'worker' },
  ],
  site: async ({ nextSite }, use) => use(await nextSite()),
  baseURL: async ({ app }, use) => use(app.origin),
  context: async ({ context }, use) => {
    await recordToasts(context);
    await use(context);
  },
  api: async ({ app }, use) => use(await signedInApi(app.origin, demo)),
  freshProfile: async ({ browser, app }, use) => {
    const opened: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({ baseURL: app.origin });
      await recordToasts(context);
      opened.push(context);
      return context;
    });
    await Promise.all(opened.map((context) => context.close()));
  },
  signedInProfile: async ({ browser, app }, use) => {
    const opened: BrowserContext[] = [];
    await use(async ({ account = demo, serviceWorkers = 'block', viewport } = {}) => {
      const api = await signedInApi(app.origin, account);
      const localStorage = [{ name: 'frontage.session', value: JSON.stringify(api.session) }];
      const context = await browser.newContext({
        baseURL: app.origin,
        serviceWorkers,
        storageState: { cookies: [], origins: [{ origin: app.origin, localStorage }] },
        ...(viewport ? { viewport } : {}),
      });
      await recordToasts(context);
      opened.push(context);
      return { context, page: await context.newPage(), api };
    });
    await Promise.all(opened.map((context) => context.close()));
  },
});
