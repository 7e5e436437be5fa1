import type { Block } from '#contract/entities/block.ts';
import type { QueueRow } from '#contract/queue.ts';
import { expect, it } from 'vitest';
import { createApiClient } from './api-client.ts';
import { createBlockSenders } from './block-senders.ts';

const block = (id: string, priority: number, isStatic = false): Block => {
  return { id, key: isStatic ? 'cover' : 'banner', label: id, priority, static: isStatic, enabled: isStatic ? null : true, settings: [] };
};
const row: QueueRow = {
  seq: 1,
  opId: 'op',
  userId: 'u1',
  accountId: null,
  websiteId: '5',
  recordVersion: 1,
  appVersion: 'test',
  command: 'blocks.order',
  target: { entity: 'block-order', id: '5' },
  dependsOn: [],
  body: { order: ['1', '4', '2', '9', '3', '5'] },
  base: {},
  fileIds: [],
  status: 'sending',
  attempts: 1,
  mayHaveBeenApplied: false,
  troubles: 0,
  maybeOurs: {},
  nextAttemptAt: null,
  lastError: null,
  createdAt: 0,
};

it('puts blocks in order one by one where the API has no call for all, and leaves static ones alone', async () => {
  const stored = [block('1', 1, true), block('2', 2), block('3', 3), block('4', 4), block('5', 5, true)];
  const moves: (readonly [string, unknown])[] = [];
  const client = createApiClient({
    baseUrl: 'https://api.test',
    credentials: () => ({ token: 't', accountId: null }),
    heard: () => undefined,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      if (request.method === 'GET') return Response.json({ data: stored });
      const id = new URL(request.url).pathname.split('/').at(-1) ?? '';
      const found = stored.find((one) => one.id === id);
      if (!found) return Response.json({ error: { code: 'not_implemented', message: 'No.' } }, { status: 501 });
      moves.push([id, await request.json()]);
      return Response.json({ data: found });
    },
  });
  expect(await createBlockSenders(client)['blocks.order'].send(row, null)).toMatchObject({ kind: 'answered' });
  expect(moves).toEqual([
    ['4', { priority: 2 }],
    ['2', { priority: 3 }],
    ['3', { priority: 4 }],
  ]);
});
