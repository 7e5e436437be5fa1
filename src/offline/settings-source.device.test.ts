import type { SettingsSnapshot } from '#machines/ports.ts';
import { openClientStore, type ClientStore } from '#db/open-client-store.ts';
import { newId } from '#db/new-id.ts';
import { createApiClient } from '#src/io/api-client.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSettingsSource, type SettingsSource } from './settings-source.ts';

const place = { websiteId: 'w1', screenId: 'social-links' };
let store: ClientStore;
let calls: number;
let source: SettingsSource;
let signedIn: boolean;
let onCall: () => void;
let token: string;
let tokens: (string | null)[];

beforeEach(async () => {
  calls = 0;
  signedIn = true;
  token = 'first';
  tokens = [];
  onCall = () => undefined;
  store = await openClientStore({ name: `source-${newId()}`, appVersion: 'test' });
  const client = createApiClient({
    baseUrl: 'https://api.test',
    credentials: () => ({ token, accountId: null }),
    onResult: () => undefined,
    fetch: async (input, init) => {
      calls += 1;
      tokens.push(new Request(input, init).headers.get('authorization'));
      onCall();
      return Response.json({ data: [{ key: 'fb_link', value: ['https://fb.test/1'], category: 'social' }] });
    },
  });
  source = createSettingsSource({
    client,
    store,
    user() {
      if (!signedIn) throw new Error('nobody is signed in');
      return { userId: 'u1', accountId: null };
    },
    credentials: () => ({ token, accountId: null }),
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
  await expect.poll(() => told.length).toBeGreaterThan(0);
  await store.wipeExcept([]);
  await expect.poll(async () => (await store.readSettings('u1', 'w1', 'social')).stored).not.toBeNull();
  // Once when it was loaded, and once since.
  expect(calls).toBe(2);
  stop();
  expect(told.map((snapshot) => snapshot.settings.map((setting) => setting.value))).toEqual(told.map(() => [['https://fb.test/1']]));
});

it('asks for what this device knew before it opened, and not again for what it has just heard', async () => {
  const data = [{ key: 'fb_link', value: ['https://fb.test/0'], category: 'social' }];
  await store.cache.put('u1', 'settings/w1/social', { websiteId: 'w1', data, etag: null });
  const first = await store.cache.revision('u1', 'settings/w1/social');
  await source.load(place);
  expect(calls).toBe(0);
  source.watch(place, () => undefined)();
  await expect.poll(() => store.cache.revision('u1', 'settings/w1/social')).toBe(first + 1);
  const told: SettingsSnapshot[] = [];
  const stop = source.watch(place, (snapshot) => told.push(snapshot));
  await expect.poll(() => told.length).toBeGreaterThan(0);
  stop();
  expect(calls).toBe(1);
});

it('asks who is signed in when a screen is loaded, and never while that goes on', async () => {
  onCall = () => {
    signedIn = false;
  };
  // Nothing is written for somebody who has left; nothing throws either.
  expect((await source.load(place)).kind).toBe('failed');
  signedIn = true;
  onCall = () => undefined;
  const loading = source.load(place);
  signedIn = false;
  expect(['loaded', 'failed']).toContain((await loading).kind);
});

it('writes nothing of what it reads for somebody whose data was removed meanwhile', async () => {
  let removed: Promise<void> | null = null;
  onCall = () => {
    removed = store.forget('u1', { keepUnsent: true });
  };
  await source.load(place);
  await removed;
  expect(await store.cache.revision('u1', 'settings/w1/social')).toBe(0);
});

it('never asks under the token of somebody who signed in while the device was read', async () => {
  const { revision } = store.cache;
  vi.spyOn(store.cache, 'revision').mockImplementation(async (...asked) => {
    token = 'second';
    return revision(...asked);
  });
  await source.load(place);
  expect(tokens).toEqual(['Bearer first']);
});

it('opens no empty form where the device has no room for what the server answered, and does not say that it is here', async () => {
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  try {
    expect(await source.load(place)).toMatchObject({ kind: 'failed', message: expect.stringContaining('out of space') });
    await expect(source.prefetchAll('w1')).rejects.toThrow('out of space');
  } finally {
    full.mockRestore();
  }
  expect(await source.load(place)).toMatchObject({ kind: 'loaded' });
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
