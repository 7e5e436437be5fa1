import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NewCommand } from '../append.ts';
import type { DeviceStore } from '../client-store.ts';
import { listKey, settingsKey } from '../keys.ts';
import { storeErrorOf } from '../store-error.ts';
import { wordsOf } from '../words.ts';
import type { StoreDevice } from './store-device.ts';

/** The tests of the store, on whatever `newDevice` keeps it on. */
export function describeDeviceStore(newDevice: () => StoreDevice): void {
  let device: StoreDevice;
  let store: DeviceStore;
  let malformed: string[];
  let queued: string[];

  beforeEach(async () => {
    device = newDevice();
    malformed = [];
    queued = [];
    store = await device.open({
      now: () => 1_000,
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

    it('has one key for one question', () => {
      expect(listKey('listWebsites', {}, { page: 0, q: 'a' })).toBe(listKey('listWebsites', {}, { q: 'a', page: 0, sort: undefined }));
      expect(listKey('listWebsites', {}, { page: 1 })).not.toBe(listKey('listWebsites', {}, { page: 0 }));
    });
  });

  describe('the queue', () => {
    it('says what a change is in words', async () => {
      await store.outbox.append(save({ fb_link: 'a', twitter_link: 'b' }));
      const words = await new Promise((resolve) =>
        store.watch.queue('u1', (entries) => entries.length > 0 && resolve(entries.map(wordsOf))),
      );
      expect(words).toEqual(['Social Links: Facebook URL, Twitter URL']);
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

  describe('a full device', () => {
    let time: number;
    let tab: DeviceStore;
    const evictElsewhere = vi.fn(() => Promise.resolve(false));
    const place = { userId: 'u1', websiteId: 'w1', screen: 'social-links' };
    const cached = async () => {
      const keys = [settingsKey('w1', 'social'), settingsKey('w2', 'social'), settingsKey('w1', 'feeds'), 'call/one', 'call/two'];
      const found = await Promise.all(keys.map(async (key) => ((await tab.cache.get('u1', key, v.unknown())) ? [key] : [])));
      return found.flat();
    };

    beforeEach(async () => {
      time = 1_000;
      evictElsewhere.mockClear();
      tab = await device.open({ now: () => time, evictElsewhere });
      await kept(tab.outbox.append(save({ fb_link: 'pending' })));
      for (const key of [settingsKey('w1', 'social'), 'call/one', settingsKey('w2', 'social'), settingsKey('w1', 'feeds'), 'call/two']) {
        time += 1_000;
        await tab.cache.put('u1', key, { websiteId: 'w1', data: [], etag: null });
      }
    });
    afterEach(() => tab.close());

    it('gives the room of what can be fetched again to a save, oldest first, and keeps what pending entries need', async () => {
      device.fillUntilFreed(2);
      expect(await tab.outbox.append(save({ fb_link: 'a' }, { websiteId: 'w3' }))).toMatchObject({ kind: 'kept' });
      expect(await cached()).toEqual([settingsKey('w1', 'social'), settingsKey('w1', 'feeds'), 'call/two']);
      expect(evictElsewhere).toHaveBeenCalled();
    });

    it('gives it to a draft too', async () => {
      device.fillUntilFreed(1);
      await tab.drafts.put(place, { values: { fb_link: 'typed' }, base: {} });
      expect(await tab.drafts.get(place)).not.toBeNull();
      expect(await cached()).not.toContain('call/one');
    });

    it('refuses a save only when nothing is left to evict, and keeps nothing of it', async () => {
      device.fillUntilFreed(100);
      expect(await tab.outbox.append(save({ fb_link: 'a' }, { websiteId: 'w3' }))).toMatchObject({ kind: 'refused', code: 'quota' });
      expect(await cached()).toEqual([settingsKey('w1', 'social')]);
      expect(await tab.outbox.counts('u1')).toEqual({ waiting: 1, attention: 0 });
    });

    it('asks for the room of what lies elsewhere first', async () => {
      device.fillUntilFreed(1);
      evictElsewhere.mockResolvedValueOnce(true);
      await tab.drafts.put(place, { values: {}, base: {} });
      expect(evictElsewhere).toHaveBeenCalledTimes(2);
    });

    it('gives a cache write up without a word', async () => {
      device.fillUntilFreed(1);
      expect(await tab.cache.put('u1', 'call/three', { websiteId: 'w1', data: [], etag: null })).toBe(false);
      await tab.files.remember('u1', 'f1', { blob: new Blob(['picture']), name: 'a.png' });
      expect(await tab.files.get('u1', 'f1')).toBeNull();
      expect(await cached()).toHaveLength(5);
    });
  });

  describe('a clock that jumps', () => {
    const day = 86_400_000;
    const place = (screen: string) => ({ userId: 'u1', websiteId: 'w1', screen });

    it('a year ahead deletes neither drafts nor the log', async () => {
      const opId = await kept(store.outbox.append(save({ fb_link: 'a' })));
      await store.outbox.discard(opId);
      await store.drafts.put(place('social-links'), { values: { fb_link: 'typed' }, base: {} });
      const later = await device.open({ now: () => 365 * day });
      const log = await new Promise((resolve) => later.watch.log('u1', resolve));
      expect(log).toMatchObject([{ opId }]);
      expect(await later.drafts.list('u1')).toHaveLength(1);
      later.close();
    });

    it('does not decide which drafts are the newest two hundred', async () => {
      for (let at = 0; at < 201; at += 1) await store.drafts.put(place(`s${at}`), { values: {}, base: {} });
      await store.drafts.put(place('s0'), { values: { fb_link: 'typed on' }, base: {} });
      const earlier = await device.open({ now: () => 0 });
      const screens = (await earlier.drafts.list('u1')).map(({ screen }) => screen);
      expect(screens).toHaveLength(200);
      expect([screens.includes('s0'), screens.includes('s1')]).toEqual([true, false]);
      earlier.close();
    });

    /** Refused for now, with the wait; answers when the entry is due. */
    async function waiting(waitMs: number, holdsQueue: boolean, jumpMs: number) {
      let time = 10 * day;
      const tab = await device.open({ now: () => time });
      const opId = await kept(tab.outbox.append(save({ fb_link: 'a' })));
      const epoch = await tab.fence.take('u1', 'tab');
      await tab.drain.claim(opId, epoch);
      const error = { code: 'unavailable', message: '', fields: {} };
      await tab.drain.settle(opId, epoch, { kind: 'notApplied', at: time + waitMs, error, holdsQueue });
      time += jumpMs;
      return {
        tab,
        dueIn: async () => ((await tab.drain.nextDue('u1')) || time) - time,
        isReady: async () => (await tab.drain.ready('u1', 1)).length === 1,
        pass(ms: number) {
          time += ms;
        },
        recover: () => tab.drain.recover('u1', epoch, true),
      };
    }

    it('back does not lengthen a wait of our own making', async () => {
      const { tab, dueIn, isReady } = await waiting(40_000, false, -50 * 60_000);
      expect([await dueIn(), await isReady()]).toEqual([0, true]);
      tab.close();
    });

    it('back ends a wait that the server asked for: it asks again', async () => {
      const { tab, dueIn, isReady } = await waiting(600_000, true, -50 * 60_000);
      expect([await dueIn(), await isReady()]).toEqual([0, true]);
      tab.close();
    });

    it('does not end it otherwise, nor does a person who wants to send now', async () => {
      const { tab, dueIn, isReady, pass, recover } = await waiting(600_000, true, 0);
      await recover();
      pass(599_000);
      expect([await dueIn(), await isReady()]).toEqual([1_000, false]);
      pass(1_000);
      expect([await dueIn(), await isReady()]).toEqual([0, true]);
      tab.close();
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

  describe('drafts of two tabs', () => {
    const place = { userId: 'u1', websiteId: 'w1', screen: 'social-links' };
    let living: string[];
    const openTab = (own: string) => {
      living.push(own);
      // The clock stands still: what is newest is known without it.
      return device.open({ now: () => 1_000, tabs: { own, living: () => Promise.resolve(living) } });
    };
    const leave = (tab: string) => {
      living = living.filter((other) => other !== tab);
    };
    const typed = (text: string) => ({ values: { fb_link: text }, base: {} });
    const textsOf = async (tab: DeviceStore) => (await tab.drafts.list('u1')).map(({ values }) => values['fb_link']);

    beforeEach(() => {
      living = [];
    });

    it('stay apart: none overwrites or removes the other', async () => {
      const [a, b] = [await openTab('a'), await openTab('b')];
      await a.drafts.put(place, typed('of a'));
      await b.drafts.put(place, typed('of b'));
      await a.drafts.put(place, typed('of a, again'));
      expect((await a.drafts.get(place))?.values).toEqual({ fb_link: 'of a, again' });
      expect((await b.drafts.get(place))?.values).toEqual({ fb_link: 'of b' });
      await a.drafts.remove(place);
      expect(await a.drafts.get(place)).toBeNull();
      expect(await textsOf(a)).toEqual(['of b']);
      a.close();
      b.close();
    });

    it('are offered later: the newest of a tab that is not open any more', async () => {
      const [a, b, c] = [await openTab('a'), await openTab('b'), await openTab('c')];
      await b.drafts.put(place, typed('of b'));
      await a.drafts.put(place, typed('of a'));
      expect(await c.drafts.get(place)).toBeNull();
      leave('b');
      expect((await c.drafts.get(place))?.values).toEqual({ fb_link: 'of b' });
      leave('a');
      const left = await c.drafts.get(place);
      expect(left?.values).toEqual({ fb_link: 'of a' });
      // Typed on in: it is this tab's now. The other one is offered by the next opening.
      await c.drafts.put(place, typed('of c'), left?.leftSeq);
      expect(await textsOf(c)).toEqual(['of b', 'of c']);
      await c.drafts.remove(place, left?.leftSeq);
      expect((await c.drafts.get(place))?.values).toEqual({ fb_link: 'of b' });
      for (const tab of [a, b, c]) tab.close();
    });

    it('of a tab that was opened again are its own', async () => {
      const [a, b] = [await openTab('a'), await openTab('b')];
      await a.drafts.put(place, typed('before'));
      leave('a');
      const left = await b.drafts.get(place);
      const again = await openTab('a');
      await again.drafts.put(place, typed('since'));
      await b.drafts.put(place, typed('of b'), left?.leftSeq);
      await b.drafts.remove(place, left?.leftSeq);
      expect((await again.drafts.get(place))?.values).toEqual({ fb_link: 'since' });
      for (const tab of [a, b, again]) tab.close();
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
