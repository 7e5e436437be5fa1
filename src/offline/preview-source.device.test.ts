import { blockDeclaration, defaultSettings } from '#contract/blocks/catalogue.ts';
import type { Block } from '#contract/entities/block.ts';
import type { PreviewRequest } from '#contract/entities/preview.ts';
import { toJson } from '#contract/json.ts';
import { type ClientStore, openClientStore } from '#db/open-client-store.ts';
import { blocksKey, settingsKey } from '#contract/cache-keys.ts';
import { newId } from '#db/new-id.ts';
import { createApiClient } from '#src/io/api-client.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBlocksSource } from './blocks-source.ts';
import { createPreviewSource, type PreviewSource } from './preview-source.ts';

let store: ClientStore;
let source: PreviewSource;

function cover(title: string): Block {
  const declaration = blockDeclaration('versatile', 'cover');
  if (!declaration) throw new Error('no cover');
  const settings = defaultSettings(declaration).map((each) => (each.key === 'cover_title' ? { ...each, value: [title] } : each));
  return { id: '1', key: 'cover', label: 'Cover', priority: 1, static: true, enabled: null, settings };
}
const cacheState = (key: string, data: unknown) => store.cache.put('u1', key, { websiteId: 'w1', data: toJson(data), etag: null });
const title = (value: string) => [{ key: 'site_title', value: [value] }];

beforeEach(async () => {
  store = await openClientStore({ name: `preview-${newId()}`, appVersion: 'test' });
  const parts = {
    client: createApiClient({
      baseUrl: 'https://api.test',
      credentials: () => ({ token: 't', accountId: null }),
      onResult: () => undefined,
    }),
    store,
    user: () => ({ userId: 'u1', accountId: null }),
    credentials: () => ({ token: 't', accountId: null }),
    isCurrentUser: () => true,
    isOffline: () => true,
    pendingReasonNow: () => ({ kind: 'offline' }) as const,
    themeOf: async () => 'versatile' as const,
    onPending: () => undefined,
  };
  source = createPreviewSource(parts, createBlocksSource(parts));
  await cacheState(blocksKey('w1'), [cover('Before')]);
  await cacheState(settingsKey('w1', 'site_info'), title('Before'));
});
afterEach(() => store.close());

it('reports a new revision when cached settings or blocks change, though the pending changes are the same', async () => {
  const reported: { readonly request: PreviewRequest; readonly revision: number }[] = [];
  const stop = source.watchPending('w1', (request, revision) => reported.push({ request, revision }));
  const revision = () => reported.at(-1)?.revision;
  await expect.poll(() => revision()).toBe(0);

  await cacheState(blocksKey('w1'), [cover('A colleague’s')]);
  await expect.poll(() => revision()).toBe(1);
  expect(reported.at(-1)?.request).toEqual(reported[0]?.request);

  // Neither the same state again nor the first state of a category is a new revision.
  await cacheState(settingsKey('w1', 'site_info'), title('Before'));
  await cacheState(settingsKey('w1', 'social'), title('First'));
  await cacheState(settingsKey('w1', 'site_info'), title('A colleague’s'));
  await expect.poll(() => revision()).toBe(2);
  expect(reported.at(-1)?.request).toEqual(reported[0]?.request);
  stop();
});

describe('a user who signs out in the middle', () => {
  let signedIn: string;
  let sent: string[];
  let answer: PromiseWithResolvers<Response>;
  let page: PreviewSource;

  beforeEach(() => {
    signedIn = 'u1';
    sent = [];
    answer = Promise.withResolvers();
    const parts = {
      client: createApiClient({
        baseUrl: 'https://api.test',
        credentials: () => ({ token: signedIn, accountId: null }),
        onResult: () => undefined,
        fetch: async () => {
          sent.push(signedIn);
          return answer.promise;
        },
      }),
      store,
      user: () => ({ userId: signedIn, accountId: null }),
      credentials: () => ({ token: 't', accountId: null }),
      isCurrentUser: (userId: string) => userId === signedIn,
      isOffline: () => false,
      pendingReasonNow: () => null,
      themeOf: async () => 'versatile' as const,
      onPending: () => undefined,
    };
    const blocks = createBlocksSource({ ...parts, isOffline: () => true });
    page = createPreviewSource(parts, blocks);
  });

  it('sends no typing under the next user’s token', async () => {
    const prefetched = page.prefetch('w1');
    signedIn = 'u2';
    await prefetched;
    expect(sent).toEqual([]);
  });

  it('caches no page for the next user', async () => {
    const prefetched = page.prefetch('w1');
    await expect.poll(() => sent).toEqual(['u1']);
    signedIn = 'u2';
    answer.resolve(Response.json({ data: { html: '<p>Typed</p>' } }));
    await prefetched;
    expect(await page.loadCached('w1')).toBeNull();
    signedIn = 'u1';
    expect(await page.loadCached('w1')).toBeNull();
  });
});
