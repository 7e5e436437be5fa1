import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import type { Website } from '#contract/entities/website.ts';
import { recordToasts } from '../../e2e/models/toasts.ts';
import { demo } from '../../support/accounts.ts';
import { type Api, signedInApi } from '../../support/api.ts';
import { chromiumOptions } from '../../support/browser.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { callHeader, type FaultyProxy, type ProxyDeps, startFaultyProxy } from './faulty-proxy.ts';
import { nameCalls } from './name-calls.ts';

/** How long a person waits for one element on the screen. ms. */
const patienceMs = 45_000;

/** The API in a separate process, the proxy in front of it, and a browser profile in which the demo's user is signed in. */
export interface World extends AsyncDisposable {
  readonly server: TestServer;
  readonly proxy: FaultyProxy;
  readonly browser: Browser;
  readonly context: BrowserContext;
  /** The API, called directly without the proxy. */
  readonly api: Api;
  /** A website on which nothing is set. */
  readonly site: Website;
  readonly newPage: () => Promise<Page>;
}

export async function openWorld(
  proxyDeps: ProxyDeps,
  options: { readonly bypassCSP?: boolean; readonly serviceWorkers?: 'allow' | 'block' } = {},
): Promise<World> {
  await using made = new AsyncDisposableStack();
  const proxy = made.use(await startFaultyProxy(proxyDeps));
  const server = made.use(await startServer({ PUBLIC_URL: proxy.origin }));
  proxy.leadTo(server.origin);
  const browser = await chromium.launch(chromiumOptions());
  made.defer(() => browser.close());
  const api = await signedInApi(server.origin, demo);
  const { session } = await signedInApi(server.origin, demo);
  const context = await browser.newContext({
    baseURL: proxy.origin,
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'allow',
    ...options,
    storageState: {
      cookies: [],
      origins: [{ origin: proxy.origin, localStorage: [{ name: 'frontage.session', value: JSON.stringify(session) }] }],
    },
  });
  context.setDefaultTimeout(patienceMs);
  context.setDefaultNavigationTimeout(patienceMs);
  await recordToasts(context);
  await context.addInitScript(nameCalls, callHeader);
  const all = made.move();
  return {
    server,
    proxy,
    browser,
    context,
    api,
    site: await freeSite(api),
    newPage: () => context.newPage(),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** The first three websites carry the demo's contents. */
async function freeSite(api: Api): Promise<Website> {
  const websites = (await api.websites()).toSorted((one, other) => Number(one.id) - Number(other.id)).slice(3);
  const free = websites.find(({ theme_key: theme }) => theme === 'versatile');
  if (!free) throw new Error('The demo has no free website in the theme versatile.');
  return free;
}
