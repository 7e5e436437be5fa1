import 'fake-indexeddb/auto';
import { forceCloseDatabase } from 'fake-indexeddb';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { storeStalledMessage } from '#contract/pending-reason.ts';
import type { AnyMutation } from './append.ts';
import { connectEarly } from './early-connection.ts';
import { type ClientStore, type OpenClientStoreOptions, openClientStore } from './open-client-store.ts';
import { nativeSchemaVersion, tableSchemas } from './stores.ts';

/** Of a device that does not answer. Longer than one that does takes on a busy machine. */
const limitMs = 500;
const own = globalThis.indexedDB;

const saveOf = (value: string): AnyMutation => ({
  userId: 'u1',
  accountId: 'a1',
  websiteId: 'w1',
  resource: 'settings',
  mutation: 'update',
  body: { category: 'social', settings: [{ key: 'fb_link', value: [value], category: 'social', type: null }] },
  base: { fb_link: null },
});

/** The browser's IndexedDB as it is until the end of the test. */
function device(value: PropertyDescriptor): void {
  Object.defineProperty(globalThis, 'indexedDB', { configurable: true, ...value });
}

afterEach(() => device({ value: own, writable: true }));

async function open(name: string, options: Partial<OpenClientStoreOptions> = {}): Promise<ClientStore> {
  const store = await openClientStore({ name, appVersion: 'test', ...options });
  onTestFinished(() => store.close());
  return store;
}

const pendingOf = async (store: ClientStore) => (await store.outbox.counts('u1')).pending;
const valuesOf = async (store: ClientStore) =>
  (await store.outbox.list('u1')).flatMap((read) => (read.kind === 'readable' ? [JSON.stringify(read.entry.body)] : []));
const newName = () => `place-${crypto.randomUUID()}`;

/** A store in which nothing ends that is begun. */
function stalled(): { readonly factory: IDBFactory; readonly recover: () => void } {
  const inner = own;
  let isStalled = true;
  const waiting: (() => void)[] = [];
  const factory = new Proxy(inner, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      if (key !== 'open') return value.bind(target);
      return (...args: [string, number?]) => {
        if (!isStalled) return target.open(...args);
        const request = new EventTarget();
        waiting.push(() => undefined);
        return request;
      };
    },
  });
  return {
    factory,
    recover() {
      isStalled = false;
    },
  };
}

/** A transaction of another page that never ends: none after it begins. Returns what ends it. */
function hold(holder: IDBDatabase): () => void {
  const transaction = holder.transaction(Object.keys(tableSchemas), 'readwrite');
  let isHeld = true;
  // A transaction stays open for as long as it has requests.
  const goOn = () => {
    if (isHeld) transaction.objectStore('meta').get('').onsuccess = () => setTimeout(() => undefined);
    if (isHeld) transaction.objectStore('meta').get('').onsuccess = goOn;
  };
  goOn();
  const release = () => {
    isHeld = false;
  };
  onTestFinished(() => {
    release();
    holder.close();
  });
  return release;
}

describe('where IndexedDB can not be used', () => {
  it.each([
    ['is not there', { value: undefined }],
    [
      'throws when it is looked for',
      {
        get() {
          throw new DOMException('blocked', 'SecurityError');
        },
      },
    ],
    [
      'throws when it is opened',
      {
        value: {
          open() {
            throw new DOMException('blocked', 'SecurityError');
          },
        },
      },
    ],
    [
      'can not open the store',
      {
        value: {
          open() {
            const request = Object.assign(new EventTarget(), {
              error: new DOMException('damaged', 'UnknownError'),
              onerror: (_: Event) => undefined,
            });
            queueMicrotask(() => request.onerror(new Event('error')));
            return request;
          },
        },
      },
    ],
  ])('because it %s, everything works in the memory of the tab, and the store says so', async (_, how) => {
    device(how);
    const store = await open(newName());
    expect(store.place()).toBe('missing');
    const seen = vi.fn();
    onTestFinished(store.watch.summary('u1', seen));
    await expect.poll(() => seen.mock.lastCall?.[0]).toMatchObject({ pending: 0 });
    expect(await store.outbox.append(saveOf('typed'))).toMatchObject({ kind: 'enqueued' });
    await expect.poll(() => pendingOf(store)).toBe(1);
    await expect.poll(() => seen.mock.lastCall?.[0]).toMatchObject({ pending: 1 });
    expect(await store.persist()).toBe(false);
    expect(await store.usage()).toBeNull();
  });
});

describe('an IndexedDB that does not answer', () => {
  it('is not waited for, and takes over what was saved meanwhile once it answers', async () => {
    const name = newName();
    const before = await open(name);
    await before.outbox.append({ ...saveOf('old'), websiteId: 'w2' });
    before.close();
    const { factory, recover } = stalled();
    device({ value: factory });
    const store = await open(name, { limitMs });
    expect(store.place()).toBe('stalled');
    await store.outbox.append(saveOf('typed'));
    await store.drafts.put({ userId: 'u1', websiteId: 'w1', screen: 's' }, { values: { a: 'draft' }, base: {} });
    expect(await pendingOf(store)).toBe(1);
    const seen = vi.fn();
    onTestFinished(store.watch.summary('u1', seen));
    recover();
    await expect.poll(() => store.place(), { timeout: 20_000 }).toBe('device');
    await expect.poll(() => seen.mock.lastCall?.[0]).toMatchObject({ pending: 2 });
    store.close();
    const after = await open(name);
    expect(await valuesOf(after)).toEqual([expect.stringContaining('old'), expect.stringContaining('typed')]);
    expect(await after.drafts.get({ userId: 'u1', websiteId: 'w1', screen: 's' })).toMatchObject({ values: { a: 'draft' } });
  });

  it('is not waited for where the store is open and its transactions never end', async () => {
    const name = newName();
    (await open(name)).close();
    const holder = await connectEarly(name);
    if (!holder) throw new Error('there is no store');
    const release = hold(holder);
    const early = connectEarly(name);
    const first = { userId: 'u1', keys: ['websites'] };
    const store = await open(name, { limitMs, early, first, afterFirstScreen: Promise.resolve() });
    expect(store.place()).toBe('stalled');
    await store.outbox.append(saveOf('typed'));
    release();
    await expect.poll(() => store.place(), { timeout: 20_000 }).toBe('device');
    expect(await pendingOf(store)).toBe(1);
  });
});

describe('a store that stops answering after the start', () => {
  it('refuses a save once that takes too long, and does not write it later', async () => {
    const name = newName();
    const store = await open(name, { limitMs });
    await store.outbox.append({ ...saveOf('before'), websiteId: 'w2' });
    const [read] = await store.outbox.list('u1');
    const opId = read?.kind === 'readable' ? read.entry.opId : '';
    const holder = await connectEarly(name);
    if (!holder) throw new Error('there is no store');
    const release = hold(holder);
    const stalled = { kind: 'refused', code: 'stalled', message: storeStalledMessage };
    expect(await store.outbox.appendAll([saveOf('typed')])).toEqual(stalled);
    expect(await store.outbox.retry(opId)).toEqual(stalled);
    release();
    // Of another website: it would replace a save of the same field that was written late.
    expect(await store.outbox.appendAll([{ ...saveOf('typed again'), websiteId: 'w3' }])).toMatchObject({ kind: 'enqueued' });
    expect(await valuesOf(store)).toEqual([expect.stringContaining('before'), expect.stringContaining('typed again')]);
  });
});

describe('a store that is deleted while it is open', () => {
  it('by the browser itself, is opened anew at once, and what is shown is read again', async () => {
    const opening = vi.spyOn(own, 'open');
    const store = await open(newName());
    await store.outbox.append(saveOf('gone'));
    const seen = vi.fn();
    onTestFinished(store.watch.summary('u1', seen));
    await expect.poll(() => seen.mock.lastCall?.[0]).toMatchObject({ pending: 1 });
    const asked = opening.mock.calls.length;
    for (const { value } of opening.mock.results) if (value.result instanceof IDBDatabase) forceCloseDatabase(value.result);
    await expect.poll(() => opening.mock.calls.length).toBeGreaterThan(asked);
    opening.mockRestore();
    expect(await store.outbox.append(saveOf('typed'))).toMatchObject({ kind: 'enqueued' });
    await expect.poll(() => seen.mock.lastCall?.[0]).toMatchObject({ pending: 1 });
  });

  it('is opened anew: what is typed can still be saved, and no newer version is spoken of', async () => {
    const name = newName();
    const onVersionChange = vi.fn();
    const store = await open(name, { onVersionChange });
    await store.outbox.append(saveOf('gone'));
    const seen = vi.fn();
    onTestFinished(store.watch.summary('u1', seen));
    await new Promise((resolve, reject) => {
      const request = indexedDB.deleteDatabase(name);
      request.onsuccess = resolve;
      request.onerror = reject;
    });
    expect(await store.outbox.append(saveOf('typed'))).toMatchObject({ kind: 'enqueued' });
    expect(onVersionChange).not.toHaveBeenCalled();
    expect(await valuesOf(store)).toEqual([expect.stringContaining('typed')]);
    await expect.poll(() => seen.mock.lastCall?.[0]).toMatchObject({ pending: 1 });
    expect((await indexedDB.databases()).find((each) => each.name === name)?.version).toBe(nativeSchemaVersion);
  });
});
