import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewCommand } from '../append.ts';
import type { DeviceStore } from '../client-store.ts';
import { listKey, settingsKey } from '../keys.ts';
import { storeErrorOf } from '../store-error.ts';
import { wordsOf } from '../words.ts';
import type { StoreDevice } from './store-device.ts';

/** The tests of the store, on whatever `newDevice` keeps it on. Long, since all share one set-up and its short names. */
export function describeDeviceStore(newDevice: () => StoreDevice): void {
  let device: StoreDevice;
  let store: DeviceStore;
  let malformed: string[];
  let queued: string[];
  let time: number;

  beforeEach(async () => {
    device = newDevice();
    malformed = [];
    queued = [];
    time = 1_000;
    store = await device.open({
      now: () => time,
      onMalformed: ({ key }) => malformed.push(key),
      onQueued: (userId) => queued.push(userId),
    });
  });
  afterEach(() => store.close());

  function save(values: Readonly<Record<string, string>>, more: Partial<NewCommand<'settings.save'>> = {}): NewCommand<'settings.save'> {
    const settings = Object.entries(values).map(([key, value]) => ({ key, value: [value], category: 'social' as const, type: null }));
    return {
      userId: 'u1',
      accountId: 'a1',
      websiteId: 'w1',
      command: 'settings.save',
      body: { category: 'social', settings },
      base: {},
      ...more,
    };
  }

  const kept = async (result: ReturnType<DeviceStore['outbox']['append']>): Promise<string> => {
    const value = await result;
    if (value.kind !== 'kept') throw new Error(value.code);
    return value.opId;
  };

  describe('after a sign-out', () => {
    const key = settingsKey('w1', 'social');
    const answer = { kind: 'answered', data: [{ key: 'fb_link', value: ['mine'] }], pagination: null, etag: null } as const;
    const done = { kind: 'applied', answer, ifMatch: null, read: null } as const;

    it.each([true, false])('a delivery that ends late writes nothing of the user (what waits is kept: %s)', async (keepUnsent) => {
      await store.cache.put('u1', key, { websiteId: 'w1', data: [], etag: null });
      const opId = await kept(store.outbox.append(save({ fb_link: 'mine' })));
      const epoch = await store.fence.take('u1', 'tab');
      expect((await store.drain.claim(opId, epoch)).kind).toBe('claimed');
      await store.forget('u1', { keepUnsent });
      await store.drain.settle(opId, epoch, done);
      expect(await store.cache.revision('u1', key)).toBe(0);
      expect(await store.outbox.list('u1')).toHaveLength(keepUnsent ? 1 : 0);
    });

    it('what is discarded is gone at once, while the rest is still there', async () => {
      await store.cache.put('u1', key, { websiteId: 'w1', data: [], etag: null });
      const opId = await kept(store.outbox.append(save({ fb_link: 'mine' })));
      await store.outbox.append(save({ fb_link: 'theirs' }, { userId: 'u2' }));
      const epoch = await store.fence.take('u1', 'tab');
      expect((await store.drain.claim(opId, epoch)).kind).toBe('claimed');
      await store.discardUnsent('u1');
      await store.drain.settle(opId, epoch, done);
      expect(await store.outbox.list('u1')).toEqual([]);
      expect(await store.outbox.list('u2')).toHaveLength(1);
      expect((await store.cache.get('u1', key, v.array(v.string())))?.data).toEqual([]);
    });

    it('a drainer that has not heard of it claims nothing', async () => {
      const opId = await kept(store.outbox.append(save({ fb_link: 'mine' })));
      const epoch = await store.fence.take('u1', 'tab');
      await store.forget('u1', { keepUnsent: true });
      expect(await store.drain.claim(opId, epoch)).toEqual({ kind: 'fenced' });
      expect(await store.drain.recover('u1', epoch, false)).toBe('fenced');
    });

    it('a draft whose writing began before is not kept, and takes nothing away', async () => {
      const place = { userId: 'u1', websiteId: 'w1', screen: 'social-links' };
      const epoch = await store.dataEpoch('u1');
      await store.drafts.put(place, { values: { fb_link: 'kept' }, base: {}, epoch });
      await store.forget('u1', { keepUnsent: true });
      expect(await store.drafts.put(place, { values: { fb_link: 'late' }, base: {}, epoch })).toBe(false);
      expect(await store.drafts.get(place)).toMatchObject({ values: { fb_link: 'kept' } });
      await store.discardUnsent('u1');
      expect(await store.drafts.put(place, { values: { fb_link: 'late' }, base: {}, epoch })).toBe(false);
      expect(await store.drafts.list('u1')).toEqual([]);
    });

    it('a save that began before is not taken any more, and one that begins then is', async () => {
      const epoch = await store.dataEpoch('u1');
      await store.forget('u1', { keepUnsent: false });
      expect((await store.outbox.append(save({ fb_link: 'late' }, { epoch }))).kind).toBe('refused');
      expect((await store.outbox.appendAll([save({ fb_link: 'late' }, { epoch })])).kind).toBe('refused');
      expect(await store.outbox.list('u1')).toEqual([]);
      expect((await store.outbox.append(save({ fb_link: 'new' }, { epoch: await store.dataEpoch('u1') }))).kind).toBe('kept');
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
      const seen = await store.cache.revision('u1', key);
      await store.cache.put('u1', key, { websiteId: 'w1', data: ['newer'], etag: null });
      expect(await store.cache.put('u1', key, { websiteId: 'w1', data: ['older'], etag: null, seen })).toBe(false);
      expect((await store.cache.get('u1', key, v.array(v.string())))?.data).toEqual(['newer']);
    });

    it('drops the answer of a read that began before its record was evicted and written anew', async () => {
      await store.cache.put('u1', key, { websiteId: 'w1', data: ['first'], etag: null });
      const seen = await store.cache.revision('u1', key);
      await store.cache.wipe('u1');
      time += 1_000;
      await store.cache.put('u1', key, { websiteId: 'w1', data: ['newer'], etag: null });
      expect(await store.cache.put('u1', key, { websiteId: 'w1', data: ['older'], etag: null, seen })).toBe(false);
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
      await store.wipeUnkept(['u2']);
      expect(await store.cache.put('u1', key, { websiteId: 'w1', data: ['late'], etag: null, epoch: epochs[0] ?? 0 })).toBe(false);
      expect(await store.cache.put('u2', key, { websiteId: 'w1', data: ['stays'], etag: null, epoch: epochs[1] ?? 0 })).toBe(true);
    });

    it('drops it also where that user had nothing cached yet', async () => {
      await store.fence.take('u1', 'tab');
      const epoch = await store.dataEpoch('u1');
      await store.wipeUnkept([]);
      expect(await store.cache.put('u1', key, { websiteId: 'w1', data: ['late'], etag: null, epoch })).toBe(false);
    });

    it('has one key for one question', () => {
      expect(listKey('listWebsites', {}, { page: 0, q: 'a' })).toBe(listKey('listWebsites', {}, { q: 'a', page: 0, sort: undefined }));
      expect(listKey('listWebsites', {}, { page: 1 })).not.toBe(listKey('listWebsites', {}, { page: 0 }));
    });
  });

  describe('the queue', () => {
    it('says what a change is in words', async () => {
      await store.outbox.append(save({ fb_link: 'a', twitter_link: 'b' }));
      expect((await store.outbox.list('u1')).map(wordsOf)).toEqual(['Social Links: Facebook URL, Twitter URL']);
    });

    it('tells this tab that there is something to send', async () => {
      const opId = await kept(store.outbox.append(save({ fb_link: 'a' })));
      await store.outbox.retry(opId);
      expect(queued).toEqual(['u1', 'u1']);
    });

    it('keeps the earliest base when saves are joined', async () => {
      const first = await kept(store.outbox.append(save({ fb_link: 'a' }, { base: { fb_link: ['was'] } })));
      const second = await kept(
        store.outbox.append(save({ fb_link: 'b', ig_link: 'c' }, { base: { fb_link: ['later'], ig_link: ['was too'] } })),
      );
      expect(second).toBe(first);
      const [entry] = await store.outbox.list('u1');
      expect(entry).toMatchObject({
        row: {
          base: { fb_link: ['was'], ig_link: ['was too'] },
          body: { settings: [{ key: 'fb_link', value: ['b'] }, { key: 'ig_link' }] },
        },
      });
    });

    it('drops what depended on a discarded save', async () => {
      const first = await kept(store.outbox.append(save({ fb_link: 'a' })));
      const second = await kept(store.outbox.append(save({ fb_link: 'a' }, { websiteId: 'w2', dependsOn: [first] })));
      expect(await store.outbox.counts('u1')).toEqual({ waiting: 2, attention: 0 });
      expect(await store.drain.ready('u1', 4)).toMatchObject([{ opId: first }]);
      expect(await store.outbox.discard(first)).toEqual({ kind: 'left', opIds: [first, second] });
      expect(await store.outbox.list('u1')).toEqual([]);
      expect(await store.outbox.discard(first)).toMatchObject({ kind: 'refused', code: 'gone' });
    });

    it('replaces the body of a waiting save, under a new key', async () => {
      const first = await kept(store.outbox.append(save({ fb_link: 'a' })));
      const edited = await kept(
        store.outbox.edit(first, {
          body: { category: 'social', settings: [{ key: 'fb_link', value: ['b'], category: 'social', type: null }] },
          base: {},
        }),
      );
      expect(edited).not.toBe(first);
      expect(await store.outbox.list('u1')).toMatchObject([{ row: { opId: edited, body: { settings: [{ value: ['b'] }] } } }]);
      expect(await store.outbox.edit(edited, { body: 'nonsense', base: {} })).toMatchObject({ kind: 'refused', code: 'invalid' });
    });

    it('does not touch a row that is being sent', async () => {
      const opId = await kept(store.outbox.append(save({ fb_link: 'a' })));
      const epoch = await store.fence.take('u1', 'tab');
      await store.drain.claim(opId, epoch);
      expect(await store.outbox.discard(opId)).toMatchObject({ code: 'busy' });
      expect(await store.outbox.edit(opId, { body: null, base: {} })).toMatchObject({ code: 'busy' });
      expect(await kept(store.outbox.append(save({ fb_link: 'b' })))).not.toBe(opId);
      expect(await store.drain.ready('u1', 4)).toEqual([]);
    });

    it('answers a full disk as a value, and keeps nothing of the save', async () => {
      device.failNextWrite();
      expect(await store.outbox.append(save({ fb_link: 'a' }))).toMatchObject({ kind: 'refused', code: 'quota' });
      expect(await store.outbox.list('u1')).toEqual([]);
      expect(queued).toEqual([]);
      expect(await store.outbox.append(save({ fb_link: 'a' }))).toMatchObject({ kind: 'kept' });
    });

    it('finds the full disk inside the abort that it caused', () => {
      expect(storeErrorOf({ name: 'AbortError', message: 'aborted', inner: { name: 'QuotaExceededError' } }).code).toBe('quota');
      expect(storeErrorOf({ name: 'DatabaseClosedError', message: 'closed' }).code).toBe('closed');
      expect(storeErrorOf('?')).toEqual({ code: 'storage', message: '' });
    });

    it('refuses what is not the command, before anything is written', async () => {
      const empty = save({});
      expect(await store.outbox.append(empty)).toMatchObject({ kind: 'refused', code: 'invalid' });
    });
  });

  describe('a done save', () => {
    const key = settingsKey('w1', 'social');
    const shape = v.array(v.object({ key: v.string(), value: v.array(v.string()) }));
    const answer = { kind: 'answered' as const, data: [{ key: 'fb_link', value: ['mine'] }], pagination: null, etag: '"9"' };

    async function settled(ifMatch: string | null) {
      await store.cache.put('u1', key, { websiteId: 'w1', data: [{ key: 'ig_link', value: ['other'] }], etag: '"8"' });
      const opId = await kept(store.outbox.append(save({ fb_link: 'mine' }, { base: { fb_link: null } })));
      const epoch = await store.fence.take('u1', 'tab');
      await store.drain.claim(opId, epoch);
      await store.drain.settle(opId, epoch, { kind: 'applied', answer, ifMatch, read: null });
      return store.cache.get('u1', key, shape);
    }

    it('is laid into the cache, whose tag is believed only for a save under the tag that was held', async () => {
      const data = [
        { key: 'ig_link', value: ['other'] },
        { key: 'fb_link', value: ['mine'] },
      ];
      expect(await settled('"8"')).toMatchObject({ data, etag: '"9"' });
      expect(await settled(null)).toMatchObject({ data, etag: null });
    });

    it('is never cached as if it were the whole thing', async () => {
      const opId = await kept(store.outbox.append(save({ fb_link: 'mine' })));
      const epoch = await store.fence.take('u1', 'tab');
      await store.drain.claim(opId, epoch);
      await store.drain.settle(opId, epoch, { kind: 'applied', answer, ifMatch: null, read: null });
      expect(await store.cache.get('u1', key, shape)).toBeNull();
    });
  });

  describe('the fence', () => {
    it('refuses every write of a passed epoch', async () => {
      const opId = await kept(store.outbox.append(save({ fb_link: 'a' })));
      const old = await store.fence.take('u1', 'frozen');
      const now = await store.fence.take('u1', 'other');
      expect(now).toBeGreaterThan(old);
      expect(await store.drain.claim(opId, old)).toEqual({ kind: 'fenced' });
      expect(await store.drain.recover('u1', old, true)).toBe('fenced');
      expect(await store.fence.beat('u1', old)).toBe(false);
      expect(await store.drain.claim(opId, now)).toMatchObject({ kind: 'claimed', attempts: 0 });
      expect(await store.drain.settle(opId, old, { kind: 'applied', answer: null, ifMatch: null, read: null })).toBe('fenced');
      expect(await store.outbox.list('u1')).toMatchObject([{ row: { status: 'sending' } }]);
      await store.fence.release('u1', old);
      expect((await store.fence.lease('u1'))?.epoch).toBe(now);
    });

    it('lets a lease go to another only when it is stale', async () => {
      const first = await store.fence.takeIfFree('u1', 'one', 5_000);
      expect(await store.fence.takeIfFree('u1', 'two', 5_000)).toBeNull();
      expect(await store.fence.takeIfFree('u1', 'two', 0)).toBeGreaterThan(first ?? Number.POSITIVE_INFINITY);
    });
  });

  describe('drafts', () => {
    it('are kept per user, website and screen', async () => {
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
    it('hears what another tab keeps', async () => {
      const seen: (readonly string[])[] = [];
      const stop = store.watch.settings('u1', 'w1', 'social', ({ shown }) => seen.push(shown.map((setting) => String(setting.value?.[0]))));
      const other = await device.open();
      await other.outbox.append(save({ fb_link: 'from the other tab' }));
      await expect.poll(() => seen.at(-1)).toEqual(['from the other tab']);
      stop();
      other.close();
    });

    it('hears of the log', async () => {
      const opId = await kept(store.outbox.append(save({ fb_link: 'a' })));
      await store.outbox.discard(opId);
      const rows = await new Promise((resolve) => store.watch.log('u1', (log) => log.length > 0 && resolve(log)));
      expect(rows).toMatchObject([{ opId, outcome: 'discarded', words: 'Social Links: Facebook URL' }]);
    });
  });

  describe('waiting for an outcome', () => {
    it('ends when the one who waits gives up', async () => {
      const opId = await kept(store.outbox.append(save({ fb_link: 'a' })));
      const patience = new AbortController();
      const outcome = store.awaitOutcome(opId, { signal: patience.signal });
      patience.abort();
      expect(await outcome).toEqual({ kind: 'waiting', error: null });
      expect(await store.awaitOutcome('never made')).toEqual({ kind: 'discarded' });
    });
  });
}
