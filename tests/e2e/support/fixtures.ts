import { type Browser, type BrowserContext, type BrowserContextOptions, type Page, test as base } from 'playwright/test';
import type { ThemeKey, Website } from '#contract/entities/website.ts';
import { type Account, demo } from '../../support/accounts.ts';
import { type Api, signedInApi } from '../../support/api.ts';
import { testMs } from '../../support/limits.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { startTwoServers } from '../../support/two-servers.ts';
import { recordToasts } from '../models/toasts.ts';
import { signIn } from './sign-in.ts';

/** A browser profile in which somebody is signed in, with a token that no other test uses. */
export interface Profile {
  readonly context: BrowserContext;
  readonly page: Page;
  /** The API with the same token: `signOut` revokes the browser's session. */
  readonly api: Api;
}

export interface ProfileOptions {
  readonly account?: Account;
  /** With a service worker the console opens offline; without one, which is the default, the test can answer every request. */
  readonly serviceWorkers?: 'allow' | 'block';
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly hasTouch?: boolean;
}

interface TestFixtures {
  /** Tests with another name here get a separate server: see `onOwnServer`. */
  readonly ownServer: string;
  /** The server and the data that the test works with: the same for all its fixtures. */
  readonly world: World;
  /** The server that the test works with. */
  readonly app: TestServer;
  /** The storage of the signed-in demo user's browser profile; for tests that are not about signing in. */
  readonly signedInState: BrowserContextOptions['storageState'];
  /** The API, called directly as the demo user. */
  readonly api: Api;
  /** Another browser profile: it has nothing of the first one's stored data. */
  readonly freshProfile: () => Promise<BrowserContext>;
  /** Another browser profile, signed in. */
  readonly signedInProfile: (options?: ProfileOptions) => Promise<Profile>;
  /** Of `site`, for tests of what not every theme has. By default any: which one depends on the tests that ran before. */
  readonly siteTheme: ThemeKey | 'any';
  /** A website of the demo account that no other test of this worker changes; nothing is set on it. */
  readonly site: Website;
}

/** A server with its own seeded data, and what the tests share of it. */
interface World {
  readonly server: TestServer;
  readonly signedInState: () => Promise<BrowserContextOptions['storageState']>;
  readonly nextSite: (theme: ThemeKey | 'any') => Promise<Website>;
  /** Whether the tests before have changed every website of the theme. */
  readonly isUsedUp: (theme: ThemeKey | 'any') => boolean;
}

export interface WorkerFixtures {
  /** `two`: two processes on one PostgreSQL behind one address, of which one after the other is killed and comes back. */
  readonly servers: 'one' | 'two';
  /** By name. A worker keeps two servers: the one of most tests, and one more. A new one takes the place of one that has no website left. */
  readonly worldOf: (word: string, theme: ThemeKey | 'any') => Promise<World>;
}

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
};

async function startWorld(browser: Browser, servers: WorkerFixtures['servers']): Promise<World> {
  const server = await (servers === 'two' ? startTwoServers({}, { requestsPerKill: 200 }) : startServer());
  let free: Website[] | undefined;
  const freeSites = async () => {
    const websites = await (await signedInApi(server.origin, demo)).websites();
    // The first three carry the demo's contents; by id, so that every run takes the same ones.
    return websites.toSorted((a, b) => Number(a.id) - Number(b.id)).slice(3);
  };
  const has = (theme: ThemeKey | 'any') => (site: Website) => theme === 'any' || site.theme_key === theme;
  return {
    server,
    signedInState: once(async () => {
      const context = await browser.newContext({ baseURL: server.origin });
      await signIn(await context.newPage());
      const state = await context.storageState({ indexedDB: true });
      await context.close();
      return state;
    }),
    nextSite: async (theme) => {
      free ??= await freeSites();
      const at = free.findIndex(has(theme));
      const [next] = at === -1 ? [] : free.splice(at, 1);
      if (!next) throw new Error(`No website with ${theme} theme is left that no test has changed.`);
      return next;
    },
    isUsedUp: (theme) => free !== undefined && !free.some(has(theme)),
  };
}

const commonWord = '';

async function printFocus(pages: readonly Page[]): Promise<void> {
  for (const page of pages) {
    const focused = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200)).catch(() => 'a page that does not answer');
    console.log(`At the end, ${page.url()} has the focus at ${focused ?? 'nothing'}`);
  }
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  // No worker option: another worker for each name would start Node, Chromium and the common server again.
  ownServer: [commonWord, { option: true }],
  servers: ['one', { option: true, scope: 'worker' }],
  worldOf: [
    async ({ browser, servers }, use) => {
      const worlds = new Map<string, World>();
      const end = async (word: string, { server }: World) => {
        worlds.delete(word);
        await server[Symbol.asyncDispose]();
      };
      await use(async (word, theme) => {
        for (const [other, world] of worlds) {
          // Tests with the same name run one after the other.
          const isDone = other === word ? world.isUsedUp(theme) : other !== commonWord;
          if (isDone) await end(other, world);
        }
        const world = worlds.get(word) ?? (await startWorld(browser, servers));
        worlds.set(word, world);
        return world;
      });
      for (const [word, world] of worlds) await end(word, world);
    },
    { scope: 'worker', timeout: testMs },
  ],
  siteTheme: ['any', { option: true }],
  world: async ({ worldOf, ownServer, siteTheme }, use) => use(await worldOf(ownServer, siteTheme)),
  app: async ({ world }, use) => use(world.server),
  signedInState: async ({ world }, use) => use(await world.signedInState()),
  site: async ({ world, siteTheme }, use) => use(await world.nextSite(siteTheme)),
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
  signedInProfile: async ({ browser, app }, use, testInfo) => {
    const opened: BrowserContext[] = [];
    await use(async ({ account = demo, serviceWorkers = 'block', viewport, hasTouch = false } = {}) => {
      const api = await signedInApi(app.origin, account);
      const localStorage = [{ name: 'frontage.session', value: JSON.stringify(api.session) }];
      const context = await browser.newContext({
        baseURL: app.origin,
        serviceWorkers,
        hasTouch,
        storageState: { cookies: [], origins: [{ origin: app.origin, localStorage }] },
        ...(viewport ? { viewport } : {}),
      });
      await recordToasts(context);
      opened.push(context);
      return { context, page: await context.newPage(), api };
    });
    // The report of a failed `toBeFocused` does not say what has the focus.
    if (testInfo.status !== testInfo.expectedStatus) await printFocus(opened.flatMap((context) => context.pages()));
    await Promise.all(opened.map((context) => context.close()));
  },
});

/**
 * Gives the tests of a file, or of a group, a server of their own: those that change data which all others read. They run in one worker: each
 * further one would start that server too, which takes longer than most tests. `serial`: where a test needs what the ones before it did.
 */
export function onOwnServer(name: string, mode: 'default' | 'serial' = 'default'): void {
  test.use({ ownServer: name });
  test.describe.configure({ mode });
}
