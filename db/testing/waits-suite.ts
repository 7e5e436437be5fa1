import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClientStore } from '../client-store.ts';
import { enqueued, save } from './saves.ts';
import type { StoreDevice } from './store-device.ts';

/** Tests of when entries are due, also with a clock that jumps, on the devices of `newDevice`. */
export function describeWaits(newDevice: () => StoreDevice): void {
  let device: StoreDevice;
  let store: ClientStore;

  beforeEach(async () => {
    device = newDevice();
    store = await device.open({ now: () => 1_000 });
  });
  afterEach(() => store.close());

  describe('a connection that is back while an entry is in flight', () => {
    const error = { code: 'internal_error', message: '', fields: {} };

    it('ends the waits of entries that were tried, except those that its own tab is sending', async () => {
      const slow = await enqueued(store.outbox.append(save({ fb_link: 'slow' })));
      const tried = await enqueued(store.outbox.append(save({ fb_link: 'tried' }, { websiteId: 'w2' })));
      const epoch = await store.fence.take('u1', 'tab');
      await store.drain.claim(slow, epoch);
      await store.drain.claim(tried, epoch);
      await store.drain.applyResult(tried, epoch, { kind: 'indeterminate', at: 41_000, error });
      expect(await store.drain.pick('u1', 4)).toEqual({ entries: [], nextAt: 41_000 });
      await store.drain.recover('u1', epoch, true, [slow]);
      expect(await store.drain.pick('u1', 4)).toMatchObject({ entries: [{ opId: tried }], nextAt: null });
      expect((await store.drain.pick('u1', 4, [tried])).entries).toEqual([]);
      const [entry] = await store.outbox.list('u1');
      expect(entry).toMatchObject({ entry: { opId: slow, status: 'sending', mayHaveBeenApplied: false } });
    });

    it('does not shorten a wait that the server asked for', async () => {
      const opId = await enqueued(store.outbox.append(save({ fb_link: 'mine' })));
      const epoch = await store.fence.take('u1', 'tab');
      await store.drain.claim(opId, epoch);
      await store.drain.applyResult(opId, epoch, { kind: 'notApplied', at: 600_000, error, holdsOutbox: true });
      await store.drain.recover('u1', epoch, true, []);
      expect(await store.drain.pick('u1', 4)).toEqual({ entries: [], nextAt: 600_000 });
    });

    it('does not shorten a wait of which no error is known', async () => {
      await enqueued(store.outbox.append(save({ fb_link: 'mine' })));
      await store.drain.hold(600_000);
      await store.drain.recover('u1', await store.fence.take('u1', 'tab'), true, []);
      expect(await store.drain.pick('u1', 4)).toEqual({ entries: [], nextAt: 600_000 });
    });

    it('does not shorten one by another answer that asks for less', async () => {
      await enqueued(store.outbox.append(save({ fb_link: 'mine' })));
      await store.drain.hold(600_000);
      await store.drain.hold(300_000);
      expect(await store.drain.pick('u1', 4)).toEqual({ entries: [], nextAt: 600_000 });
    });
  });

  describe('a clock that jumps', () => {
    const day = 86_400_000;
    const place = (screen: string) => ({ userId: 'u1', websiteId: 'w1', screen });

    it('a year ahead deletes neither drafts nor the log', async () => {
      const opId = await enqueued(store.outbox.append(save({ fb_link: 'a' })));
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

    /** Applies a refusal with a wait; returns when the entry is due. */
    async function waiting(waitMs: number, holdsOutbox: boolean, jumpMs: number) {
      let time = 10 * day;
      const tab = await device.open({ now: () => time });
      const opId = await enqueued(tab.outbox.append(save({ fb_link: 'a' })));
      const epoch = await tab.fence.take('u1', 'tab');
      await tab.drain.claim(opId, epoch);
      const error = { code: 'unavailable', message: '', fields: {} };
      await tab.drain.applyResult(opId, epoch, { kind: 'notApplied', at: time + waitMs, error, holdsOutbox });
      time += jumpMs;
      return {
        tab,
        dueIn: async () => ((await tab.drain.nextDue('u1')) || time) - time,
        isReady: async () => (await tab.drain.pick('u1', 1)).entries.length === 1,
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
}
