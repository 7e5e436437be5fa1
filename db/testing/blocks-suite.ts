import { mutationName } from '#contract/outbox-entry.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewMutation } from '../append.ts';
import type { ClientStore } from '../client-store.ts';
import { blocksKey } from '#contract/cache-keys.ts';
import type { StoreDevice } from './store-device.ts';

/** Tests of changes of blocks that depend on each other, on the devices of `newDevice`. */
export function describeBlocks(newDevice: () => StoreDevice): void {
  let store: ClientStore;

  beforeEach(async () => {
    store = await newDevice().open({ now: () => 1_000 });
  });
  afterEach(() => store.close());

  const enqueued = async (result: ReturnType<ClientStore['outbox']['append']>): Promise<string> => {
    const value = await result;
    if (value.kind !== 'enqueued') throw new Error(value.code);
    return value.opId;
  };

  describe('changes of a website’s blocks', () => {
    const of = { userId: 'u1', accountId: 'a1', websiteId: 'w1', base: {} } as const;
    const create = (label: string): NewMutation<'block.create'> => {
      const localId = `local:${label.charCodeAt(0)}000000-1111-4111-8111-111111111111`;
      return {
        ...of,
        resource: 'block',
        mutation: 'create',
        base: { known: [] },
        body: { localId, key: 'banner', label, enabled: true, settings: [] },
      };
    };
    const ready = async (...inFlight: string[]) => (await store.drain.pick('u1', 4, inFlight)).entries.map(({ opId }) => opId);
    const error = { code: 'validation_failed', status: 422, message: 'No.', fields: {} };

    it('an edit that is retried is not sent beside the delete of its block, and is dropped with it', async () => {
      const block = { blockId: '7', label: 'Staff' };
      const settings = [{ key: 'title', value: ['Our staff'] }];
      const edit = await enqueued(
        store.outbox.append({ ...of, resource: 'block-settings', mutation: 'update', body: { ...block, settings } }),
      );
      const epoch = await store.fence.take('u1', 'tab');
      await store.drain.claim(edit, epoch);
      await store.drain.applyResult(edit, epoch, { kind: 'rejected', error });
      const opId = await enqueued(store.outbox.append({ ...of, resource: 'block', mutation: 'delete', body: block }));
      await store.drain.claim(opId, epoch);
      await store.outbox.retry(edit);
      expect(await ready()).toEqual([]);
      await store.drain.applyResult(opId, epoch, { kind: 'applied', answer: null, ifMatch: null, read: null });
      expect(await store.outbox.list('u1')).toEqual([]);
    });

    it('an edit behind a delete that was rejected at first is dropped with it, and causes no conflict', async () => {
      const block = { blockId: '7', label: 'Staff' };
      const opId = await enqueued(store.outbox.append({ ...of, resource: 'block', mutation: 'delete', body: block }));
      const epoch = await store.fence.take('u1', 'tab');
      await store.drain.claim(opId, epoch);
      await store.drain.applyResult(opId, epoch, { kind: 'rejected', error });
      const settings = [{ key: 'title', value: ['Our staff'] }];
      const edit = await enqueued(
        store.outbox.append({ ...of, resource: 'block-settings', mutation: 'update', body: { ...block, settings } }),
      );
      await store.outbox.retry(opId);
      await store.drain.claim(opId, epoch);
      await store.drain.applyResult(opId, epoch, { kind: 'applied', answer: null, ifMatch: null, read: null });
      expect(await store.outbox.list('u1')).toEqual([]);
      expect(await store.awaitSaveStatus(edit)).toEqual({ kind: 'discarded' });
    });

    it('an edit behind a pending delete is refused, also where another edit of its fields is in conflict', async () => {
      const block = { blockId: '7', label: 'Staff' };
      const body = { ...block, settings: [{ key: 'title', value: ['Our staff'] }] };
      const edit = { ...of, resource: 'block-settings', mutation: 'update', body, base: { 'setting/7/title': null } } as const;
      const epoch = await store.fence.take('u1', 'tab');
      const first = await enqueued(store.outbox.append(edit));
      await store.drain.claim(first, epoch);
      const theirs = { ...error, code: 'conflict', theirs: { 'setting/7/title': ['Theirs'] } };
      await store.drain.applyResult(first, epoch, { kind: 'conflict', error: theirs, read: null });
      await enqueued(store.outbox.append({ ...of, resource: 'block', mutation: 'delete', body: block }));
      const newer = { ...body, settings: [{ key: 'title', value: ['Newer'] }] };
      expect(await store.outbox.append({ ...edit, body: newer })).toMatchObject({ kind: 'refused', code: 'deleting' });
      expect(JSON.stringify(await store.outbox.list('u1'))).not.toContain('Newer');
    });

    it('one that was rejected is not dropped with a later edit that may have been applied', async () => {
      const created = create('Staff');
      const opId = await enqueued(store.outbox.append(created));
      const epoch = await store.fence.take('u1', 'tab');
      await store.drain.claim(opId, epoch);
      await store.drain.applyResult(opId, epoch, { kind: 'rejected', error });
      const body = { blockId: created.body.localId, label: 'Staff', settings: [{ key: 'title', value: ['Our staff'] }] };
      const edit = await enqueued(store.outbox.append({ ...of, resource: 'block-settings', mutation: 'update', body }));
      expect(await store.outbox.discard(opId, { as: 'rejected' })).toMatchObject({ kind: 'refused', code: 'invalid' });
      expect(await store.outbox.counts('u1')).toEqual({ pending: 0, attention: 2 });
      expect(await store.outbox.discard(opId)).toEqual({ kind: 'dequeued', opIds: [opId, edit] });
    });

    it('one that the server may hold keeps its place in an order while that is not known, and loses it with the block', async () => {
      const created = create('Staff');
      const { localId } = created.body;
      const opId = await enqueued(store.outbox.append(created));
      const placed = { order: ['1', localId, '2'] };
      await enqueued(store.outbox.append({ ...of, resource: 'block', mutation: 'reorder', body: placed, base: { order: ['1', '2'] } }));
      const epoch = await store.fence.take('u1', 'tab');
      const order = async () => {
        const entries = (await store.outbox.list('u1')).flatMap((entry) => (entry.kind === 'readable' ? [entry.entry] : []));
        return entries.find((entry) => mutationName(entry) === 'block.reorder');
      };
      await store.drain.claim(opId, epoch);
      await store.drain.applyResult(opId, epoch, { kind: 'indeterminate', at: null, error });
      await store.drain.claim(opId, epoch);
      await store.drain.applyResult(opId, epoch, { kind: 'rejected', error });
      expect(await order()).toMatchObject({ status: 'rejected', body: placed, dependsOn: [opId] });
      await store.outbox.retry(opId);
      expect(await order()).toMatchObject({ status: 'pending', body: placed, dependsOn: [opId] });
      await store.drain.claim(opId, epoch);
      await store.drain.applyResult(opId, epoch, { kind: 'rejected', error });
      await store.outbox.discard(opId);
      expect(await order()).toMatchObject({ status: 'pending', body: { order: ['1', '2'] }, dependsOn: [], lastError: null });
    });

    it('an order behind another one does not begin from the place of a block that this one does not name', async () => {
      const block = (id: string, priority: number) => ({ id, key: 'banner', label: id, enabled: true, static: false, priority });
      const stored = [block('a', 1), block('b', 2), block('c', 3)];
      const cache = (data: typeof stored) => store.cache.put('u1', blocksKey('w1'), { websiteId: 'w1', data, etag: null });
      const base = { order: ['a', 'b', 'c'] };
      const order = (...ids: string[]) => ({ ...of, resource: 'block', mutation: 'reorder', body: { order: ids }, base }) as const;
      await cache(stored);
      const first = await enqueued(store.outbox.append(order('b', 'a', 'c')));
      const epoch = await store.fence.take('u1', 'tab');
      const claim = await store.drain.claim(first, epoch);
      if (claim.kind !== 'claimed') throw new Error(claim.kind);
      const next = await enqueued(store.outbox.append(order('c', 'b', 'a')));
      // Created at the same time: its place on the server is not known.
      await cache([...stored, block('new', 4)]);
      const read = { kind: 'answered', data: stored, pagination: null, etag: null, expectedRevision: claim.revision } as const;
      await store.drain.applyResult(first, epoch, { kind: 'applied', answer: read, ifMatch: null, read });
      expect(await store.outbox.list('u1')).toMatchObject([{ entry: { opId: next, base: { order: ['b', 'a', 'c'] } } }]);
    });

    it('are created one at a time, also where so many attempts of one have failed that the others pass it', async () => {
      const stuck = await enqueued(store.outbox.append(create('Stuck')));
      const epoch = await store.fence.take('u1', 'tab');
      const fail = async (opId: string) => {
        await store.drain.claim(opId, epoch);
        await store.drain.applyResult(opId, epoch, { kind: 'indeterminate', at: null, error });
      };
      for (let attempts = 0; attempts < 5; attempts += 1) await fail(stuck);
      expect(await ready()).toEqual([stuck]);
      const next = await enqueued(store.outbox.append(create('Next')));
      const elsewhere = await enqueued(store.outbox.append({ ...create('Elsewhere'), websiteId: 'w2' }));
      expect(await ready()).toEqual([next, elsewhere]);
      // `stuck` was picked while it was alone; its claim is not written yet.
      expect(await ready(stuck)).toEqual([elsewhere]);
      await store.drain.claim(next, epoch);
      expect(await ready()).toEqual([elsewhere]);
      await fail(next);
      await store.drain.claim(stuck, epoch);
      expect(await ready()).toEqual([elsewhere]);
    });
  });
}
