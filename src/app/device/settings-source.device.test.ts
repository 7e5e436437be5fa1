import { localId } from '#contract/commands/files-upload.ts';
import type { SettingsSnapshot } from '#machines/ports.ts';
import { openDeviceStore, type DeviceStore } from '#db/device-store.ts';
import { newId } from '#db/new-id.ts';
import { createApiClient } from '#src/io/api-client.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSettingsSource, type SettingsSource } from './settings-source.ts';

const place = { websiteId: 'w1', screenId: 'social-links' };
let store: DeviceStore;
let calls: number;
let source: SettingsSource;
let signedIn: boolean;
/** ms since the epoch. */
let time: number;

beforeEach(async () => {
  calls = 0;
  signedIn = true;
  time = 0;
  store = await openDeviceStore({ name: `source-${newId()}`, appVersion: 'test', now: () => time });
  const client = createApiClient({
    baseUrl: 'https://api.test',
    credentials: () => ({ token: 't', accountId: null }),
    heard: () => undefined,
    fetch: async () => {
      calls += 1;
      return Response.json({ data: [{ key: 'fb_link', value: ['https://fb.test/1'], category: 'social' }] });
    },
  });
  source = createSettingsSource({
    client,
    store,
    user: () => ({ userId: 'u1', accountId: null }),
    isCurrentUser: () => signedIn,
    isOffline: () => false,
    themeOf: async () => null,
  });
});
afterEach(() => store.close());

it('keeps what an open screen shows when another tab empties the device, and asks for it again', async () => {
  const loaded = await source.load(place);
  expect(loaded.kind).toBe('loaded');
  const told: SettingsSnapshot[] = [];
  const stop = source.watch(place, (snapshot) => told.push(snapshot));
  await vi.waitFor(() => expect(told.length).toBeGreaterThan(0));
  await vi.waitFor(async () => expect(await store.cache.revision('u1', 'settings/w1/social')).toBe(2));
  const before = calls;
  await store.wipeUnkept([]);
  await vi.waitFor(async () => expect((await store.readSettings('u1', 'w1', 'social')).stored).not.toBeNull());
  expect(calls).toBe(before + 1);
  stop();
  expect(told.map((snapshot) => snapshot.settings.map((setting) => setting.value))).toEqual(told.map(() => [['https://fb.test/1']]));
});

it('takes files out of the queue that nothing on the screen names any more', async () => {
  const icons = { websiteId: 'w1', screenId: 'site-info' };
  const upload = async (id: string, settingKey: string) => {
    const body = {
      localId: localId(id),
      websiteId: 'w1',
      settingKey,
      category: 'site_info',
      type: 'image',
      name: 'a.png',
      bytes: 1,
    } as const;
    const file = { blob: new Blob(['a']), name: 'a.png' };
    await store.outbox.append({ userId: 'u1', accountId: null, websiteId: 'w1', command: 'files.upload', body, base: {}, file });
  };
  await upload('a', 'favicon');
  await upload('b', 'apple_touch_icon');
  time += 60_000;
  expect(await source.dropUnnamedFiles(place, [])).toEqual([]);
  signedIn = false;
  expect(await source.dropUnnamedFiles(icons, [])).toEqual([]);
  signedIn = true;
  expect(await source.dropUnnamedFiles(icons, ['title', localId('b'), null])).toEqual([localId('a')]);
  expect(await store.outbox.counts('u1')).toEqual({ waiting: 1, attention: 0 });
});
