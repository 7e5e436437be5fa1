import type { Json } from '#contract/json.ts';
import type { MutationKind, OutboxEntry } from '#contract/outbox-entry.ts';
import { queuedEntry } from '#machines/testing/queued-entry.ts';
import { expect, it } from 'vitest';
import { type FormHolds, giveBack } from './outbox-submission.ts';

/** The entry, which is refused and gets one attempt to leave the outbox. Returns whether it has left. */
async function leaves(entry: Partial<OutboxEntry> & { readonly mutation: MutationKind }, holds: FormHolds): Promise<boolean> {
  const refused: OutboxEntry = { ...queuedEntry, opId: 'op', status: 'rejected', ...entry };
  let hasLeft = false;
  const outbox = {
    list: async () => [{ kind: 'readable' as const, entry: refused }],
    discard: async () => {
      hasLeft = true;
      return { kind: 'left' as const, opIds: ['op'] };
    },
  };
  const { mutation } = entry;
  await giveBack(
    { outbox },
    { userId: 'u1', epoch: 0, opId: 'op', mutation, holds, signal: new AbortController().signal, onGivenBack() {} },
  );
  return hasLeft;
}

const order = (...ids: readonly string[]): Json => ({ order: [...ids] });
const act = (name: string): Json => ({ id: '1', name: 'A', act: name, values: {} });
const changes: readonly (readonly [MutationKind, Json, Json])[] = [
  ['reorder', order('a', 'b'), order('b', 'a')],
  ['act', act('publish'), act('archive')],
  ['delete', { id: '1', name: 'A' }, { id: '1', name: 'A v2' }],
];

it.each(changes)(
  'a refused %s leaves the outbox as it was submitted, and stays once a later one was merged with it',
  async (mutation, body, later) => {
    expect(await leaves({ mutation, body }, { body, submitted: ['op'] })).toBe(true);
    expect(await leaves({ mutation, body: later }, { body, submitted: ['op'] })).toBe(false);
  },
);

it('a change that the entry of another submission carries on stays', async () => {
  const body = order('a', 'b');
  expect(await leaves({ mutation: 'reorder', body }, { body, submitted: ['earlier'] })).toBe(false);
});

it('a form’s save stays where it carries a value that the form doesn’t hold', async () => {
  const saved: Json = { id: '1', name: 'A', values: { phone: '1', note: '2' } };
  expect(await leaves({ mutation: 'update', body: saved }, { values: { phone: '1', note: '2' } })).toBe(true);
  expect(await leaves({ mutation: 'update', body: saved }, { values: { phone: '1' } })).toBe(false);
});

it('what the server may have stays', async () => {
  const body = order('a', 'b');
  expect(await leaves({ mutation: 'reorder', body, mayHaveBeenApplied: true }, { body, submitted: ['op'] })).toBe(false);
});
