import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClientStore } from '../client-store.ts';
import { listKey, settingsKey } from '#contract/cache-keys.ts';
import { enqueued, save } from './saves.ts';
import type { StoreDevice } from './store-device.ts';

/** Tests of the client store, on the devices of `newDevice`. */
export function describeClientStore(newDevice: () => StoreDevice): void {
  let device: StoreDevice;
  let store: ClientStore;
  let malformed: string[];
  let notified: string[];
  let time: number;

  beforeEach(async () => {
    device = newDevice();
    malformed = [];
    notified = [];
    time = 1_000;
    store = await device.open({
      now: () => time,
      onMalformed: (key) => malformed.push(key),
      onEnqueued: (userId) => notified.push(userId),
    });
  });
  afterEach(() => store.close());

  it('gives several callers the state of the outbox: one that comes later too, and whatever one of them throws', async () => {
    const first: number[] = [];
    const second: number[] = [];
    const stopFirst = store.watch.summary('u1', ({ pending }) => {
      first.push(pending);
      throw new Error('A screen that fails.');
    });
    await expect.poll(() => first).toEqual([0]);
    const stopSecond = store.watch.summary('u1', ({ pending }) => second.push(pending));
    expect(second).toEqual([]);
    await expect.poll(() => second).toEqual([0]);
    stopFirst();
    await enqueued(store.outbox.append(save({ fb_link: 'mine' })));
    await expect.poll(() => second).toEqual([0, 1]);
    stopSecond();
    const again: number[] = [];
    const stop = store.watch.summary('u1', ({ pending }) => again.push(pending));
    await expect.poll(() => again).toEqual([1]);
    stop();
    expect(first).toEqual([0]);
  });

  describe('after a sign-out', () => {
    const key = settingsKey('w1', 'social');
    const answer = { kind: 'answered', data: [{ key: 'fb_link', value: ['mine'] }], pagination: null, etag: null } as const;
    const done = { kind: 'applied', answer, ifMatch: null, read: null } as const;

    it.each([true, false])('a delivery that ends late writes nothing of the user (pending entries stay: %s)', async (keepUnsent) => {
      await store.cache.put('u1', key, { websiteId: 'w1', data: [], etag: null });
      const opId = await enqueued(store.outbox.append(save({ fb_link: 'mine' })));
      const epoch = await store.fence.take('u1', 'tab');
      expect((await store.drain.claim(opId, epoch)).kind).toBe('claimed');
      await store.forget('u1', { keepUnsent });
      await store.drain.applyResult(opId, epoch, done);
      expect(await store.cache.revision('u1', key)).toBe(0);
      expect(await store.outbox.list('u1')).toHaveLength(keepUnsent ? 1 : 0);
    });

    it('discarded data is removed at once, and the rest stays', async () => {
      await store.cache.put('u1', key, { websiteId: 'w1', data: [], etag: null });
      const opId = await enqueued(store.outbox.append(save({ fb_link: 'mine' })));
      await store.outbox.append(save({ fb_link: 'theirs' }, { userId: 'u2' }));
      const epoch = await store.fence.take('u1', 'tab');
      expect((await store.drain.claim(opId, epoch)).kind).toBe('claimed');
      await store.discardUnsent('u1');
      await store.drain.applyResult(opId, epoch, done);
      expect(await store.outbox.list('u1')).toEqual([]);
      expect(await store.outbox.list('u2')).toHaveLength(1);
      expect((await store.cache.get('u1', key, v.array(v.string())))?.data).toEqual([]);
    });

    it('a drainer that does not know of it claims nothing', async () => {
      const opId = await enqueued(store.outbox.append(save({ fb_link: 'mine' })));
      const epoch = await store.fence.take('u1', 'tab');
      await store.forget('u1', { keepUnsent: true });
      expect(await store.drain.claim(opId, epoch)).toEqual({ kind: 'fenced' });
      expect(await store.drain.recover('u1', epoch, false)).toBe('fenced');
    });

    it('a draft for which there was no room before is not put back behind it', async () => {
      const place = { userId: 'u1', websiteId: 'w1', screen: 'social-links' };
      const signOutThen = async () => {
        await store.forget('u1', { keepUnsent: false });
        return true;
      };
      const tab = await device.open({ evictElsewhere: signOutThen });
      device.failNextWrite();
      expect(await tab.drafts.put(place, { values: { fb_link: 'typed' }, base: {} })).toBe(false);
      expect(await store.drafts.list('u1')).toEqual([]);
      expect(await tab.drafts.put(place, { values: { fb_link: 'typed later' }, base: {} })).toBe(true);
      tab.close();
    });

    it('a save that began before is refused, and a later one is not', async () => {
      const epoch = await store.dataEpoch('u1');
      await store.forget('u1', { keepUnsent: false });
      expect((await store.outbox.append(save({ fb_link: 'late' }, { epoch }))).kind).toBe('refused');
      expect((await store.outbox.appendAll([save({ fb_link: 'late' }, { epoch })])).kind).toBe('refused');
      expect(await store.outbox.list('u1')).toEqual([]);
      expect((await store.outbox.append(save({ fb_link: 'new' }, { epoch: await store.dataEpoch('u1') }))).kind).toBe('enqueued');
    });
  });

  describe('the cache', () => {
    const key = settingsKey('w1', 'social');

    it('belongs to one user', async () => {
      await store.cache.put('u1', key, { websiteId: 'w1', data: [], etag: '"1"' });
      expect(await store.cache.get('u1', key, v.array(v.string()))).toMatchObject({ data: [], etag: '"1"', fetchedAt: 1_000 });
      expect(await store.cache.get('u2', key, v.array(v.string()))).toBeNull();
      await store.cache.wipe('u2');
      expect(await store.cache.get('u1', key, v.array(v.string()))).not.toBeNull();
      await store.cache.wipe('u1');
      expect(await store.cache.get('u1', key, v.array(v.string()))).toBeNull();
    });

    it('reads what does not fit as absent, and reports it', async () => {
      await store.cache.put('u1', key, { websiteId: 'w1', data: { not: 'a list' }, etag: null });
      expect(await store.cache.get('u1', key, v.array(v.string()))).toBeNull();
      expect(malformed).toEqual([key]);
    });

    it('drops the answer of a read that was overtaken', async () => {
      const expectedRevision = await store.cache.revision('u1', key);
      await store.cache.put('u1', key, { websiteId: 'w1', data: ['newer'], etag: null });
      expect(await store.cache.put('u1', key, { websiteId: 'w1', data: ['older'], etag: null, expectedRevision })).toBe(false);
      expect((await store.cache.get('u1', key, v.array(v.string())))?.data).toEqual(['newer']);
    });

    it('drops the answer of a read that began before its record was evicted and written anew', async () => {
      await store.cache.put('u1', key, { websiteId: 'w1', data: ['first'], etag: null });
      const expectedRevision = await store.cache.revision('u1', key);
      await store.cache.wipe('u1');
      time += 1_000;
      await store.cache.put('u1', key, { websiteId: 'w1', data: ['newer'], etag: null });
      expect(await store.cache.put('u1', key, { websiteId: 'w1', data: ['older'], etag: null, expectedRevision })).toBe(false);
    });

    it('drops the answer of a read that began before its user signed out', async () => {
      const epoch = await store.dataEpoch('u1');
      await store.forget('u1', { keepUnsent: true });
      expect(await store.cache.put('u1', key, { websiteId: 'w1', data: ['late'], etag: null, epoch })).toBe(false);
      expect(await store.cache.get('u1', key, v.array(v.string()))).toBeNull();
      expect(await store.cache.put('u1', key, { websiteId: 'w1', data: [], etag: null, epoch: await store.dataEpoch('u1') })).toBe(true);
    });

    it('drops it also where the data went because nobody was signed in', async () => {
      await store.cache.put('u1', key, { websiteId: 'w1', data: ['early'], etag: null });
      const epochs = [await store.dataEpoch('u1'), await store.dataEpoch('u2')];
      await store.wipeExcept(['u2']);
      expect(await store.cache.put('u1', key, { websiteId: 'w1', data: ['late'], etag: null, epoch: epochs[0] ?? 0 })).toBe(false);
      expect(await store.cache.put('u2', key, { websiteId: 'w1', data: ['stays'], etag: null, epoch: epochs[1] ?? 0 })).toBe(true);
    });

    it('goes with the log, and leaves unsent work, where nobody is signed in', async () => {
      const ids = ['u1', 'u2'];
      const draft = { websiteId: 'w1', screen: 'social' };
      for (const userId of ids) {
        const opId = await enqueued(store.outbox.append(save({ fb_link: 'a' }, { userId })));
        await store.outbox.discard(opId);
        await enqueued(store.outbox.append(save({ fb_link: 'b' }, { userId })));
        await store.drafts.put({ userId, ...draft }, { values: { fb_link: 'c' }, base: {} });
      }
      await store.wipeExcept(['u2']);
      expect(await Promise.all(ids.map(async (userId) => (await store.readLog(userId)).length))).toEqual([0, 1]);
      for (const userId of ids) {
        expect(await store.outbox.list(userId)).toHaveLength(1);
        expect(await store.drafts.get({ userId, ...draft })).toMatchObject({ values: { fb_link: 'c' } });
      }
    });

    it('drops it also where that user had nothing cached yet', async () => {
      await store.fence.take('u1', 'tab');
      const epoch = await store.dataEpoch('u1');
      await store.wipeExcept([]);
      expect(await store.cache.put('u1', key, { websiteId: 'w1', data: ['late'], etag: null, epoch })).toBe(false);
    });

    it('has one key for one question', () => {
      expect(listKey('listWebsites', {}, { page: 0, q: 'a' })).toBe(listKey('listWebsites', {}, { q: 'a', page: 0, sort: undefined }));
      expect(listKey('listWebsites', {}, { page: 1 })).not.toBe(listKey('listWebsites', {}, { page: 0 }));
    });
  });

  describe('drafts', () => {
    it('are stored per user, website and screen', async () => {
      const place = { userId: 'u1', websiteId: 'w1', screen: 'social-links' };
      await store.drafts.put(place, { values: { fb_link: 'x' }, base: { fb_link: '' } });
      expect(await store.drafts.get(place)).toMatchObject({ values: { fb_link: 'x' }, base: { fb_link: '' }, savedAt: 1_000 });
      expect(await store.drafts.get({ ...place, userId: 'u2' })).toBeNull();
      expect(await store.drafts.list('u1')).toHaveLength(1);
      await store.drafts.remove(place);
      expect(await store.drafts.list('u1')).toEqual([]);
    });
  });

  describe('a watcher', () => {
    it('shows what another tab stores', async () => {
      const seen: (readonly string[])[] = [];
      const stop = store.watch.settings('u1', 'w1', 'social', ({ settings }) =>
        seen.push(settings.map((setting) => String(setting.value?.[0]))),
      );
      const other = await device.open();
      await other.outbox.append(save({ fb_link: 'from the other tab' }));
      await expect.poll(() => seen.at(-1)).toEqual(['from the other tab']);
      stop();
      other.close();
    });

    it('shows the log', async () => {
      const opId = await enqueued(store.outbox.append(save({ fb_link: 'a' })));
      await store.outbox.discard(opId);
      const rows = await new Promise((resolve) => store.watch.log('u1', (log) => log.length > 0 && resolve(log)));
      expect(rows).toMatchObject([{ opId, outcome: 'discarded', words: 'Social links: Facebook URL' }]);
    });
  });

  describe('awaiting a save status', () => {
    it('ends when the caller aborts', async () => {
      const opId = await enqueued(store.outbox.append(save({ fb_link: 'a' })));
      const patience = new AbortController();
      const status = store.awaitSaveStatus(opId, { signal: patience.signal });
      patience.abort();
      expect(await status).toEqual({ kind: 'pending', error: null });
      expect(await store.awaitSaveStatus('never made')).toEqual({ kind: 'discarded', isLost: true });
    });
  });
}
