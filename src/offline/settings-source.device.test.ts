import type { SettingsSnapshot } from '#machines/ports.ts';
import { openClientStore, type ClientStore } from '#db/open-client-store.ts';
import { newId } from '#db/new-id.ts';
import { createApiClient, loadRequest } from '#src/io/api-client.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSettingsSource, type SettingsSource } from './settings-source.ts';

const screenKey = { websiteId: 'w1', screenId: 'social-links' };
let store: ClientStore;
let name: string;
let calls: number;
/** How far the store's clock is behind. ms. */
let behind: number;
let source: SettingsSource;
let signedIn: boolean;
let onCall: () => void;
let token: string;
let tokens: (string | null)[];
let themeOf: () => Promise<null>;

beforeEach(async () => {
  calls = 0;
  behind = 0;
  signedIn = true;
  token = 'first';
  tokens = [];
  themeOf = async () => null;
  onCall = () => undefined;
  name = `source-${newId()}`;
  store = await openClientStore({ name, appVersion: 'test', now: () => Date.now() - behind });
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
    themeOf: () => themeOf(),
  });
});
afterEach(() => store.close());

function deleteStore(name: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = resolve;
    request.onerror = reject;
  });
}

it('keeps the values of an open screen when another tab empties the cache, and fetches them again', async () => {
  const loaded = await source.load(screenKey);
  expect(loaded.kind).toBe('loaded');
  const reported: SettingsSnapshot[] = [];
  const stop = source.watch(screenKey, (snapshot) => reported.push(snapshot));
  await expect.poll(() => reported.length).toBeGreaterThan(0);
  await store.wipeExcept([]);
  await expect.poll(async () => (await store.readSettings('u1', 'w1', 'social')).stored).not.toBeNull();
  // One request when it was loaded, and one since.
  expect(calls).toBe(2);
  stop();
  expect(reported.map((snapshot) => snapshot.settings.map((setting) => setting.value))).toEqual(
    reported.map(() => [['https://fb.test/1']]),
  );
});

it.each([
  ['', async () => null],
  [', also one that was not shown yet', () => new Promise<null>(() => undefined)],
])('names to an open screen the changes that went with a removed store, and shows the server state%s', async (_, next) => {
  await source.load(screenKey);
  let asked = 0;
  themeOf = () => {
    asked += 1;
    return next();
  };
  await store.outbox.append({
    userId: 'u1',
    accountId: null,
    websiteId: 'w1',
    resource: 'settings',
    mutation: 'update',
    body: { category: 'social', settings: [{ key: 'fb_link', value: ['mine'], category: 'social', type: null }] },
    base: { fb_link: ['https://fb.test/1'] },
  });
  const reported: SettingsSnapshot[] = [];
  const stop = source.watch(screenKey, (snapshot) => reported.push(snapshot));
  // What is read is reported with the theme.
  await expect.poll(() => asked).toBeGreaterThan(0);
  await deleteStore(name);
  await expect
    .poll(() => reported.find(({ lost }) => lost?.length))
    .toMatchObject({
      lost: ['fb_link'],
      pendingFields: {},
      settings: [{ value: ['https://fb.test/1'] }],
    });
  // Once: what it shows next is as it is on the server.
  expect(source.peek(screenKey)).toMatchObject({ pendingFields: {}, settings: [{ value: ['https://fb.test/1'] }] });
  stop();
});

it('fetches settings that were cached before it opened, and not those that it has just fetched', async () => {
  const data = [{ key: 'fb_link', value: ['https://fb.test/0'], category: 'social' }];
  behind = 60_000;
  await store.cache.put('u1', 'settings/w1/social', { websiteId: 'w1', data, etag: null });
  behind = 0;
  const first = await store.cache.revision('u1', 'settings/w1/social');
  await source.load(screenKey);
  expect(calls).toBe(0);
  const close = source.watch(screenKey, () => undefined);
  // The request waits until the frame with the screen is drawn.
  expect(calls).toBe(0);
  await expect.poll(() => store.cache.revision('u1', 'settings/w1/social')).toBe(first + 1);
  close();
  const reported: SettingsSnapshot[] = [];
  const stop = source.watch(screenKey, (snapshot) => reported.push(snapshot));
  await expect.poll(() => reported.length).toBeGreaterThan(0);
  stop();
  expect(calls).toBe(1);
});

it('asks who is signed in when the load of a screen begins, and never later', async () => {
  onCall = () => {
    signedIn = false;
  };
  // Nothing is written for a user who has signed out, and nothing throws.
  expect((await source.load(screenKey)).kind).toBe('failed');
  signedIn = true;
  onCall = () => undefined;
  const loading = source.load(screenKey);
  signedIn = false;
  expect(['loaded', 'failed']).toContain((await loading).kind);
});

it('caches nothing for a user whose data was removed meanwhile', async () => {
  let removed: Promise<void> | null = null;
  onCall = () => {
    removed = store.forget('u1', { keepUnsent: true });
  };
  await source.load(screenKey);
  await removed;
  expect(await store.cache.revision('u1', 'settings/w1/social')).toBe(0);
});

it('never sends the token of a user who signed in while the device was read', async () => {
  const { revision } = store.cache;
  vi.spyOn(store.cache, 'revision').mockImplementation(async (...asked) => {
    token = 'second';
    return revision(...asked);
  });
  await source.load(screenKey);
  expect(tokens).toEqual(['Bearer first']);
});

it('opens no empty form where the device has no room for the server’s answer, and does not report it as cached', async () => {
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  try {
    expect(await source.load(screenKey)).toMatchObject({ kind: 'failed', message: expect.stringContaining('out of space') });
    await expect(source.prefetchAll('w1')).rejects.toThrow('out of space');
  } finally {
    full.mockRestore();
  }
  expect(await source.load(screenKey)).toMatchObject({ kind: 'loaded' });
});

it('reports how much of a website is cached, and makes no request after its abort', async () => {
  const reported: (readonly [number, number])[] = [];
  const result = await source.prefetchAll('w1', { onProgress: (done, all) => reported.push([done, all]) });
  const all = calls;
  expect(result).toMatchObject({ kind: 'answered', data: all });
  expect(reported).toEqual(Array.from({ length: all + 1 }, (_, done) => [done, all]));
  calls = 0;
  const controller = new AbortController();
  const stopped = await source.prefetchAll('w2', { signal: controller.signal, onProgress: (done) => done === 1 && controller.abort() });
  expect(stopped).toEqual({ kind: 'aborted' });
  expect(calls).toBeLessThan(all);
});

it('fetches a screen that is being opened in the same task, and once', async () => {
  await loadRequest();
  const opened = source.load(screenKey, true);
  // Nothing was read from the device by then: the answer of the API is on its way while a frame is drawn.
  for (let turns = 0; turns < 100 && calls === 0; turns += 1) await Promise.resolve();
  expect(calls).toBe(1);
  await opened;
  expect(source.peek(screenKey)?.settings).toMatchObject([{ key: 'fb_link' }]);
  const stop = source.watch(screenKey, () => undefined);
  await source.load(screenKey, true);
  expect(calls).toBe(1);
  stop();
});

/** An earlier visit, on the store's clock. */
async function cachedLongAgo(...keys: readonly string[]): Promise<void> {
  const data = keys.map((key) => ({ key, value: ['https://fb.test/0'], category: 'social' }));
  behind = 7_200_000;
  await store.cache.put('u1', 'settings/w1/social', { websiteId: 'w1', data, etag: null });
  behind = 0;
}

/** Opens the screen, until its live view has reported: what it requests is requested by then. */
async function openedAndClosed(): Promise<void> {
  let reports = 0;
  const stop = source.watch(screenKey, () => {
    reports += 1;
  });
  await expect.poll(() => reports).toBeGreaterThan(0);
  stop();
}

it('fetches a cached screen once where the API answers before the screen is drawn', async () => {
  await cachedLongAgo('fb_link');
  const revision = await store.cache.revision('u1', 'settings/w1/social');
  await source.load(screenKey, true);
  await expect.poll(() => store.cache.revision('u1', 'settings/w1/social')).toBe(revision + 1);
  await openedAndClosed();
  expect(calls).toBe(1);
});

it('fetches a screen that opens right after an own save: the answer to a save has no other setting', async () => {
  await cachedLongAgo('fb_link', 'x_link');
  await source.load(screenKey);
  const saved = { key: 'fb_link', value: ['https://fb.test/mine'], category: 'social' as const };
  const result = await store.outbox.append({
    ...{ userId: 'u1', accountId: null, websiteId: 'w1', resource: 'settings', mutation: 'update', base: {} },
    body: { category: 'social', settings: [{ ...saved, type: null }] },
  });
  if (result.kind !== 'enqueued') throw new Error('refused');
  const epoch = await store.fence.take('u1', 'tab');
  await store.drain.claim(result.opId, epoch);
  const answer = { kind: 'answered', data: [saved], pagination: null, etag: null } as const;
  await store.drain.applyResult(result.opId, epoch, { kind: 'applied', ifMatch: null, read: null, answer });
  await source.load(screenKey);
  await openedAndClosed();
  expect(calls).toBe(1);
});

it('has a draft for a screen that opens again while it is being written, and none while it is being removed', async () => {
  await source.load(screenKey);
  const draft = { values: { fb_link: 'https://fb.test/2' }, base: {} };
  const stored = source.saveDraft({ ...screenKey, ...draft });
  expect(source.peek(screenKey)?.draft).toMatchObject(draft);
  await stored;
  expect(await source.readDraft(screenKey)).toMatchObject(draft);
  const removed = source.removeDraft(screenKey);
  expect(source.peek(screenKey)?.draft).toBeNull();
  await removed;
  expect(await source.readDraft(screenKey)).toBeNull();
});

it('has a draft whose values have lists of their own, such as the fields of a form', async () => {
  const fields = [{ type: 'select', key: 'when', label: 'When', values: [{ value: 'am', label: 'Morning' }], default: ['am'] }];
  const draft = { values: { name: 'Booking', fields }, base: { fields } };
  await source.saveDraft({ ...screenKey, ...draft });
  expect(await source.readDraft(screenKey)).toMatchObject(draft);
});
