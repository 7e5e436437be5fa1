import { getWebsite } from '#contract/calls/websites.ts';
import { type ThemeKey, type Website, websiteSchema } from '#contract/entities/website.ts';
import { toJson } from '#contract/json.ts';
import { isProblem, isUnanswered, type Problem } from '#contract/api-result.ts';
import type { Cached } from '#db/cache.ts';
import type { ClientStore } from '#db/open-client-store.ts';
import { type SharedView, sharedView } from '#db/shared-view.ts';
import type { ListQuery, PageLoaded } from '#machines/ports.ts';
import { loadProblemMessage } from '#machines/problem-messages.ts';
import * as v from 'valibot';
import { afterFirstScreen } from '#src/app/first-screen.ts';
import type { ApiClient } from '#src/io/api-client.ts';
import type { CurrentUser } from './current-user.ts';

/** Why a website's screens can't open. */
export class WebsiteNotOpened extends Error {
  readonly reason: 'notFound' | 'offline' | 'failed';
  constructor(reason: WebsiteNotOpened['reason'], message: string) {
    super(message);
    this.name = 'WebsiteNotOpened';
    this.reason = reason;
  }
}

export interface WebsiteSource {
  /** From the cache, and refreshed in the background; else from the API. Throws WebsiteNotOpened. */
  open(websiteId: string): Promise<Website>;
  /** From the cache alone where it is known. `userId`: of a call that began earlier; else the user who is signed in. */
  themeOf(websiteId: string, userId?: string): Promise<ThemeKey | null>;
  /** Fetches it into the cache again; where that fails, the cached state stays. */
  refresh(websiteId: string): Promise<void>;
  loadPage(query: ListQuery, signal: AbortSignal): Promise<PageLoaded>;
  /** All websites that this user's console has met, as the device has them. */
  known(): Promise<readonly Website[]>;
  /** Calls back once the cached websites are read, and after each change. */
  watch(callback: () => void): () => void;
  /** A cached website, while anybody watches; else null. */
  peek(websiteId: string): Website | null;
}

interface Deps {
  readonly client: ApiClient;
  readonly store: ClientStore;
  readonly user: () => CurrentUser;
  readonly isCurrentUser: (userId: string) => boolean;
  readonly isOffline: () => boolean;
}

/** The cache key of all websites that this user has loaded, so that the list and the switcher work offline. */
export const knownWebsitesKey = 'websites';
const knownSchema = v.array(websiteSchema);
const knownLimit = 1000;

export function createWebsiteSource({ client, store, user, isCurrentUser, isOffline }: Deps): WebsiteSource {
  const known = (userId: string) => store.cache.get(userId, knownWebsitesKey, knownSchema);

  /** Adds fetched websites to the cache; serialised, since two answers may arrive at once. */
  let caching: Promise<unknown> = Promise.resolve();
  function addToCache(userId: string, epoch: number, fetched: readonly Website[]): Promise<unknown> {
    caching = caching
      .then(async () => {
        // The user has signed out meanwhile: nothing is written after their data was removed.
        if (!isCurrentUser(userId)) return;
        const before = (await store.cache.get(userId, knownWebsitesKey, knownSchema))?.data ?? [];
        const ids = new Set(fetched.map((website) => website.id));
        const merged = [...fetched, ...before.filter((website) => !ids.has(website.id))].slice(0, knownLimit);
        await store.cache.put(userId, knownWebsitesKey, { websiteId: null, data: toJson(merged), etag: null, epoch });
      })
      .catch(() => undefined);
    return caching;
  }

  async function fetchOne(userId: string, websiteId: string): Promise<Website | Problem> {
    const epoch = await store.dataEpoch(userId);
    const result = await client.call(getWebsite, { params: { websiteId } });
    if (isProblem(result)) return result;
    themes.set(`${userId} ${websiteId}`, result.data.theme_key ?? null);
    await addToCache(userId, epoch, [result.data]);
    return result.data;
  }

  /** By user and website. A theme hardly ever changes, and every settings screen needs it. */
  const themes = new Map<string, ThemeKey | null>();

  const find = async (userId: string, websiteId: string) => (await known(userId))?.data.find((website) => website.id === websiteId);

  /** One live query for all that show a website. The shell always does, so a screen that opens has the website at once. */
  let view: (SharedView<Cached<readonly Website[]> | null> & { readonly userId: string }) | null = null;
  function watchKnown(userId: string, callback: () => void): () => void {
    if (view?.userId !== userId) view = { userId, ...sharedView((next) => watchCached(userId, next), console.error) };
    return view.watch(callback);
  }

  /** Where the store is deleted under the open console, the shell still has the website that it shows. */
  function watchCached(userId: string, next: (cached: Cached<readonly Website[]> | null) => void): () => void {
    let last: Cached<readonly Website[]> | null = null;
    return store.watch.resource(userId, knownWebsitesKey, knownSchema, (cached) => {
      last = cached ?? last;
      next(last);
    });
  }

  async function open(userId: string, websiteId: string): Promise<Website> {
    const cached = await find(userId, websiteId);
    if (cached) {
      // After the first screen, and only for the same user.
      const refetch = () => (isCurrentUser(userId) ? fetchOne(userId, websiteId) : undefined);
      void afterFirstScreen.then(refetch).catch(() => undefined);
      return cached;
    }
    const fetched = await fetchOne(userId, websiteId);
    if (!('kind' in fetched)) return fetched;
    if (fetched.kind === 'refused' && fetched.status === 404)
      throw new WebsiteNotOpened('notFound', 'There is no such website in your account.');
    if (isUnanswered(fetched))
      throw new WebsiteNotOpened('offline', 'This website was never opened on this device, and the server can’t be reached.');
    throw new WebsiteNotOpened('failed', loadProblemMessage(fetched));
  }

  return {
    async themeOf(websiteId, userId = user().userId) {
      const key = `${userId} ${websiteId}`;
      const present = themes.get(key);
      if (present !== undefined) return present;
      const theme = ((await find(userId, websiteId)) ?? (await open(userId, websiteId))).theme_key ?? null;
      themes.set(key, theme);
      return theme;
    },
    open: async (websiteId) => open(user().userId, websiteId),
    async refresh(websiteId) {
      try {
        await fetchOne(user().userId, websiteId);
      } catch {
        // Signed out meanwhile, or the device can't store it: the next opening of the website fetches it.
      }
    },
    async loadPage(query, signal) {
      const { userId } = user();
      // With the code of lists, which no settings screen has.
      const { loadWebsitesPage } = await import('./websites-page.ts');
      return loadWebsitesPage(
        {
          client,
          isOffline,
          epoch: () => store.dataEpoch(userId),
          known: () => known(userId),
          add: (epoch, fetched) => void addToCache(userId, epoch, fetched),
        },
        query,
        signal,
      );
    },
    known: async () => (await known(user().userId))?.data ?? [],
    watch: (callback) => watchKnown(user().userId, callback),
    peek: (websiteId) => view?.peek()?.data.find(({ id }) => id === websiteId) ?? null,
  };
}
