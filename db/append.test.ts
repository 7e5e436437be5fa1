import type { NewCommand } from './append.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
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
