import type { SettingsSnapshot } from '#machines/ports.ts';
import { openDeviceStore, type DeviceStore } from '#db/device-store.ts';
import { newId } from '#db/new-id.ts';
import { createApiClient } from '#src/io/api-client.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSettingsSource, type SettingsSource } from './settings-source.ts';

const place = { websiteId: 'w1', screenId: 'social-links' };
let store: DeviceStore;
let calls: number;
let source: SettingsSource;

beforeEach(async () => {
  calls = 0;
  store = await openDeviceStore({ name: `source-${newId()}`, appVersion: 'test' });
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
    isCurrentUser: () => true,
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
  await expect.poll(() => told.length).toBeGreaterThan(0);
  await store.wipeUnkept([]);
  await expect.poll(async () => (await store.readSettings('u1', 'w1', 'social')).stored).not.toBeNull();
  // Once when it was loaded, and once since.
  expect(calls).toBe(2);
  stop();
  expect(told.map((snapshot) => snapshot.settings.map((setting) => setting.value))).toEqual(told.map(() => [['https://fb.test/1']]));
});

it('asks for what this device knew before it opened, and not again for what it has just heard', async () => {
  const data = [{ key: 'fb_link', value: ['https://fb.test/0'], category: 'social' }];
  await store.cache.put('u1', 'settings/w1/social', { websiteId: 'w1', data, etag: null });
  await source.load(place);
  expect(calls).toBe(0);
  source.watch(place, () => undefined)();
  await expect.poll(() => store.cache.revision('u1', 'settings/w1/social')).toBe(2);
  const told: SettingsSnapshot[] = [];
  const stop = source.watch(place, (snapshot) => told.push(snapshot));
  await expect.poll(() => told.length).toBeGreaterThan(0);
  stop();
  expect(calls).toBe(1);
});

it('tells how much of a website is here, and asks for nothing more once it is given up', async () => {
  const told: (readonly [number, number])[] = [];
  const outcome = await source.prefetchAll('w1', { onProgress: (done, all) => told.push([done, all]) });
  const all = calls;
  expect(outcome).toMatchObject({ kind: 'answered', data: all });
  expect(told).toEqual(Array.from({ length: all + 1 }, (_, done) => [done, all]));
  calls = 0;
  const giveUp = new AbortController();
  const stopped = await source.prefetchAll('w2', { signal: giveUp.signal, onProgress: (done) => done === 1 && giveUp.abort() });
  expect(stopped).toEqual({ kind: 'aborted' });
  expect(calls).toBeLessThan(all);
});
