import { afterEach, beforeEach, expect, it } from 'vitest';
import type { NewRecordMutation } from './append.ts';
import { type ClientStore, openClientStore } from './open-client-store.ts';
import { readable } from './outbox-entries.ts';

let store: ClientStore;
beforeEach(async () => {
  store = await openClientStore({ name: `one-of-${crypto.randomUUID()}`, appVersion: 'test', now: () => 1_000 });
});
afterEach(() => store.close());

const update = (id: string, values: Readonly<Record<string, string | boolean>>): NewRecordMutation => ({
  userId: 'u1',
  accountId: 'a1',
  websiteId: 'w1',
  resource: 'domain',
  mutation: 'update',
  base: {},
  body: { id, name: id, values },
});

async function append(save: NewRecordMutation): Promise<string> {
  const result = await store.outbox.append(save);
  if (result.kind !== 'enqueued') throw new Error(result.code);
  return result.opId;
}

const ready = async () => (await store.drain.pick('u1', 4)).entries.map(({ opId }) => opId);

it('a flag is not merged into a change that stands ahead of another record’s, which the server may have', async () => {
  const path = await append(update('1', { redirect_to_path: '/sell' }));
  const other = await append(update('2', { is_primary: true }));
  const epoch = await store.fence.take('u1', 'tab');
  await store.drain.claim(other, epoch);
  const error = { code: 'timeout', message: '', fields: {} };
  await store.drain.applyResult(other, epoch, { kind: 'indeterminate', at: null, error });
  const last = await append(update('1', { is_primary: true }));
  expect(last).not.toBe(path);
  expect(await ready()).toEqual([path, other]);
  await store.drain.claim(path, epoch);
  await store.drain.applyResult(path, epoch, { kind: 'applied', answer: null, ifMatch: null, read: null });
  expect(await ready()).toEqual([other]);
  await store.drain.claim(other, epoch);
  expect(await ready()).toEqual([]);
  await store.drain.applyResult(other, epoch, { kind: 'applied', answer: null, ifMatch: null, read: null });
  expect(await ready()).toEqual([last]);
});

it('an unsent change loses the flag, and keeps its other fields', async () => {
  const other = await append(update('2', { is_primary: true, redirect_to_path: '/sell' }));
  await append(update('1', { is_primary: true }));
  const entries = readable(await store.outbox.list('u1'));
  expect(entries.find(({ opId }) => opId === other)?.body).toEqual({ id: '2', name: '2', values: { redirect_to_path: '/sell' } });
});
