import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClientStore } from '../client-store.ts';
import { settingsKey } from '#contract/cache-keys.ts';
import { bind } from '#contract/resources/bind.ts';
import { storeErrorOf } from '../store-error.ts';
import { enqueued, save } from './saves.ts';
import type { StoreDevice } from './store-device.ts';

/** Tests of saves in the outbox, on the devices of `newDevice`. */
export function describeOutbox(newDevice: () => StoreDevice): void {
  let device: StoreDevice;
  let store: ClientStore;
  let notified: string[];

  beforeEach(async () => {
    device = newDevice();
    notified = [];
    store = await device.open({
      now: () => 1_000,
      onEnqueueing: (userId) => notified.push(`before ${userId}`),
      onEnqueued: (userId) => notified.push(userId),
    });
  });
  afterEach(() => store.close());

  describe('the order of entries', () => {
    it('describes a change by its screen and fields', async () => {
      await store.outbox.append(save({ fb_link: 'a', twitter_link: 'b' }));
      const [read] = await store.outbox.list('u1');
      expect(read?.kind === 'readable' && bind(read.entry)?.description).toBe('Social links: Facebook URL, Twitter URL');
    });

    it('calls back in this tab when there is something to send', async () => {
      const opId = await enqueued(store.outbox.append(save({ fb_link: 'a' })));
      await store.outbox.retry(opId);
      expect(notified).toEqual(['before u1', 'u1', 'u1']);
    });

    it('keeps the earliest base when saves are merged', async () => {
      const first = await enqueued(store.outbox.append(save({ fb_link: 'a' }, { base: { fb_link: ['was'] } })));
      const second = await enqueued(
        store.outbox.append(save({ fb_link: 'b', ig_link: 'c' }, { base: { fb_link: ['later'], ig_link: ['was too'] } })),
      );
      expect(second).toBe(first);
      const [entry] = await store.outbox.list('u1');
      expect(entry).toMatchObject({
        entry: {
          base: { fb_link: ['was'], ig_link: ['was too'] },
          body: { settings: [{ key: 'fb_link', value: ['b'] }, { key: 'ig_link' }] },
        },
      });
    });

    it('drops what depended on a discarded save', async () => {
      const first = await enqueued(store.outbox.append(save({ fb_link: 'a' })));
      const second = await enqueued(store.outbox.append(save({ fb_link: 'a' }, { websiteId: 'w2', dependsOn: [first] })));
      expect(await store.outbox.counts('u1')).toEqual({ pending: 2, attention: 0 });
      expect((await store.drain.pick('u1', 4)).entries).toMatchObject([{ opId: first }]);
      expect(await store.outbox.discard(first)).toEqual({ kind: 'dequeued', opIds: [first, second] });
      expect(await store.outbox.list('u1')).toEqual([]);
      expect(await store.outbox.discard(first)).toMatchObject({ kind: 'refused', code: 'gone' });
    });

    it('does not change an entry that is being sent', async () => {
      const opId = await enqueued(store.outbox.append(save({ fb_link: 'a' })));
      const epoch = await store.fence.take('u1', 'tab');
      await store.drain.claim(opId, epoch);
      expect(await store.outbox.discard(opId)).toMatchObject({ code: 'busy' });
      expect(await enqueued(store.outbox.append(save({ fb_link: 'b' })))).not.toBe(opId);
      expect((await store.drain.pick('u1', 4)).entries).toEqual([]);
    });

    it('returns a full disk as a value, and stores nothing of the save', async () => {
      device.failNextWrite();
      expect(await store.outbox.append(save({ fb_link: 'a' }))).toMatchObject({ kind: 'refused', code: 'quota' });
      expect(await store.outbox.list('u1')).toEqual([]);
      expect(notified).toEqual(['before u1']);
      expect(await store.outbox.append(save({ fb_link: 'a' }))).toMatchObject({ kind: 'enqueued' });
    });

    it.each(['append', 'appendAll'] as const)('%s stores nothing of a user who has signed out while room was made', async (name) => {
      const other = await device.open({
        async evictElsewhere() {
          await other.discardUnsent('u1');
          return true;
        },
      });
      device.failNextWrite();
      const own = save({ fb_link: 'a' });
      expect(await (name === 'append' ? other.outbox.append(own) : other.outbox.appendAll([own]))).toMatchObject({
        kind: 'refused',
        code: 'gone',
      });
      expect(await other.outbox.list('u1')).toEqual([]);
      other.close();
    });

    it('finds the full disk inside the abort that it caused', () => {
      expect(storeErrorOf({ name: 'AbortError', message: 'aborted', inner: { name: 'QuotaExceededError' } }).code).toBe('quota');
      expect(storeErrorOf({ name: 'DatabaseClosedError', message: 'closed' }).code).toBe('closed');
      expect(storeErrorOf('?')).toEqual({ code: 'storage', message: '' });
    });

    it('refuses a body of another mutation, before anything is written', async () => {
      const empty = save({});
      expect(await store.outbox.append(empty)).toMatchObject({ kind: 'refused', code: 'invalid' });
    });
  });

  describe('a done save', () => {
    const key = settingsKey('w1', 'social');
    const shape = v.array(v.object({ key: v.string(), value: v.array(v.string()) }));
    const answer = { kind: 'answered' as const, data: [{ key: 'fb_link', value: ['mine'] }], pagination: null, etag: '"9"' };

    async function applied(ifMatch: string | null) {
      await store.cache.put('u1', key, { websiteId: 'w1', data: [{ key: 'ig_link', value: ['other'] }], etag: '"8"' });
      const opId = await enqueued(store.outbox.append(save({ fb_link: 'mine' }, { base: { fb_link: null } })));
      const epoch = await store.fence.take('u1', 'tab');
      await store.drain.claim(opId, epoch);
      await store.drain.applyResult(opId, epoch, { kind: 'applied', answer, ifMatch, read: null });
      return store.cache.get('u1', key, shape);
    }

    it('is applied to the cache, with the new tag only where the save was sent under the cached one', async () => {
      const data = [
        { key: 'ig_link', value: ['other'] },
        { key: 'fb_link', value: ['mine'] },
      ];
      expect(await applied('"8"')).toMatchObject({ data, etag: '"9"' });
      expect(await applied(null)).toMatchObject({ data, etag: null });
    });

    it('is never cached as if it were the whole record', async () => {
      const opId = await enqueued(store.outbox.append(save({ fb_link: 'mine' })));
      const epoch = await store.fence.take('u1', 'tab');
      await store.drain.claim(opId, epoch);
      await store.drain.applyResult(opId, epoch, { kind: 'applied', answer, ifMatch: null, read: null });
      expect(await store.cache.get('u1', key, shape)).toBeNull();
    });
  });

  describe('the start of a drain', () => {
    it('recovers what was half sent, and claims what is due, in one step', async () => {
      const half = await enqueued(store.outbox.append(save({ fb_link: 'a' })));
      await store.drain.claim(half, await store.fence.take('u1', 'dead'));
      const others: string[] = [];
      for (const websiteId of ['w2', 'w3', 'w4', 'w5'])
        others.push(await enqueued(store.outbox.append(save({ fb_link: 'a' }, { websiteId }))));
      const left = await enqueued(store.outbox.append(save({ fb_link: 'a' }, { websiteId: 'w6' })));
      const started = await store.drain.start('u1', await store.fence.take('u1', 'tab'), false, 5);
      expect(started).toMatchObject({
        claims: [
          { opId: half, claim: { kind: 'claimed', attempts: 1, entry: { mayHaveBeenApplied: true } } },
          ...others.map((opId) => ({ opId, claim: { kind: 'claimed', attempts: 0, entry: { mayHaveBeenApplied: false } } })),
        ],
      });
      const entries = await store.outbox.list('u1');
      expect(entries).toMatchObject([...Array(5).fill({ entry: { status: 'sending' } }), { entry: { opId: left, status: 'pending' } }]);
    });

    it('claims nothing while the API wants no calls', async () => {
      await enqueued(store.outbox.append(save({ fb_link: 'a' })));
      await store.drain.hold(9_000);
      const started = await store.drain.start('u1', await store.fence.take('u1', 'tab'), true, 5);
      expect(started).toEqual({ claims: [], nextAt: 9_000 });
    });
  });

  describe('the fence', () => {
    it('refuses every write of a passed epoch', async () => {
      const opId = await enqueued(store.outbox.append(save({ fb_link: 'a' })));
      const old = await store.fence.take('u1', 'frozen');
      const now = await store.fence.take('u1', 'other');
      expect(now).toBeGreaterThan(old);
      expect(await store.drain.claim(opId, old)).toEqual({ kind: 'fenced' });
      expect(await store.drain.recover('u1', old, true)).toBe('fenced');
      expect(await store.drain.start('u1', old, true, 5)).toBe('fenced');
      expect(await store.fence.beat('u1', old)).toBe(false);
      expect(await store.drain.claim(opId, now)).toMatchObject({ kind: 'claimed', attempts: 0 });
      expect(await store.drain.applyResult(opId, old, { kind: 'applied', answer: null, ifMatch: null, read: null })).toBe('fenced');
      expect(await store.outbox.list('u1')).toMatchObject([{ entry: { status: 'sending' } }]);
      await store.fence.release('u1', old);
      expect((await store.fence.lease('u1'))?.epoch).toBe(now);
    });

    it('lets a lease go to another only when it is stale', async () => {
      const first = await store.fence.takeIfFree('u1', 'one', 5_000);
      expect(await store.fence.takeIfFree('u1', 'two', 5_000)).toBeNull();
      expect(await store.fence.takeIfFree('u1', 'two', 0)).toBeGreaterThan(first ?? Number.POSITIVE_INFINITY);
    });
  });
}
