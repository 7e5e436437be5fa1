import { blocksKey } from '#contract/cache-keys.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { newId } from '#db/new-id.ts';
import { type ClientStore, openClientStore } from '#db/open-client-store.ts';
import type { BlockChange } from '#machines/block-ports.ts';
import { createApiClient } from '#src/io/api-client.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type BlocksSource, createBlocksSource } from './blocks-source.ts';

let store: ClientStore;
let source: BlocksSource;

beforeEach(async () => {
  store = await openClientStore({ name: `rejected-${newId()}`, appVersion: 'test' });
  source = createBlocksSource({
    client: createApiClient({
      baseUrl: 'https://api.test',
      credentials: () => ({ token: 't', accountId: null }),
      onResult: () => undefined,
    }),
    store,
    user: () => ({ userId: 'u1', accountId: null }),
    credentials: () => ({ token: 't', accountId: null }),
    isCurrentUser: () => true,
    isOffline: () => true,
    pendingReasonNow: () => ({ kind: 'offline' }),
    themeOf: async () => 'versatile',
    onPending: () => undefined,
  });
  const block = (id: string, priority: number) => ({ id, key: 'banner', label: id, priority, static: false, enabled: true, settings: [] });
  await store.cache.put('u1', blocksKey('w1'), { websiteId: 'w1', data: [block('1', 1), block('2', 2)], etag: null });
});
afterEach(() => store.close());

const submit = (change: BlockChange) => source.submit({ websiteId: 'w1', change }, new AbortController().signal);
const create = (label: string, below: string | null) =>
  submit({ kind: 'create', key: 'banner', label, enabled: null, copyOf: null, below });

async function entries(): Promise<readonly OutboxEntry[]> {
  return (await store.outbox.list('u1')).flatMap((read) => (read.kind === 'readable' ? [read.entry] : []));
}

/** Creates a block. Its tab ends during the request, and the next one is refused: the server may have the block. */
async function createRefused(): Promise<string> {
  const created = await create('Spring', null);
  const [{ opId = '' } = {}] = await entries();
  await store.drain.claim(opId, await store.fence.take('u1', 'a tab that ends'));
  const epoch = await store.fence.take('u1', 'test');
  await store.drain.recover('u1', epoch, true);
  await store.drain.claim(opId, epoch);
  const error = { code: 'validation_failed', message: 'No more blocks.', fields: {}, status: 422 } as const;
  await store.drain.applyResult(opId, epoch, { kind: 'rejected', error });
  return created.kind === 'pending' ? (created.blockId ?? '') : '';
}

it('is an order of the blocks that names one whose create was refused: it does not wait for a connection', async () => {
  const id = await createRefused();
  expect(await submit({ kind: 'order', order: ['1', id, '2'] })).toMatchObject({ kind: 'refused', message: 'No more blocks.' });
  expect(await entries()).toMatchObject([{ mutation: 'create', status: 'rejected' }]);
  expect(await submit({ kind: 'order', order: ['2', '1'] })).toMatchObject({ kind: 'pending' });
});

it('is no refusal of a new block whose place can’t be sent: its screen would create it again', async () => {
  await createRefused();
  expect(await create('Summer', '1')).toMatchObject({ kind: 'pending' });
  const stored = (await entries()).map(({ mutation, status }) => `${mutation} ${status}`);
  expect(stored).toEqual(['create rejected', 'create pending', 'reorder rejected']);
});
