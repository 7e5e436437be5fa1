import { blockDeclaration, defaultSettings } from '#contract/blocks/catalogue.ts';
import { blockScreen } from '#contract/blocks/block-screen.ts';
import { toJson } from '#contract/json.ts';
import { type ClientStore, openClientStore } from '#db/open-client-store.ts';
import { blocksKey } from '#contract/cache-keys.ts';
import { newId } from '#db/new-id.ts';
import { type BlocksSource, createBlocksSource } from '#src/offline/blocks-source.ts';
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

/** The editor of a block that is on this device. The API can't be reached, which has not been detected yet: calls never end. */
async function openEditor(over: (blocks: BlocksSource) => Partial<BlocksSource> = () => ({})) {
  const client = createApiClient({
    baseUrl: 'https://api.test',
    credentials: () => ({ token: 't', accountId: null }),
    onResult: () => undefined,
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
  const blocks = createBlocksSource(parts);
  const machine = wireBlockEditor({
    services: { store, settings: createSettingsSource(parts) },
    blocks: { ...blocks, ...over(blocks) },
    blockId: '2',
    onSaved: () => undefined,
  });
  const actor = createActor(machine, { input: { websiteId: 'w1', screen: blockScreen(block, 'versatile'), remembered: null } }).start();
  await waitFor(actor, (snapshot) => snapshot.hasTag('ready'));
  return actor;
}

it('opens a block that is on this device without waiting for the website’s colours', async () => {
  const actor = await openEditor();
  expect(actor.getSnapshot().context.values['title']).toBe('What is your home worth?');
  actor.stop();
});

it('keeps saves in their order where the first one takes longer to read the block', async () => {
  const saved: string[] = [];
  let isSlow = false;
  let goOn: () => void = () => undefined;
  const actor = await openEditor((blocks) => ({
    async read(websiteId) {
      const wait = isSlow;
      isSlow = false;
      if (wait) await new Promise<void>((resolve) => (goOn = resolve));
      return blocks.read(websiteId);
    },
    beginSubmit:
      () =>
      async ({ change, onEnqueued }) => {
        saved.push(JSON.stringify(change.kind === 'settings' ? change.settings : change));
        onEnqueued?.();
        return { kind: 'saved', blockId: null, appendedAt: saved.length };
      },
  }));
  isSlow = true;
  for (const title of ['first', 'second']) {
    actor.send({ type: 'field.changed', key: 'title', value: title });
    actor.send({ type: 'save.requested' });
  }
  // The second save is not before the first one in any case.
  await new Promise((resolve) => setTimeout(resolve));
  goOn();
  await waitFor(actor, (snapshot) => snapshot.matches({ ready: { form: 'saved' } }));
  expect(saved.map((text) => (text.includes('first') ? 'first' : 'second'))).toEqual(['first', 'second']);
  actor.stop();
});
