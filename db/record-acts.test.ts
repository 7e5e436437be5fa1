import { call } from '#contract/calls/define.ts';
import { idSchema } from '#contract/entities/id.ts';
import { registerResource } from '#contract/resources/bind.ts';
import { crudCalls, defineResource } from '#contract/resources/define.ts';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ClientStore, openClientStore } from './open-client-store.ts';
import { readable } from './outbox-entries.ts';

const schema = v.object({ id: idSchema, name: v.string(), isFirst: v.boolean(), isOpen: v.boolean() });
const fields = [{ kind: 'text', key: 'name', label: 'Name', required: true }] as const;
const actCall = (name: string) =>
  call({
    ...{ name, method: 'POST', path: `/doors/{id}/${name}`, entity: 'agency', auth: 'bearer', waits: true },
    ...{ summary: name, answer: schema, errors: ['not_found'] },
  });
registerResource(
  defineResource({
    name: 'door',
    scope: 'website',
    path: 'doors',
    schema,
    calls: crudCalls({ one: 'Door', many: 'Doors', entity: 'agency', collection: 'doors', schema, fields, sortable: ['name'] }),
    fields,
    list: { columns: [{ key: 'name', label: 'Name' }], isSearchable: true, defaultSort: 'name' },
    labels: { one: 'door', many: 'doors', heading: 'Doors', create: 'New Door', edit: 'Edit Door', none: 'No doors.' },
    nameKey: 'name',
    formWidth: '40rem',
    concurrency: 'etag',
    findCreated: null,
    acts: {
      makeFirst: { call: actCall('makeFirst'), label: 'Make first', puts: { isFirst: true } },
      close: { call: actCall('close'), label: 'Close', puts: { isOpen: false } },
    },
    confirmDelete: 'Sure?',
  }),
);

let store: ClientStore;
let epoch: number;
beforeEach(async () => {
  store = await openClientStore({ name: `acts-${crypto.randomUUID()}`, appVersion: 'test', now: () => 1_000 });
  epoch = await store.fence.take('u1', 'tab');
});
afterEach(() => store.close());

const of = { userId: 'u1', accountId: 'a1', websiteId: 'w1', resource: 'door' } as const;
const rejected = { kind: 'rejected', error: { code: 'validation_failed', message: 'No.', fields: {} } } as const;
const puts = { makeFirst: { isFirst: true }, close: { isOpen: false } } as const;

async function append(mutation: Parameters<ClientStore['outbox']['append']>[0]): Promise<string> {
  const result = await store.outbox.append(mutation);
  if (result.kind !== 'enqueued') throw new Error(result.code);
  return result.opId;
}
const act = (name: keyof typeof puts) =>
  append({ ...of, mutation: 'act', body: { id: '1', name: 'Red', act: name, values: puts[name] }, base: {} });
const acts = async () => readable(await store.outbox.list('u1')).map(({ body, status }) => [Object(body).act, status]);
async function reject(opId: string): Promise<void> {
  await store.drain.claim(opId, epoch);
  await store.drain.applyResult(opId, epoch, rejected);
}

it('a rejected act stays when another act of its record follows, and so does what stands before that one', async () => {
  await reject(await act('makeFirst'));
  await act('close');
  expect(await acts()).toEqual([
    ['makeFirst', 'rejected'],
    ['close', 'pending'],
  ]);
  // What is behind the rejected one would have to be merged too.
  await act('makeFirst');
  expect((await acts()).map(([name]) => name)).toEqual(['makeFirst', 'close', 'makeFirst']);
});

it('an entry is not claimed while another one of its record is being sent', async () => {
  await reject(await act('makeFirst'));
  const removed = await append({ ...of, mutation: 'delete', body: { id: '1', name: 'Red' }, base: {} });
  const [first] = readable(await store.outbox.list('u1'));
  await store.outbox.retry(first?.opId ?? '');
  expect((await store.drain.claim(removed, epoch)).kind).toBe('claimed');
  expect((await store.drain.claim(first?.opId ?? '', epoch)).kind).toBe('gone');
});

it('the start without a sign-in leaves no log of others', async () => {
  await reject(await act('makeFirst'));
  const [first] = readable(await store.outbox.list('u1'));
  await store.outbox.discard(first?.opId ?? '');
  expect(await store.readLog('u1')).toHaveLength(1);
  await store.wipeExcept(['u2']);
  expect(await store.readLog('u1')).toEqual([]);
});
