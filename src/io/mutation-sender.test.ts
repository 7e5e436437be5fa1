import type { Block } from '#contract/entities/block.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { classify } from '#machines/delivery/classify.ts';
import { pendingEntry } from '#machines/testing/pending-entry.ts';
import { expect, it } from 'vitest';
import { createApiClient } from './api-client.ts';
import { createMutationSender } from './mutation-sender.ts';

const block = (id: string, priority: number, isStatic = false): Block => {
  return { id, key: isStatic ? 'cover' : 'banner', label: id, priority, static: isStatic, enabled: isStatic ? null : true, settings: [] };
};
const entry: OutboxEntry = {
  ...pendingEntry,
  websiteId: '5',
  resource: 'block',
  mutation: 'reorder',
  target: { entity: 'block-order', scope: '5', id: '5' },
  body: { order: ['1', '4', '2', '9', '3', '5'] },
  base: {},
  status: 'sending',
  attempts: 1,
};

const noFiles = {
  file: async () => null,
  beginTransfer: () => ({ signal: new AbortController().signal, onProgress: () => undefined }),
  endTransfer: () => undefined,
};
const options = { credentials: { token: 'owner', accountId: 'a1' }, signal: new AbortController().signal, mayLeave: async () => true };

it('moves blocks one by one where the API has no call for a whole order, and does not move static ones', async () => {
  const stored = [block('1', 1, true), block('2', 2), block('3', 3), block('4', 4), block('5', 5, true)];
  const moves: (readonly [string, unknown])[] = [];
  const senders = new Set<string | null>();
  const client = createApiClient({
    baseUrl: 'https://api.test',
    credentials: () => ({ token: 't', accountId: null }),
    onResult: () => undefined,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      senders.add(`${request.headers.get('authorization')} ${request.headers.get('x-account-id')}`);
      if (request.method === 'GET') return Response.json({ data: stored });
      const id = new URL(request.url).pathname.split('/').at(-1) ?? '';
      const found = stored.find((one) => one.id === id);
      if (!found) return Response.json({ error: { code: 'not_implemented', message: 'No.' } }, { status: 501 });
      moves.push([id, await request.json()]);
      return Response.json({ data: found });
    },
  });
  expect(await createMutationSender(client, noFiles).send(entry, null, options)).toMatchObject({ kind: 'answered' });
  expect(moves).toEqual([
    ['4', { priority: 2 }],
    ['2', { priority: 3 }],
    ['3', { priority: 4 }],
  ]);
  // Also where another user is signed in by the last call.
  expect([...senders]).toEqual(['Bearer owner a1']);
});

it('aborts the calls of an order that have not begun', async () => {
  const stop = new AbortController();
  let calls = 0;
  const client = createApiClient({
    baseUrl: 'https://api.test',
    credentials: () => null,
    onResult: () => undefined,
    fetch: async (input, init) => {
      calls += 1;
      const request = new Request(input, init);
      if (request.method === 'GET') return Response.json({ data: [block('1', 1), block('2', 2)] });
      if (calls === 3) stop.abort();
      const isOne = calls > 2;
      return isOne
        ? Response.json({ data: block('1', 1) })
        : Response.json({ error: { code: 'not_implemented', message: '' } }, { status: 501 });
    },
  });
  const order = { ...entry, body: { order: ['2', '1'] } };
  expect(await createMutationSender(client, noFiles).send(order, null, { ...options, signal: stop.signal })).toEqual({
    kind: 'aborted',
  });
  expect(calls).toBe(3);
});

it('makes no more calls of an order after another tab has taken over', async () => {
  const moved: string[] = [];
  const client = createApiClient({
    baseUrl: 'https://api.test',
    credentials: () => null,
    onResult: () => undefined,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      if (request.method === 'GET') return Response.json({ data: [block('1', 1), block('2', 2)] });
      const id = new URL(request.url).pathname.split('/').at(-1) ?? '';
      if (id !== '1' && id !== '2') return Response.json({ error: { code: 'not_implemented', message: '' } }, { status: 501 });
      moved.push(id);
      return Response.json({ data: block(id, 1) });
    },
  });
  const order = { ...entry, body: { order: ['2', '1'] } };
  const mayLeave = async () => moved.length === 0;
  // One call was made, so the other tab must read before it sends the entry again.
  expect(await createMutationSender(client, noFiles).send(order, null, { ...options, mayLeave })).toMatchObject({ kind: 'noAnswer' });
  expect(moved).toEqual(['2']);
});

/** An API without the call for an order, which accepts the position of one block and refuses the next call with `status`. */
function refusingHalfway(status: number, refusesRead = false) {
  const stored = [block('2', 1), block('3', 2), block('4', 3)];
  let moved = 0;
  const problem = (at: number) => Response.json({ error: { code: 'bad_request', message: 'No.' } }, { status: at });
  return createApiClient({
    baseUrl: 'https://api.test',
    credentials: () => ({ token: 't', accountId: null }),
    onResult: () => undefined,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      if (request.method === 'GET') return refusesRead && moved > 0 ? problem(status) : Response.json({ data: stored });
      const id = new URL(request.url).pathname.split('/').at(-1) ?? '';
      const found = stored.find((one) => one.id === id);
      if (!found) return Response.json({ error: { code: 'not_implemented', message: 'No.' } }, { status: 501 });
      moved += 1;
      return moved > 1 && !refusesRead ? problem(status) : Response.json({ data: found });
    },
  });
}

it.each([
  [401, 'authRequired'],
  [422, 'indeterminate'],
  [429, 'notApplied'],
] as const)('reports an order that is refused (%i) after its first call as partly applied', async (status, kind) => {
  for (const refusesRead of [false, true]) {
    const result = await createMutationSender(refusingHalfway(status, refusesRead), noFiles).send(entry, null, options);
    expect(result).toMatchObject({ kind: 'refused', status, isPartial: true });
    expect(result.kind === 'answered' ? null : classify(result, 'reorder').kind).toBe(kind);
  }
});

it('leaves out a block that was deleted since the list was read', async () => {
  const bare = ({ settings: _, ...rest }: Block) => rest;
  const client = createApiClient({
    baseUrl: 'https://api.test',
    credentials: () => ({ token: 't', accountId: null }),
    onResult: () => undefined,
    fetch: async (input, init) => {
      const { pathname } = new URL(new Request(input, init).url);
      if (pathname.endsWith('/x')) return Response.json({ error: { code: 'not_found', message: 'No such block.' } }, { status: 404 });
      if (pathname.endsWith('/y')) return Response.json({ data: block('y', 2) });
      return Response.json({ data: [bare(block('x', 1)), bare(block('y', 2))] });
    },
  });
  const read = await createMutationSender(client, noFiles).read(
    { ...entry, resource: 'block', mutation: 'delete', body: { blockId: 'x', label: 'x' } },
    options,
  );
  expect(read).toMatchObject({ kind: 'answered', data: [{ id: 'y' }] });
});
