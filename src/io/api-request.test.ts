import { listSettings } from '#contract/calls/settings.ts';
import { createBlock, deleteBlock } from '#contract/calls/blocks.ts';
import { currentUser } from '#contract/calls/authentication.ts';
import { sitemap } from '#contract/calls/sitemap.ts';
import { expect, it } from 'vitest';
import { createApiClient } from './api-client.ts';

/** Answers with headers and the beginning of a body, and never ends, like a connection that died half-way. */
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
  onResult: () => undefined,
  fetch: stalling,
});

it('times out an answer whose body never ends', async () => {
  expect(await client.call(currentUser, { params: {}, timeoutMs: 50 })).toEqual({ kind: 'noAnswer', reason: 'timeout' });
});

it('reports a call as aborted that was aborted while its answer was read', async () => {
  const stop = new AbortController();
  const call = client.call(currentUser, { params: {}, signal: stop.signal });
  stop.abort();
  expect(await call).toEqual({ kind: 'aborted' });
});

it.each([
  ['"v1"', '"v1"'],
  ['W/"v1"', null],
  [undefined, null],
])('reads the tag %s for If-Match as %s', async (etag, expected) => {
  const tagged = createApiClient({
    baseUrl: 'https://api.test',
    credentials: () => ({ token: 't', accountId: null }),
    onResult: () => undefined,
    fetch: async () =>
      Response.json({ data: { id: 1, account_id: 1, email: 'a@b.test' } }, etag === undefined ? {} : { headers: { etag } }),
  });
  expect(await tagged.call(currentUser, { params: {} })).toMatchObject({ kind: 'answered', etag: expected });
});

it.each([
  [{ ok: false }, ''],
  [{ ok: false, data: null, message: 'Not now.' }, 'Not now.'],
  [{ ok: false, error: { code: 'validation_failed', message: 'Too many.', display_message: 'Too many blocks.' } }, 'Too many blocks.'],
])('reads an answer that says it is not ok as a refusal: %j', async (body, message) => {
  const refusing = createApiClient({
    baseUrl: 'https://api.test',
    credentials: () => ({ token: 't', accountId: null }),
    onResult: () => undefined,
    fetch: async () => Response.json(body),
  });
  const created = await refusing.call(createBlock, { params: { websiteId: '5' }, body: { key: 'map', label: 'Map' }, idempotencyKey: 'a' });
  expect(created).toMatchObject({ kind: 'refused', status: 200, message });
  const deleted = await refusing.call(deleteBlock, { params: { websiteId: '5' }, query: { id: '7' }, idempotencyKey: 'b' });
  expect(deleted).toMatchObject({ kind: 'refused', status: 200, message });
});

it.each([
  [90, 'answered'],
  [20_000, 'foreign'],
])('reads an answer with a value that is nested %i levels deep as %s', async (levels, kind) => {
  const text = `{"data":[{"key":"logo","category":"general","value":[${'['.repeat(levels)}${']'.repeat(levels)}]}]}`;
  const deep = createApiClient({
    baseUrl: 'https://api.test',
    credentials: () => ({ token: 't', accountId: null }),
    onResult: () => undefined,
    fetch: async () => new Response(text, { headers: { 'content-type': 'application/json' } }),
  });
  const read = await deep.call(listSettings, { params: { websiteId: '5', selector: 'general' } });
  expect(read).toMatchObject({ kind });
});

const xml = '<?xml version="1.0"?><urlset/>';
const answering = (answer: () => Response) => {
  const asked: (string | null)[] = [];
  const api = createApiClient({
    baseUrl: 'https://api.test',
    credentials: () => ({ token: 't', accountId: null }),
    onResult: () => undefined,
    fetch: async (input) => {
      const { headers } = new Request(input);
      asked.push(headers.get('authorization'), headers.get('accept'));
      return answer();
    },
  });
  return { asked, read: () => api.call(sitemap, { params: { websiteId: '5' } }) };
};

it.each(['application/xml', 'application/xml; charset=utf-8', 'text/xml;charset=UTF-8'])(
  'reads a raw answer of %s as text',
  async (type) => {
    const { asked, read } = answering(() => new Response(xml, { headers: { 'content-type': type, etag: '"v1"' } }));
    expect(await read()).toEqual({ kind: 'answered', data: xml, pagination: null, etag: '"v1"' });
    expect(asked).toEqual(['Bearer t', 'application/xml, application/json']);
  },
);

it.each([
  ['a captive portal’s page', () => new Response('<html></html>', { headers: { 'content-type': 'text/html' } })],
  ['a page of XHTML', () => new Response('<html/>', { headers: { 'content-type': 'application/xhtml+xml' } })],
  ['JSON', () => Response.json({ data: xml })],
  ['an answer without a content type', () => new Response(new TextEncoder().encode(xml))],
])('reports %s in place of a raw answer as foreign', async (_, answer) => {
  expect(await answering(answer).read()).toMatchObject({ kind: 'foreign', status: 200 });
});

it('reads the refusal of a raw call like that of every other call', async () => {
  const refusal = { error: { code: 'not_found', message: 'Gone.', display_message: 'There is none.', fields: {} } };
  const { read } = answering(() => Response.json(refusal, { status: 404 }));
  expect(await read()).toMatchObject({ kind: 'refused', code: 'not_found', message: 'There is none.' });
});
