import type { NewCommand } from './append.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DeviceStore, openDeviceStore } from './device-store.ts';
import { readable } from './queue-rows.ts';
import { DeviceDatabase } from './stores.ts';

let store: DeviceStore;
let name: string;
beforeEach(async () => {
  name = `append-${crypto.randomUUID()}`;
  store = await openDeviceStore({ name, appVersion: 'test', now: () => 1_000 });
});
afterEach(() => store.close());

const of = { userId: 'u1', accountId: 'a1', websiteId: 'w1', base: {} } as const;
const hide: NewCommand<'blocks.show'> = { ...of, command: 'blocks.show', body: { blockId: '7', label: 'Staff', enabled: false } };
const remove: NewCommand<'blocks.delete'> = { ...of, command: 'blocks.delete', body: { blockId: '7', label: 'Staff' } };
const commands = async () => readable(await store.outbox.list('u1')).map((row) => row.command);

it('a delete goes behind what waits for its block, even where this version can’t read that', async () => {
  await store.outbox.append(hide);
  const raw = new DeviceDatabase(name);
  await raw.outbox.toCollection().modify({ body: { of: 'another version' } });
  raw.close();
  await store.outbox.append(remove);
  expect(await commands()).toEqual(['blocks.show', 'blocks.delete']);
});

it('several at once are refused as one, for the reason of the first, and leave nothing behind', async () => {
  const epoch = await store.dataEpoch('u1');
  await store.forget('u1', { keepUnsent: false });
  expect(await store.outbox.appendAll([hide, { ...remove, epoch }])).toEqual({ kind: 'refused', code: 'gone', message: '' });
  expect(await commands()).toEqual([]);
});

describe('new blocks', () => {
  const create = (first: string, label: string): NewCommand<'blocks.create'> => {
    const localId = `local:${first.repeat(8)}-1111-4111-8111-111111111111`;
    return { ...of, command: 'blocks.create', base: { known: [] }, body: { localId, key: 'banner', label, enabled: true, settings: [] } };
  };
  const keep = async (save: NewCommand<'blocks.create'>) => {
    const result = await store.outbox.append(save);
    if (result.kind !== 'kept') throw new Error(result.code);
    return result.opId;
  };
  const ready = async () => (await store.drain.pick('u1', 4)).rows.map(({ opId }) => opId);

  it('are made in their order, and one that is never taken does not keep the others waiting', async () => {
    const poisoned = await keep(create('1', 'Poison'));
    const good = await keep(create('2', 'Good'));
    await keep(create('3', 'Poison'));
    const epoch = await store.fence.take('u1', 'tab');
    for (let attempts = 0; attempts < 5; attempts += 1) {
      expect(await ready()).toEqual([poisoned]);
      await store.drain.claim(poisoned, epoch);
      const error = { code: 'foreign', status: 403, message: '', fields: {} };
      await store.drain.settle(poisoned, epoch, { kind: 'indeterminate', at: null, error });
    }
    // The third looks like the first, whose answer is out: nobody could tell the two.
    expect(await ready()).toEqual([good]);
    await store.drain.claim(good, epoch);
    expect(await ready()).toEqual([]);
  });
});
