import { blockSchema } from '#contract/entities/block.ts';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClientStore } from '../client-store.ts';
import { blocksKey, settingsKey } from '#contract/cache-keys.ts';
import { enqueued, save } from './saves.ts';
import type { StoreDevice } from './store-device.ts';

/** Tests of confirmed writes, on the devices of `newDevice`. */
export function describeConfirmedWrites(newDevice: () => StoreDevice): void {
  let store: ClientStore;

  beforeEach(async () => {
    store = await newDevice().open({ now: () => 1_000 });
  });
  afterEach(() => store.close());

  describe('an edit that began before its user’s own later saves', () => {
    const key = settingsKey('w1', 'social');
    const listed = (value: string) => [{ key: 'fb_link', value: [value] }];
    const answered = (value: string, expectedRevision: number) =>
      ({ kind: 'answered', data: listed(value), pagination: null, etag: null, expectedRevision }) as const;

    it('does not conflict with a save that overwrote somebody else’s value', async () => {
      await store.cache.put('u1', key, { websiteId: 'w1', data: listed('before'), etag: null });
      const saved = async (from: string, to: string) => {
        const opId = await enqueued(store.outbox.append(save({ fb_link: to }, { base: { fb_link: [from] } })));
        const epoch = await store.fence.take('u1', 'tab');
        await store.drain.claim(opId, epoch);
        const expectedRevision = await store.cache.revision('u1', key);
        await store.drain.applyResult(opId, epoch, {
          kind: 'applied',
          answer: answered(to, expectedRevision),
          ifMatch: null,
          read: answered(from, expectedRevision),
        });
      };
      const typedOver = async (value: string) => {
        const opId = await enqueued(store.outbox.append(save({ fb_link: 'typed in another tab' }, { base: { fb_link: [value] } })));
        const [entry] = await store.outbox.list('u1');
        await store.outbox.discard(opId);
        return entry?.kind === 'readable' && entry.entry.base['fb_link'];
      };
      await saved('before', 'mine');
      await store.cache.put('u1', key, { websiteId: 'w1', data: listed('theirs'), etag: null });
      await saved('theirs', 'mine over theirs');
      for (const value of ['mine', 'before', 'theirs']) expect(await typedOver(value)).toEqual(['mine over theirs']);
      // Somebody has overwritten our value and restored it since: an edit that began in between is no older than our save.
      await store.cache.put('u1', key, { websiteId: 'w1', data: listed('theirs again'), etag: null });
      await store.cache.put('u1', key, { websiteId: 'w1', data: listed('mine over theirs'), etag: null });
      expect(await typedOver('theirs again')).toEqual(['theirs again']);
    });

    /** A save of theirs has met somebody else's, and they have decided for their own. Answers the change that carries it. */
    async function decidedForMine(theirs: string | null = 'theirs'): Promise<string> {
      await store.cache.put('u1', key, { websiteId: 'w1', data: listed('before'), etag: null });
      const opId = await enqueued(store.outbox.append(save({ fb_link: 'mine' }, { base: { fb_link: ['before'] } })));
      const epoch = await store.fence.take('u1', 'tab');
      await store.drain.claim(opId, epoch);
      const error = { code: 'conflict', message: '', fields: {}, theirs: { fb_link: theirs === null ? null : [theirs] } };
      const read = { ...answered('', await store.cache.revision('u1', key)), data: theirs === null ? [] : listed(theirs) };
      await store.drain.applyResult(opId, epoch, { kind: 'conflict', error, read });
      const decided = await store.outbox.resolve(opId, { fb_link: 'mine' });
      if (decided.kind !== 'enqueued') throw new Error(decided.kind);
      return decided.opId;
    }

    async function baseInAnotherTab() {
      await store.outbox.append(save({ fb_link: 'typed in another tab' }, { base: { fb_link: ['before'] } }));
      const entry = (await store.outbox.list('u1')).at(-1);
      return entry?.kind === 'readable' && entry.entry.base;
    }

    it('does not conflict with a decision', async () => {
      const opId = await decidedForMine();
      const epoch = await store.fence.take('u1', 'tab');
      await store.drain.claim(opId, epoch);
      const expectedRevision = await store.cache.revision('u1', key);
      const [answer, read] = [answered('mine', expectedRevision), answered('theirs', expectedRevision)];
      await store.drain.applyResult(opId, epoch, { kind: 'applied', answer, ifMatch: null, read });
      expect(await baseInAnotherTab()).toEqual({ fb_link: ['mine'] });
    });

    it('conflicts where the decided change was discarded', async () => {
      await store.outbox.discard(await decidedForMine());
      expect(await baseInAnotherTab()).toEqual({ fb_link: ['before'] });
    });

    it('does not conflict where a change of another field was discarded', async () => {
      await store.drain.claim(await decidedForMine(null), await store.fence.take('u1', 'tab'));
      const other = await enqueued(store.outbox.append(save({ ig_link: 'dropped' }, { base: { ig_link: ['before'] } })));
      await store.outbox.discard(other);
      expect(await baseInAnotherTab()).toEqual({ fb_link: null });
    });
  });

  it('an entry that carries a change on knows which values may have been applied together, until a person decides', async () => {
    const error = { code: 'internal_error', message: '', fields: {} };
    const first = await enqueued(store.outbox.append(save({ fb_link: 'first', ig_link: 'first' })));
    const epoch = await store.fence.take('u1', 'tab');
    for (let attempts = 0; attempts < 5; attempts += 1) {
      await store.drain.claim(first, epoch);
      await store.drain.applyResult(first, epoch, { kind: 'indeterminate', at: null, error });
    }
    const next = await enqueued(store.outbox.append(save({ ig_link: 'second' })));
    const maybeApplied = [{ fb_link: ['first'], ig_link: ['first'] }];
    expect(await store.outbox.list('u1')).toMatchObject([{ entry: { opId: next, maybeApplied } }]);
    await store.drain.claim(next, epoch);
    const conflict = { code: 'conflict', message: '', fields: {}, theirs: { fb_link: null } };
    await store.drain.applyResult(next, epoch, { kind: 'conflict', error: conflict, read: null });
    const mine = await store.outbox.resolve(next, { fb_link: 'mine' });
    const entries = (await store.outbox.list('u1')).flatMap((entry) => (entry.kind === 'readable' ? [entry.entry] : []));
    const decided = entries.find(({ opId }) => mine.kind === 'enqueued' && opId === mine.opId);
    expect(decided?.maybeApplied).toEqual([{ ig_link: ['first'] }]);
  });

  it('an entry behind a discarded change knows the values that it may have applied', async () => {
    const opId = await enqueued(store.outbox.append(save({ fb_link: 'sent' })));
    const epoch = await store.fence.take('u1', 'tab');
    await store.drain.claim(opId, epoch);
    await store.drain.applyResult(opId, epoch, { kind: 'indeterminate', at: null, error: { code: 'no_answer', message: '', fields: {} } });
    const behind = await enqueued(store.outbox.append(save({ fb_link: 'behind' })));
    await store.outbox.discard(opId);
    const known = { maybeOurs: { fb_link: [['sent']] }, maybeApplied: [{ fb_link: ['sent'] }] };
    expect(await store.outbox.list('u1')).toMatchObject([{ entry: { opId: behind, ...known } }]);
  });

  it('an entry whose base was the value of a discarded change gets the base of that change', async () => {
    const first = await enqueued(store.outbox.append(save({ fb_link: 'first' }, { base: { fb_link: ['stored'] } })));
    const epoch = await store.fence.take('u1', 'tab');
    const waits = { kind: 'notApplied', at: null, error: { code: 'no_answer', message: '', fields: {} }, holdsOutbox: false } as const;
    await store.drain.claim(first, epoch);
    await store.drain.applyResult(first, epoch, waits);
    const second = await enqueued(store.outbox.append(save({ fb_link: 'second' }, { base: { fb_link: ['first'] } })));
    await store.drain.claim(second, epoch);
    await store.drain.applyResult(second, epoch, waits);
    const base = { fb_link: ['second'], ig_link: ['first'] };
    const third = await enqueued(store.outbox.append(save({ fb_link: 'third', ig_link: 'third' }, { base })));
    await store.outbox.discard(second);
    await store.outbox.discard(first);
    // Instagram's value was another field's.
    expect(await store.outbox.list('u1')).toMatchObject([{ entry: { opId: third, base: { fb_link: ['stored'], ig_link: ['first'] } } }]);
  });

  it('an order behind a discarded one keeps the cached order as its base', async () => {
    const order = (...ids: string[]) =>
      ({
        userId: 'u1',
        accountId: 'a1',
        websiteId: 'w1',
        resource: 'block',
        mutation: 'reorder',
        body: { order: ids },
        base: { order: ['a', 'b'] },
      }) as const;
    const first = await enqueued(store.outbox.append(order('b', 'a')));
    const epoch = await store.fence.take('u1', 'tab');
    await store.drain.claim(first, epoch);
    const error = { code: 'no_answer', message: '', fields: {} };
    await store.drain.applyResult(first, epoch, { kind: 'notApplied', at: null, error, holdsOutbox: false });
    // Somebody else has made the same order meanwhile.
    const block = (id: string, priority: number) => ({ id, key: 'banner', label: id, enabled: true, static: false, priority });
    await store.cache.put('u1', blocksKey('w1'), { websiteId: 'w1', data: [block('b', 1), block('a', 2)], etag: null });
    const next = await enqueued(store.outbox.append(order('a', 'b')));
    await store.outbox.discard(first);
    expect(await store.outbox.list('u1')).toMatchObject([{ entry: { opId: next, base: { order: ['b', 'a'] } } }]);
  });

  it('an edit after a rejection knows which values may have been applied together before', async () => {
    const error = { code: 'bad_request', message: '', fields: {} };
    const opId = await enqueued(store.outbox.append(save({ fb_link: 'sent', ig_link: 'sent' })));
    const epoch = await store.fence.take('u1', 'tab');
    await store.drain.claim(opId, epoch);
    await store.drain.applyResult(opId, epoch, { kind: 'indeterminate', at: null, error });
    await store.drain.claim(opId, epoch);
    await store.drain.applyResult(opId, epoch, { kind: 'rejected', error });
    await enqueued(store.outbox.append(save({ fb_link: 'edited', ig_link: 'sent' })));
    const maybeApplied = [{ fb_link: ['sent'], ig_link: ['sent'] }];
    expect(await store.outbox.list('u1')).toMatchObject([{ entry: { mayHaveBeenApplied: false, maybeApplied } }]);
  });

  it('a value that a read shows as applied is cached as the server has it, under its tag', async () => {
    const block = (id: string, priority: number) => ({
      id,
      key: 'quick_links',
      label: id,
      enabled: true,
      static: false,
      priority,
      settings: [],
    });
    const key = blocksKey('w1');
    await store.cache.put('u1', key, { websiteId: 'w1', data: [block('b', 1), block('a', 2)], etag: '"1"' });
    const body = { order: ['a', 'b'] };
    const save = { userId: 'u1', accountId: 'a1', websiteId: 'w1', resource: 'block', mutation: 'reorder', body, base: {} } as const;
    const opId = await enqueued(store.outbox.append(save));
    const epoch = await store.fence.take('u1', 'tab');
    const claim = await store.drain.claim(opId, epoch);
    if (claim.kind !== 'claimed') throw new Error(claim.kind);
    // Somebody has added a block meanwhile, which this order does not know.
    const data = [block('new', 1), block('a', 2), block('b', 3)];
    const read = { kind: 'answered', data, pagination: null, etag: '"2"', expectedRevision: claim.revision } as const;
    await store.drain.applyResult(opId, epoch, { kind: 'applied', answer: null, ifMatch: null, read });
    const cached = await store.cache.get('u1', key, v.array(blockSchema));
    expect([cached?.data.map(({ id }) => id), cached?.etag]).toEqual([['new', 'a', 'b'], '"2"']);
  });
}
