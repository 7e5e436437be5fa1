import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClientStore } from '../client-store.ts';
import { settingsKey } from '#contract/cache-keys.ts';
import { enqueued, save } from './saves.ts';
import type { StoreDevice } from './store-device.ts';

/** Tests of a store with several tabs, and on a full disk, on the devices of `newDevice`. */
export function describeTrouble(newDevice: () => StoreDevice): void {
  let device: StoreDevice;
  let store: ClientStore;

  beforeEach(async () => {
    device = newDevice();
    store = await device.open({ now: () => 1_000 });
  });
  afterEach(() => store.close());

  describe('drafts of two tabs', () => {
    const place = { userId: 'u1', websiteId: 'w1', screen: 'social-links' };
    let living: string[];
    const openTab = (own: string) => {
      living.push(own);
      // The clock stands still, since the newest draft must be found without it.
      return device.open({ now: () => 1_000, tabs: { own, living: () => Promise.resolve(living) } });
    };
    const leave = (tab: string) => {
      living = living.filter((other) => other !== tab);
    };
    const typed = (text: string) => ({ values: { fb_link: text }, base: {} });
    const textsOf = async (tab: ClientStore) => (await tab.drafts.list('u1')).map(({ values }) => values['fb_link']);

    beforeEach(() => {
      living = [];
    });

    it('are separate: neither overwrites or removes the other', async () => {
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

  it('a start without room for its own writes still has the pending entries', async () => {
    await enqueued(store.outbox.append(save({ fb_link: 'kept' })));
    device.failNextWrite();
    const later = await device.open({ now: () => 100_000_000 });
    expect((await later.drain.pick('u1', 1)).entries).toHaveLength(1);
    later.close();
  });

  describe('a full device', () => {
    let time: number;
    let tab: ClientStore;
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
      await enqueued(tab.outbox.append(save({ fb_link: 'pending' })));
      for (const key of [settingsKey('w1', 'social'), 'call/one', settingsKey('w2', 'social'), settingsKey('w1', 'feeds'), 'call/two']) {
        time += 1_000;
        await tab.cache.put('u1', key, { websiteId: 'w1', data: [], etag: null });
      }
      time += 1_000;
    });
    afterEach(() => tab.close());

    it('evicts what can be fetched again for a save, oldest first, and keeps what pending entries need', async () => {
      device.fillUntilFreed(2);
      expect(await tab.outbox.append(save({ fb_link: 'a' }, { websiteId: 'w3' }))).toMatchObject({ kind: 'enqueued' });
      expect(await cached()).toEqual([settingsKey('w1', 'social'), settingsKey('w1', 'feeds'), 'call/two']);
      expect(evictElsewhere).toHaveBeenCalled();
    });

    it('evicts rows with confirmed writes last, and without those: an edit from before them causes no conflict', async () => {
      const of = { websiteId: 'w2', base: { fb_link: ['before'] } };
      time = 0;
      const opId = await enqueued(tab.outbox.append(save({ fb_link: 'mine' }, of)));
      const epoch = await tab.fence.take('u1', 'tab');
      await tab.drain.claim(opId, epoch);
      await tab.drain.applyResult(opId, epoch, { kind: 'applied', answer: null, ifMatch: null, read: null });
      time = 10_000;
      device.fillUntilFreed(3);
      await tab.drafts.put(place, { values: { fb_link: 'typed' }, base: {} });
      expect(await cached()).toEqual([settingsKey('w1', 'social'), settingsKey('w2', 'social')]);
      await tab.outbox.append(save({ fb_link: 'typed in another tab' }, of));
      const entry = (await tab.outbox.list('u1')).at(-1);
      expect(entry?.kind === 'readable' && entry.entry.base).toEqual({ fb_link: ['mine'] });
    });

    it('evicts for a draft too', async () => {
      device.fillUntilFreed(1);
      await tab.drafts.put(place, { values: { fb_link: 'typed' }, base: {} });
      expect(await tab.drafts.get(place)).not.toBeNull();
      expect(await cached()).not.toContain('call/one');
    });

    it('refuses a save only when nothing is left to evict, and stores nothing of it', async () => {
      device.fillUntilFreed(100);
      expect(await tab.outbox.append(save({ fb_link: 'a' }, { websiteId: 'w3' }))).toMatchObject({ kind: 'refused', code: 'quota' });
      expect(await cached()).toEqual([settingsKey('w1', 'social')]);
      expect(await tab.outbox.counts('u1')).toEqual({ pending: 1, attention: 0 });
    });

    it('evicts outside the store first, once for a write', async () => {
      device.fillUntilFreed(1);
      evictElsewhere.mockResolvedValueOnce(true);
      await tab.drafts.put(place, { values: {}, base: {} });
      expect(evictElsewhere).toHaveBeenCalledTimes(1);
      expect(await cached()).toHaveLength(4);
    });

    it('skips a cache write without an error', async () => {
      device.fillUntilFreed(1);
      expect(await tab.cache.put('u1', 'call/three', { websiteId: 'w1', data: [], etag: null })).toBe(false);
      await tab.files.remember('u1', 'w1', 'f1', { blob: new Blob(['picture']), name: 'a.png' });
      expect(await tab.files.find('u1', 'w1', 'f1')).toBeNull();
      expect(await cached()).toHaveLength(5);
    });
  });
}
