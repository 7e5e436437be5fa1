import { blockDeclaration, defaultSettings } from '#contract/blocks/catalogue.ts';
import { blockScreen } from '#contract/blocks/block-screen.ts';
import { toJson } from '#contract/json.ts';
import { type ClientStore, openClientStore } from '#db/open-client-store.ts';
import { blocksKey } from '#contract/cache-keys.ts';
import { newId } from '#db/new-id.ts';
import { createBlocksSource } from '#src/offline/blocks-source.ts';
import { createSettingsSource } from '#src/offline/settings-source.ts';
import { createApiClient } from '#src/io/api-client.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { wireBlockEditor } from './wire-homepage.ts';

let store: ClientStore;

beforeEach(async () => {
  store = await openClientStore({ name: `editor-${newId()}`, appVersion: 'test' });
});
afterEach(() => store.close());

it('opens a block that is on this device without waiting for the website’s colours', async () => {
  const client = createApiClient({
    baseUrl: 'https://api.test',
    credentials: () => ({ token: 't', accountId: null }),
    onResult: () => undefined,
    // Offline, but not detected yet: calls never end.
    fetch: () => new Promise<never>(() => undefined),
  });
  const parts = {
    ...{ client, store, user: () => ({ userId: 'u1', accountId: null }), isCurrentUser: () => true, isOffline: () => false },
    ...{
      credentials: () => ({ token: 't', accountId: null }),
      pendingReasonNow: () => null,
      themeOf: async () => 'versatile' as const,
      onPending: () => undefined,
    },
  };
  const declaration = blockDeclaration('versatile', 'banner');
  if (!declaration) throw new Error('there is no banner');
  const block = {
    id: '2',
    key: 'banner',
    label: 'Banner',
    priority: 2,
    static: false,
    enabled: true,
    settings: defaultSettings(declaration),
  };
  await store.cache.put('u1', blocksKey('w1'), { websiteId: 'w1', data: toJson([block]), etag: null });
  const machine = wireBlockEditor({
    services: { store, settings: createSettingsSource(parts) },
    blocks: createBlocksSource(parts),
    blockId: '2',
    onSaved: () => undefined,
  });
  const actor = createActor(machine, { input: { websiteId: 'w1', screen: blockScreen(block, 'versatile'), remembered: null } }).start();
  const { context } = await waitFor(actor, (snapshot) => snapshot.hasTag('ready'));
  expect(context.values['title']).toBe('What is your home worth?');
  actor.stop();
});
