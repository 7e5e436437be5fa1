import { expect, it } from 'vitest';
import * as v from 'valibot';
import { createRevocationStore } from '#db/revocations.ts';
import { mayStayOpen } from '#machines/session/session.operations.ts';
import { endsLater } from '#machines/session/session.revocation.ts';
import { createApiClient } from '#src/io/api-client.ts';
import { endNow, sendHandles } from './wire-revocation.ts';

const never = new AbortController().signal;
const bodyShape = v.object({ handle: v.string() });

/** A server with these answers by handle, and the handles that it was sent. */
function given(answers: Readonly<Record<string, () => Response>>) {
  const store = createRevocationStore(() => null);
  for (const handle of Object.keys(answers)) store.keep(handle);
  const sent: string[] = [];
  const client = createApiClient({
    baseUrl: 'https://api.test',
    credentials: () => ({ token: 'somebody else', accountId: '1' }),
    onResult: () => undefined,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      expect(request.headers.get('authorization'), 'a handle is sent without a token').toBeNull();
      const { handle } = v.parse(bodyShape, await request.json());
      sent.push(handle);
      return answers[handle]?.() ?? Response.error();
    },
  });
  return { store, client, sent };
}

const ok = () => Response.json({ data: { ok: true } });
const refusal =
  (status: number, code: string, headers = {}) =>
  () =>
    Response.json({ error: { code, message: 'No.' } }, { status, headers });
const lost = (): Response => {
  throw new TypeError('Failed to fetch');
};

it('removes the handle of each session that the server has ended', async () => {
  const { store, client, sent } = given({ one: ok, two: ok });
  expect(await sendHandles(client, store, never)).toEqual({ left: 0, retryAfterMs: null });
  expect([sent, store.list()]).toEqual([['one', 'two'], []]);
});

it.each([
  ['no answer', lost, null],
  ['a captive portal', () => new Response('<h1>Wi-Fi</h1>', { headers: { 'content-type': 'text/html' } }), null],
  ['a server that is not ready', refusal(503, 'unavailable', { 'retry-after': '30' }), 30_000],
  ['a server that is asked too often', refusal(429, 'too_many_requests', { 'retry-after': '900' }), 900_000],
] as const)('keeps a handle after %s, and the handles after it', async (_, answer, retryAfterMs) => {
  const { store, client, sent } = given({ one: answer, two: ok });
  expect(await sendHandles(client, store, never)).toEqual({ left: 2, retryAfterMs });
  expect([sent, store.list()]).toEqual([['one'], ['one', 'two']]);
});

it.each([
  [500, 'internal_error'],
  [503, 'unavailable'],
  [429, 'too_many_requests'],
])('keeps a handle that was answered with %i, and sends the others', async (status, code) => {
  const { store, client, sent } = given({ one: refusal(status, code), two: ok });
  expect(await sendHandles(client, store, never)).toEqual({ left: 1, retryAfterMs: null });
  expect([sent, store.list()]).toEqual([['one', 'two'], ['one']]);
});

it.each([
  [404, 'not_found'],
  [422, 'validation_failed'],
  [501, 'not_implemented'],
])('sends no handle again that was answered with %i', async (status, code) => {
  const { store, client } = given({ one: refusal(status, code), two: ok });
  expect(await sendHandles(client, store, never)).toEqual({ left: 0, retryAfterMs: null });
  expect(store.list()).toEqual([]);
});

it.each([
  ['a confirmed sign-out', ok, null, []],
  ['a token that is no longer valid', refusal(401, 'unauthenticated'), null, []],
  ['a server in trouble', refusal(500, 'internal_error'), endsLater, ['mine']],
  ['no answer', lost, endsLater, ['mine']],
  ['an API that only takes handles', refusal(501, 'not_implemented'), endsLater, ['mine']],
] as const)('after %s the handle is kept where the session may still be open', async (_, answer, result, left) => {
  const stored = new Map<string, string>();
  const store = createRevocationStore(() => ({
    length: stored.size,
    key: (at) => [...stored.keys()][at] ?? null,
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  }));
  let before: readonly string[] = [];
  const client = createApiClient({
    baseUrl: 'https://api.test',
    credentials: () => null,
    onResult: () => undefined,
    fetch: async () => {
      before = store.list();
      return answer();
    },
  });
  const session = { apiToken: 'token', accountId: null, user: null, revokeHandle: 'mine' };
  expect(await endNow(client, store, session, never)).toEqual(result);
  expect(before, 'stored before the request').toEqual(['mine']);
  expect(store.list()).toEqual(left);
  expect(JSON.stringify([...stored]), 'never the token').not.toContain('token');
});

it.each([
  [lost, mayStayOpen],
  [refusal(501, 'not_implemented'), null],
] as const)('promises no later sign-out where there is no handle', async (answer, result) => {
  const { store } = given({});
  const client = createApiClient({
    baseUrl: 'https://api.test',
    credentials: () => null,
    onResult: () => undefined,
    fetch: async () => answer(),
  });
  const session = { apiToken: 'token', accountId: null, user: null, revokeHandle: null };
  expect(await endNow(client, store, session, never)).toEqual(result);
});
