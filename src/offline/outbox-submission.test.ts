import type { Json } from '#contract/json.ts';
import type { MutationKind, OutboxEntry } from '#contract/outbox-entry.ts';
import { pendingEntry } from '#machines/testing/pending-entry.ts';
import { expect, it } from 'vitest';
import { type RetainedChange, returnToForm } from './outbox-submission.ts';

/** Returns the entry, which is rejected, to its form. Answers whether it was dequeued. */
async function isDequeued(entry: Partial<OutboxEntry> & { readonly mutation: MutationKind }, retained: RetainedChange): Promise<boolean> {
  const rejected: OutboxEntry = { ...pendingEntry, opId: 'op', status: 'rejected', ...entry };
  let hasDequeued = false;
  const outbox = {
    list: async () => [{ kind: 'readable' as const, entry: rejected }],
    discard: async () => {
      hasDequeued = true;
      return { kind: 'dequeued' as const, opIds: ['op'] };
    },
  };
  const { mutation } = entry;
  const files = { idMap: async () => new Map([['local:1', '7']]) };
  await returnToForm(
    { outbox, files },
    { userId: 'u1', epoch: 0, opId: 'op', mutation, retained, signal: new AbortController().signal, onGivenBack() {} },
  );
  return hasDequeued;
}

const order = (...ids: readonly string[]): Json => ({ order: [...ids] });
const act = (name: string): Json => ({ id: '1', name: 'A', act: name, values: {} });
const changes: readonly (readonly [MutationKind, Json, Json])[] = [
  ['reorder', order('a', 'b'), order('b', 'a')],
  ['act', act('publish'), act('archive')],
  ['delete', { id: '1', name: 'A' }, { id: '1', name: 'A v2' }],
];

it.each(changes)(
  'dequeues a rejected %s as it was submitted, and keeps it once a later one was merged into it',
  async (mutation, body, later) => {
    expect(await isDequeued({ mutation, body }, { body, submitted: ['op'] })).toBe(true);
    expect(await isDequeued({ mutation, body: later }, { body, submitted: ['op'] })).toBe(false);
  },
);

it('keeps a change that the entry of another submission carries on', async () => {
  const body = order('a', 'b');
  expect(await isDequeued({ mutation: 'reorder', body }, { body, submitted: ['earlier'] })).toBe(false);
});

it('keeps a form’s save with a value that the form doesn’t hold', async () => {
  const saved: Json = { id: '1', name: 'A', values: { phone: '1', note: '2' } };
  expect(await isDequeued({ mutation: 'update', body: saved }, { values: { phone: '1', note: '2' } })).toBe(true);
  expect(await isDequeued({ mutation: 'update', body: saved }, { values: { phone: '1' } })).toBe(false);
});

it('keeps an entry that may have been applied', async () => {
  const body = order('a', 'b');
  expect(await isDequeued({ mutation: 'reorder', body, mayHaveBeenApplied: true }, { body, submitted: ['op'] })).toBe(false);
});

it('dequeues a change of a record whose local id the server’s has replaced since', async () => {
  const hide = (blockId: string): Json => ({ blockId, label: 'Staff', enabled: false });
  expect(await isDequeued({ mutation: 'update', body: hide('7') }, { body: hide('local:1'), submitted: ['op'] })).toBe(true);
  const save: Json = { blockId: '7', label: 'Staff', settings: [{ key: 'image', value: ['7'] }] };
  expect(await isDequeued({ mutation: 'update', body: save }, { values: { image: ['local:1'] } })).toBe(true);
});
