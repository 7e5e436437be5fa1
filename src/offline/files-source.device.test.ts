import type { ListedFile } from '#contract/entities/file.ts';
import { type ClientStore, openClientStore } from '#db/open-client-store.ts';
import { newId } from '#db/new-id.ts';
import type { ListQuery, PageLoaded } from '#machines/ports.ts';
import { createApiClient } from '#src/io/api-client.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFilesSource, newestFirst } from './files-source.ts';

let store: ClientStore;
beforeEach(async () => {
  store = await openClientStore({ name: `files-${newId()}`, appVersion: 'test' });
});
afterEach(() => store.close());

const file = (id: string, more: Partial<ListedFile> = {}) => ({
  id,
  name: `${id}.png`,
  bytes: 10,
  created_at: '2026-06-01T10:00:00Z',
  ...more,
});
const first: ListQuery = { page: 0, perPage: 25, sort: newestFirst, q: '' };
const refusal = (code: string, status: number, message = 'x') =>
  Response.json({ error: { code, message, display_message: message, fields: {} } }, { status });
const pageOf = (...files: readonly object[]) =>
  Response.json({ data: files, pagination: { page: 0, per_page: 25, total: files.length, last_page: 0 } });

function source(answer: (method: string, path: string) => Response, { offline = false, isCurrent = true } = {}) {
  const client = createApiClient({
    baseUrl: 'https://api.test',
    credentials: () => ({ token: 't', accountId: null }),
    onResult: () => undefined,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      return answer(request.method, new URL(request.url).pathname);
    },
  });
  const user = () => ({ userId: 'u1', accountId: null });
  return createFilesSource({ client, store, user, isCurrentUser: () => isCurrent, isOffline: () => offline });
}
const { signal } = new AbortController();
const idsOf = (loaded: PageLoaded) =>
  loaded.kind === 'page' ? loaded.rows.map((row) => (typeof row === 'object' && row !== null && 'id' in row ? row.id : null)) : loaded;
const unasked = () => {
  throw new Error('no request is made offline');
};

describe('the list', () => {
  it('is cached from its beginning, and offline searched, sorted and paged on the device', async () => {
    const files = [file('b', { bytes: 3 }), file('a', { bytes: 30 }), file('c', { bytes: 20, created_at: '2026-07-01T10:00:00Z' })];
    expect(idsOf(await source(() => pageOf(...files)).loadPage('w1', first, signal))).toEqual(['b', 'a', 'c']);
    const offline = source(unasked, { offline: true });
    expect(await offline.loadPage('w1', first, signal)).toMatchObject({ fromDevice: true, pagination: { total: 3 } });
    expect(idsOf(await offline.loadPage('w1', { ...first, sort: 'name' }, signal))).toEqual(['a', 'b', 'c']);
    expect(idsOf(await offline.loadPage('w1', { ...first, sort: '-bytes' }, signal))).toEqual(['a', 'c', 'b']);
    expect(idsOf(await offline.loadPage('w1', { ...first, sort: newestFirst, q: ' C.P' }, signal))).toEqual(['c']);
    expect(idsOf(await offline.loadPage('w1', { ...first, sort: 'name', perPage: 2, page: 1 }, signal))).toEqual(['c']);
    expect(await offline.loadPage('w2', first, signal)).toEqual({ kind: 'offline' });
  });

  it('is not cached from a search or another order', async () => {
    const online = source(() => pageOf(file('x')));
    await online.loadPage('w1', { ...first, q: 'x' }, signal);
    await online.loadPage('w1', { ...first, sort: 'name' }, signal);
    await online.loadPage('w1', { ...first, page: 1 }, signal);
    expect(await source(unasked, { offline: true }).loadPage('w1', first, signal)).toEqual({ kind: 'offline' });
  });

  it('is not cached for a user who has signed out meanwhile', async () => {
    await source(() => pageOf(file('x')), { isCurrent: false }).loadPage('w1', first, signal);
    expect(await source(unasked, { offline: true }).loadPage('w1', first, signal)).toEqual({ kind: 'offline' });
  });

  it.each([
    ['not_implemented', 501],
    ['not_found', 404],
    ['method_not_allowed', 405],
  ])('that an API does not have (%s) gives a clear message', async (code, status) => {
    expect(await source(() => refusal(code, status)).loadPage('w1', first, signal)).toEqual({
      kind: 'failed',
      message: expect.stringMatching(/^This server does not offer a list of files\./u),
    });
  });

  it('that failed gives the server’s message', async () => {
    expect(await source(() => refusal('internal_error', 500, 'Broken.')).loadPage('w1', first, signal)).toEqual({
      kind: 'failed',
      message: 'Broken.',
    });
  });
});

describe('a delete', () => {
  it('removes the file from the cache too', async () => {
    const online = source((method) => (method === 'DELETE' ? Response.json({ data: { id: 'a' } }) : pageOf(file('a'), file('b'))));
    await online.loadPage('w1', first, signal);
    expect(await online.remove({ websiteId: 'w1', id: 'a' }, signal)).toMatchObject({ kind: 'deleted' });
    expect(idsOf(await source(unasked, { offline: true }).loadPage('w1', first, signal))).toEqual(['b']);
  });

  it('that is refused gives the server’s message, which says where the file is used', async () => {
    const online = source(() => refusal('conflict', 409, '“a.png” is in use: Header: Logo.'));
    expect(await online.remove({ websiteId: 'w1', id: 'a' }, signal)).toEqual({
      kind: 'failed',
      message: '“a.png” is in use: Header: Logo.',
    });
  });

  it('of a file that somebody else has deleted succeeds', async () => {
    expect(await source(() => refusal('not_found', 404)).remove({ websiteId: 'w1', id: 'a' }, signal)).toMatchObject({ kind: 'deleted' });
  });

  it.each([
    ['not_found', 404],
    ['method_not_allowed', 405],
    ['not_implemented', 501],
  ])('that an API does not have (%s) gives a clear message, and does not count as done', async (code, status) => {
    const online = source((method) => (method === 'DELETE' ? refusal(code, status) : Response.json({ data: file('a') })));
    expect(await online.remove({ websiteId: 'w1', id: 'a' }, signal)).toEqual({
      kind: 'failed',
      message: 'This server does not offer to delete files.',
    });
  });
});

describe('the storage', () => {
  const data = { bytes: 1, bytes_allowed: 2, files: 3, files_allowed: null };
  it('is known only where the API answers it', async () => {
    expect(await source(() => Response.json({ data })).usage(signal)).toEqual(data);
    expect(await source(() => refusal('not_implemented', 501)).usage(signal)).toBeNull();
    expect(await source(() => Response.json({ data: { bytes: 'many' } })).usage(signal)).toBeNull();
    expect(await source(unasked, { offline: true }).usage(signal)).toBeNull();
  });
});
