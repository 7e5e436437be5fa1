import { preview } from '#contract/calls/preview.ts';
import { settingsBodySchema, settingsTarget } from '#contract/resources/settings.ts';
import type { PreviewRequest } from '#contract/entities/preview.ts';
import { categories, settingSchema } from '#contract/entities/setting.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import { type Json, sameJson, toJson } from '#contract/json.ts';
import { isProblem, isUnanswered } from '#contract/api-result.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import type { BlocksReading } from '#db/blocks-overlay.ts';
import { blocksKey, settingsKey } from '#contract/cache-keys.ts';
import type { CachedPreview, PreviewRendered, PreviewSubmission } from '#machines/preview/preview.types.ts';
import { problemMessage } from '#machines/problem-messages.ts';
import * as v from 'valibot';
import type { BlocksSource } from './blocks-source.ts';
import type { ReadParts } from './source-parts.ts';
import { cachePictures, withPictures } from './page-pictures.ts';

/** The live preview: the API renders it, and this device caches the last rendered page. */
export interface PreviewSource {
  render(submission: PreviewSubmission, signal: AbortSignal): Promise<PreviewRendered>;
  /** Caches a page, and its pictures where the browser has a cache for them. */
  cache(websiteId: string, page: CachedPreview): Promise<void>;
  /** The cached page. Without a connection its pictures are inlined, since the frame can't load them. */
  loadCached(websiteId: string): Promise<CachedPreview | null>;
  /** Renders the pending changes, and caches the page. Does not report failures: the preview reports them when it is opened. */
  prefetch(websiteId: string): Promise<void>;
  /**
   * The pending mutations as a preview request: now, and after each change. `revision` grows whenever the cached settings or blocks
   * change, as after a colleague's save.
   */
  watchPending(websiteId: string, callback: (request: PreviewRequest, revision: number) => void): () => void;
}

/** The user whose page is cached, and the epoch of their data when the request began. */
interface Owner {
  readonly userId: string;
  readonly epoch: number;
}

const cachedSchema = v.object({ html: v.string(), at: v.number() });
const prefetchTimeoutMs = 20_000;
const keyOf = (websiteId: string) => `preview/${websiteId}`;

export function createPreviewSource({ client, store, user, isCurrentUser, isOffline }: ReadParts, blocks: BlocksSource): PreviewSource {
  async function cacheFor({ userId, epoch }: Owner, websiteId: string, page: CachedPreview): Promise<void> {
    if (!isCurrentUser(userId)) return;
    await store.cache.put(userId, keyOf(websiteId), { websiteId, data: { ...page }, etag: null, epoch });
    await cachePictures(page.html, () => isCurrentUser(userId));
  }

  const source: PreviewSource = {
    async render({ websiteId, request }, signal) {
      if (isOffline()) return { kind: 'offline' };
      const { userId } = user();
      const result = await client.call(preview, { params: { websiteId }, body: request, signal });
      // A page with one user's typing must not be shown to a user who signs in meanwhile.
      if (!isCurrentUser(userId)) return { kind: 'offline' };
      if (!isProblem(result)) return { kind: 'rendered', html: result.data.html, at: Date.now() };
      return isUnanswered(result) ? { kind: 'offline' } : { kind: 'failed', message: problemMessage(result, '') };
    },
    async cache(websiteId, page) {
      const { userId } = user();
      await cacheFor({ userId, epoch: await store.dataEpoch(userId) }, websiteId, page);
    },
    async loadCached(websiteId) {
      const cached = (await store.cache.get(user().userId, keyOf(websiteId), cachedSchema))?.data ?? null;
      // The browser reports a lost connection a moment before the connection's chart.
      const hasNoConnection = isOffline() || !navigator.onLine;
      return cached && hasNoConnection ? { ...cached, html: await withPictures(cached.html) } : cached;
    },
    watchPending(websiteId, callback) {
      let outbox: readonly OutboxEntry[] | null = null;
      let reading: { readonly blocks: BlocksReading; readonly theme: ThemeKey | null } | null = null;
      let revision = 0;
      const stored = new Map<string, Json>();
      /** Stores server state. True where it differs from the earlier state of this key; the first state is no change. */
      const updateState = (key: string, data: unknown): boolean => {
        const [before, now] = [stored.get(key), toJson(data)];
        stored.set(key, now);
        const isNew = before !== undefined && !sameJson(before, now);
        if (isNew) revision += 1;
        return isNew;
      };
      const notify = () => {
        if (outbox !== null && reading !== null) callback(pendingRequest(outbox, reading.blocks, reading.theme), revision);
      };
      const { userId } = user();
      const places = categories.map((category) => settingsTarget(websiteId, category));
      const stops = [
        ...categories.map((category) => {
          const key = settingsKey(websiteId, category);
          return store.watch.resource(userId, key, v.array(settingSchema), (cached) => {
            if (cached && updateState(key, cached.data)) notify();
          });
        }),
        store.watch.entriesOf(userId, places, (entries) => {
          outbox = entries;
          notify();
        }),
        blocks.watchReading(websiteId, (latest, theme) => {
          updateState(blocksKey(websiteId), latest.stored);
          reading = { blocks: latest, theme };
          notify();
        }),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
    async prefetch(websiteId) {
      const signal = AbortSignal.timeout(prefetchTimeoutMs);
      const { promise: firstRequest, resolve, reject } = Promise.withResolvers<PreviewRequest>();
      signal.addEventListener('abort', () => reject(signal.reason));
      const { userId } = user();
      const stop = source.watchPending(websiteId, resolve);
      try {
        const owner = { userId, epoch: await store.dataEpoch(userId) };
        const request = await firstRequest;
        // Pending changes of one user must not be sent under another user's token.
        if (!isCurrentUser(userId)) return;
        const rendered = await source.render({ websiteId, request }, signal);
        if (rendered.kind === 'rendered') await cacheFor(owner, websiteId, { html: rendered.html, at: rendered.at });
      } catch (thrown) {
        console.warn('The preview could not be cached on this device.', thrown);
      } finally {
        stop();
      }
    },
  };
  return source;
}

/** The pending settings of every category, and the blocks as the screens show them. */
function pendingRequest(
  outbox: readonly OutboxEntry[],
  { blocks, pendingSettings }: BlocksReading,
  theme: ThemeKey | null,
): PreviewRequest {
  const settings: NonNullable<PreviewRequest['settings']> = {};
  for (const entry of outbox) {
    const body = v.safeParse(settingsBodySchema, entry.body);
    if (body.success) for (const { key, value } of body.output.settings) settings[key] = value === null ? null : [...value];
  }
  const pending = Object.entries(pendingSettings).map(([id, marks]) => {
    const block = blocks.find((candidate) => candidate.id === id);
    const own = (block?.settings ?? []).filter(({ key }) => key in marks);
    return [id, Object.fromEntries(own.map(({ key, value }) => [key, value === null ? null : [...value]]))] as const;
  });
  return {
    component: 'index.twig',
    settings,
    theme_settings: Object.fromEntries(pending),
    data: {
      ...(theme === null ? {} : { theme }),
      blocks: blocks.map(({ id, key, label, enabled, priority }) => ({ id, key, label, enabled, priority })),
    },
  };
}
