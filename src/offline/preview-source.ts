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
import type { BlockParts, BlocksSource } from './blocks-source.ts';
import { keepPictures, withPictures } from './page-pictures.ts';

/** The live preview: the API renders it, this device keeps the last good page. */
export interface PreviewSource {
  render(submission: PreviewSubmission, signal: AbortSignal): Promise<PreviewRendered>;
  /** Keeps a page, and its pictures as far as the browser lets it. */
  keep(websiteId: string, page: CachedPreview): Promise<void>;
  /** Without a connection with its pictures in the page itself: the frame could not ask for them. */
  loadKept(websiteId: string): Promise<CachedPreview | null>;
  /** Renders what the screens show now, and keeps it. Where that can't be had it says nothing: the preview does, where it is missed. */
  prefetch(websiteId: string): Promise<void>;
  /**
   * What waits on this device and is not on the server, as a request to lay over it: now, and after each change.
   * `revision` grows whenever this device hears of other stored settings or blocks, as when a colleague has saved.
   */
  watchWaiting(websiteId: string, callback: (request: PreviewRequest, revision: number) => void): () => void;
}

/** Whose page it is, and the epoch of their data before it was asked for. */
interface Owner {
  readonly userId: string;
  readonly epoch: number;
}

const keptSchema = v.object({ html: v.string(), at: v.number() });
const prefetchAtMostMs = 20_000;
const keyOf = (websiteId: string) => `preview/${websiteId}`;

export function createPreviewSource({ client, store, user, isCurrentUser, isOffline }: BlockParts, blocks: BlocksSource): PreviewSource {
  async function keepFor({ userId, epoch }: Owner, websiteId: string, page: CachedPreview): Promise<void> {
    if (!isCurrentUser(userId)) return;
    await store.cache.put(userId, keyOf(websiteId), { websiteId, data: { ...page }, etag: null, epoch });
    await keepPictures(page.html, () => isCurrentUser(userId));
  }

  const source: PreviewSource = {
    async render({ websiteId, request }, signal) {
      if (isOffline()) return { kind: 'offline' };
      const { userId } = user();
      const outcome = await client.call(preview, { params: { websiteId }, body: request, signal });
      // A page with what somebody has typed is for nobody who signs in meanwhile.
      if (!isCurrentUser(userId)) return { kind: 'offline' };
      if (!isProblem(outcome)) return { kind: 'rendered', html: outcome.data.html, at: Date.now() };
      return isUnanswered(outcome) ? { kind: 'offline' } : { kind: 'failed', message: problemMessage(outcome, '') };
    },
    async keep(websiteId, page) {
      const { userId } = user();
      await keepFor({ userId, epoch: await store.dataEpoch(userId) }, websiteId, page);
    },
    async loadKept(websiteId) {
      const kept = (await store.cache.get(user().userId, keyOf(websiteId), keptSchema))?.data ?? null;
      // The connection's chart finds out a moment later than the browser.
      const isAlone = isOffline() || !navigator.onLine;
      return kept && isAlone ? { ...kept, html: await withPictures(kept.html) } : kept;
    },
    watchWaiting(websiteId, callback) {
      let queue: readonly OutboxEntry[] | null = null;
      let reading: { readonly blocks: BlocksReading; readonly theme: ThemeKey | null } | null = null;
      let revision = 0;
      const stored = new Map<string, Json>();
      /** Whether the server's word of this was another before. What is heard for the first time is no change. */
      const hear = (key: string, data: unknown): boolean => {
        const [before, now] = [stored.get(key), toJson(data)];
        stored.set(key, now);
        const isNew = before !== undefined && !sameJson(before, now);
        if (isNew) revision += 1;
        return isNew;
      };
      const tell = () => {
        if (queue !== null && reading !== null) callback(waitingRequest(queue, reading.blocks, reading.theme), revision);
      };
      const { userId } = user();
      const places = categories.map((category) => settingsTarget(websiteId, category));
      const stops = [
        ...categories.map((category) => {
          const key = settingsKey(websiteId, category);
          return store.watch.resource(userId, key, v.array(settingSchema), (cached) => {
            if (cached && hear(key, cached.data)) tell();
          });
        }),
        store.watch.records(userId, places, (entries) => {
          queue = entries;
          tell();
        }),
        blocks.watchReading(websiteId, (latest, theme) => {
          hear(blocksKey(websiteId), latest.stored);
          reading = { blocks: latest, theme };
          tell();
        }),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
    async prefetch(websiteId) {
      const signal = AbortSignal.timeout(prefetchAtMostMs);
      const { promise: heard, resolve, reject } = Promise.withResolvers<PreviewRequest>();
      signal.addEventListener('abort', () => reject(signal.reason));
      const { userId } = user();
      const stop = source.watchWaiting(websiteId, resolve);
      try {
        const owner = { userId, epoch: await store.dataEpoch(userId) };
        const request = await heard;
        // What waits of one user is sent under nobody else's token.
        if (!isCurrentUser(userId)) return;
        const rendered = await source.render({ websiteId, request }, signal);
        if (rendered.kind === 'rendered') await keepFor(owner, websiteId, { html: rendered.html, at: rendered.at });
      } catch (thrown) {
        console.warn('The preview could not be brought to this device.', thrown);
      } finally {
        stop();
      }
    },
  };
  return source;
}

/** Settings of every category that wait, and the blocks as the screens show them. */
function waitingRequest(
  queue: readonly OutboxEntry[],
  { blocks: shown, pendingSettings: waitingSettings }: BlocksReading,
  theme: ThemeKey | null,
): PreviewRequest {
  const settings: NonNullable<PreviewRequest['settings']> = {};
  for (const entry of queue) {
    const body = v.safeParse(settingsBodySchema, entry.body);
    if (body.success) for (const { key, value } of body.output.settings) settings[key] = value === null ? null : [...value];
  }
  const waiting = Object.entries(waitingSettings).map(([id, marks]) => {
    const block = shown.find((candidate) => candidate.id === id);
    const own = (block?.settings ?? []).filter(({ key }) => key in marks);
    return [id, Object.fromEntries(own.map(({ key, value }) => [key, value === null ? null : [...value]]))] as const;
  });
  return {
    component: 'index.twig',
    settings,
    theme_settings: Object.fromEntries(waiting),
    data: {
      ...(theme === null ? {} : { theme }),
      blocks: shown.map(({ id, key, label, enabled, priority }) => ({ id, key, label, enabled, priority })),
    },
  };
}
