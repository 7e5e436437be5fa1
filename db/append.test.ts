import { mutationName } from '#contract/outbox-entry.ts';
import type { DeliveryResult } from '#contract/delivery-result.ts';
import type { NewMutation } from './append.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ClientStore, openClientStore } from './open-client-store.ts';
import { readable } from './outbox-entries.ts';
import { DexieDatabase } from './dexie-database.ts';

let store: ClientStore;
let name: string;
beforeEach(async () => {
  name = `append-${crypto.randomUUID()}`;
  store = await openClientStore({ name, appVersion: 'test', now: () => 1_000 });
});
afterEach(() => store.close());

const of = { userId: 'u1', accountId: 'a1', websiteId: 'w1', base: {} } as const;
const hide: NewMutation<'block.update'> = {
  ...of,
  resource: 'block',
  mutation: 'update',
  body: { blockId: '7', label: 'Staff', enabled: false },
};
const remove: NewMutation<'block.delete'> = { ...of, resource: 'block', mutation: 'delete', body: { blockId: '7', label: 'Staff' } };
const mutations = async () => readable(await store.outbox.list('u1')).map((entry) => mutationName(entry));

it('a delete comes after the pending entries of its block, even where this version can’t read them', async () => {
  await store.outbox.append(hide);
  const raw = new DexieDatabase(name);
  await raw.outbox.toCollection().modify({ body: { of: 'another version' } });
  raw.close();
  await store.outbox.append(remove);
  expect(await mutations()).toEqual(['block.update', 'block.delete']);
});

it('several mutations are refused together, with the reason of the first, and store nothing', async () => {
  const epoch = await store.dataEpoch('u1');
  await store.forget('u1', { keepUnsent: false });
  expect(await store.outbox.appendAll([hide, { ...remove, epoch }])).toEqual({ kind: 'refused', code: 'gone', message: '' });
  expect(await mutations()).toEqual([]);
});

describe('new blocks', () => {
  const create = (first: string, label: string): NewMutation<'block.create'> => {
    const localId = `local:${first.repeat(8)}-1111-4111-8111-111111111111`;
    return {
      ...of,
      resource: 'block',
      mutation: 'create',
      base: { known: [] },
      body: { localId, key: 'banner', label, enabled: true, settings: [] },
    };
  };
  const keep = async (save: NewMutation<'block.create'>) => {
    const result = await store.outbox.append(save);
    if (result.kind !== 'enqueued') throw new Error(result.code);
    return result.opId;
  };
  const ready = async () => (await store.drain.pick('u1', 4)).entries.map(({ opId }) => opId);

  it('are created in their order, and one that always fails does not block the others', async () => {
    const poisoned = await keep(create('1', 'Poison'));
    const good = await keep(create('2', 'Good'));
    await keep(create('3', 'Poison'));
    const epoch = await store.fence.take('u1', 'tab');
    for (let attempts = 0; attempts < 5; attempts += 1) {
      expect(await ready()).toEqual([poisoned]);
      await store.drain.claim(poisoned, epoch);
      const error = { code: 'foreign', status: 403, message: '', fields: {} };
      await store.drain.applyResult(poisoned, epoch, { kind: 'indeterminate', at: null, error });
    }
    // The third looks like the first, which is unanswered: the two could not be distinguished.
    expect(await ready()).toEqual([good]);
    await store.drain.claim(good, epoch);
    expect(await ready()).toEqual([]);
  });
});

describe('a delete', () => {
  const localId = 'local:11111111-1111-4111-8111-111111111111';
  const create: NewMutation<'block.create'> = {
    ...of,
    resource: 'block',
    mutation: 'create',
    base: { known: [] },
    body: { localId, key: 'banner', label: 'Staff', enabled: true, settings: [] },
  };
  const hideIt = (blockId: string): NewMutation<'block.update'> => ({ ...hide, body: { ...hide.body, blockId } });
  const removeIt: NewMutation<'block.delete'> = { ...remove, body: { blockId: localId, label: 'Staff' } };
  const error = { code: 'validation_failed', status: 422, message: 'No.', fields: {} };
  const keep = async (save: NewMutation) => {
    const result = await store.outbox.append(save);
    if (result.kind !== 'enqueued') throw new Error(result.code);
    return result.opId;
  };
  const applyResult = async (opId: string, result: DeliveryResult) => {
    const epoch = await store.fence.take('u1', 'tab');
    await store.drain.claim(opId, epoch);
    await store.drain.applyResult(opId, epoch, result);
  };
  const statuses = async () => readable(await store.outbox.list('u1')).map((entry) => [mutationName(entry), entry.status]);

  it('that was rejected because its block could not be created is discarded by a later change of the block', async () => {
    const created = await keep(create);
    await applyResult(created, { kind: 'indeterminate', at: null, error });
    const removed = await keep(removeIt);
    await applyResult(created, { kind: 'rejected', error });
    expect(await statuses()).toEqual([
      ['block.create', 'rejected'],
      ['block.delete', 'rejected'],
    ]);
    await keep(hideIt(localId));
    await store.outbox.retry(created);
    expect(await statuses()).toEqual([
      ['block.create', 'indeterminate'],
      ['block.update', 'pending'],
    ]);
    expect(await store.awaitSaveStatus(removed)).toEqual({ kind: 'discarded' });
  });

  it('that may have been applied is sent before a rejected entry ahead of it that is retried', async () => {
    const hidden = await keep(hide);
    await applyResult(hidden, { kind: 'rejected', error });
    const removed = await keep(remove);
    await applyResult(removed, { kind: 'indeterminate', at: null, error });
    await store.outbox.retry(hidden);
    expect((await store.drain.pick('u1', 4)).entries.map(({ opId }) => opId)).toEqual([removed]);
  });
});
