import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { indexedDbDevice } from './testing/indexed-db-device.ts';
import { save } from './testing/saves.ts';

afterEach(() => vi.restoreAllMocks());

it('a save is stored where an entry that would be sent with it can’t be claimed', async () => {
  const store = await indexedDbDevice().open();
  onTestFinished(() => store.close());
  await store.loadOutbox();
  const upload = await store.outbox.append({
    ...{ userId: 'u1', accountId: 'a1', websiteId: 'w1', resource: 'file', mutation: 'upload', base: {} },
    body: {
      ...{ localId: 'local:9f9c9c4e-3f0e-4b6a-9d5e-0a4f5f0b7c11', websiteId: 'w1', settingKey: 'favicon', category: 'site_info' },
      ...{ type: 'image', name: 'icon.png', bytes: 7 },
    },
    file: { blob: new Blob(['picture']), name: 'icon.png' },
  });
  expect(upload.kind).toBe('enqueued');
  const get = IDBObjectStore.prototype.get;
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
    if (this.name === 'files') throw new DOMException('Failed to read large IndexedDB value', 'DataError');
    return get.call(this, key);
  });
  const appending = store.outbox.append(save({ fb_link: 'mine' }, { websiteId: 'w2' }));
  const turn = store.drain.take('u1', { holder: 'A', limit: 5, stopped: new AbortController().signal });
  expect(await appending).toMatchObject({ kind: 'enqueued' });
  expect((await turn).begun).toBeNull();
});

it('a tab that loses its lock while a save makes room takes no turn from the one that has it', async () => {
  const device = indexedDbDevice();
  const room = Promise.withResolvers<boolean>();
  const evictElsewhere = vi.fn(() => room.promise);
  const [store, thief] = [await device.open({ evictElsewhere }), await device.open()];
  onTestFinished(() => {
    for (const each of [store, thief]) each.close();
  });
  await Promise.all([store.loadOutbox(), thief.loadOutbox()]);
  device.failNextWrite();
  const stop = new AbortController();
  const appending = store.outbox.append(save({ fb_link: 'mine' }));
  const turn = store.drain.take('u1', { holder: 'A', limit: 5, stopped: stop.signal });
  await expect.poll(() => evictElsewhere.mock.calls.length).toBe(1);
  const epoch = await thief.fence.take('u1', 'B');
  stop.abort();
  room.resolve(true);
  expect(await appending).toMatchObject({ kind: 'enqueued' });
  await turn;
  expect(await thief.drain.isCurrent('u1', epoch)).toBe(true);
});
