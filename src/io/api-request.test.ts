import { createBlock, deleteBlock } from '#contract/calls/blocks.ts';
import { currentUser } from '#contract/calls/authentication.ts';
import { expect, it } from 'vitest';
import { createApiClient } from './api-client.ts';

/** Answers with headers and the beginning of a body, and then with nothing more, as a connection does that died half-way. */
const stalling: typeof fetch = async (input) => {
  const { signal } = new Request(input);
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode('{"data":'));
      if (signal.aborted) stream.error(signal.reason);
      else signal.addEventListener('abort', () => stream.error(signal.reason));
    },
  });
  return new Response(body, { headers: { 'content-type': 'application/json' } });
};
const client = createApiClient({
  baseUrl: 'https://api.test',
  credentials: () => ({ token: 't', accountId: null }),
  heard: () => undefined,
  fetch: stalling,
});

it('gives up an answer whose body never ends', async () => {
  expect(await client.call(currentUser, { params: {}, timeoutMs: 50 })).toEqual({ kind: 'noAnswer', reason: 'timeout' });
});

it('says aborted for a call that was given up while its answer was read', async () => {
  const stop = new AbortController();
  const call = client.call(currentUser, { params: {}, signal: stop.signal });
  stop.abort();
  expect(await call).toEqual({ kind: 'aborted' });
});

it.each([
  ['"v1"', '"v1"'],
  ['W/"v1"', null],
  [undefined, null],
])('keeps of the tag %s what If-Match may carry: %s', async (etag, kept) => {
  const tagged = createApiClient({
    baseUrl: 'https://api.test',
    credentials: () => ({ token: 't', accountId: null }),
    heard: () => undefined,
    fetch: async () =>
      Response.json({ data: { id: 1, account_id: 1, email: 'a@b.test' } }, etag === undefined ? {} : { headers: { etag } }),
  });
  expect(await tagged.call(currentUser, { params: {} })).toMatchObject({ kind: 'answered', etag: kept });
});

it.each([
  [{ ok: false }, ''],
  [{ ok: false, data: null, message: 'Not now.' }, 'Not now.'],
  [{ ok: false, error: { code: 'validation_failed', message: 'Too many.', display_message: 'Too many blocks.' } }, 'Too many blocks.'],
])('reads an answer that says it is not ok as a refusal: %j', async (body, message) => {
  const refusing = createApiClient({
    baseUrl: 'https://api.test',
    credentials: () => ({ token: 't', accountId: null }),
    heard: () => undefined,
    fetch: async () => Response.json(body),
  });
  const made = await refusing.call(createBlock, { params: { websiteId: '5' }, body: { key: 'map', label: 'Map' }, idempotencyKey: 'a' });
  expect(made).toMatchObject({ kind: 'refused', status: 200, message });
  const deleted = await refusing.call(deleteBlock, { params: { websiteId: '5' }, query: { id: '7' }, idempotencyKey: 'b' });
  expect(deleted).toMatchObject({ kind: 'refused', status: 200, message });
});
