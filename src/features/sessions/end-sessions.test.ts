import { describe, expect, it } from 'vitest';
import { createApiClient } from '#src/io/api-client.ts';
import { endSessions } from './end-sessions.ts';
import { loadSessions } from './load-sessions.ts';

const never = new AbortController().signal;
const refusal = (status: number, code: string) => Response.json({ error: { code, message: 'No.' } }, { status });
const query = { page: 0, perPage: 25, sort: null, q: '' };

/** An API with these sessions; "own" is the caller's. */
function api({ ids, together = true, answers = () => null }: ApiOptions) {
  const open = new Set(ids);
  const calls: string[] = [];
  const client = createApiClient({
    baseUrl: 'https://api.test',
    credentials: () => ({ token: 't', accountId: null }),
    onResult: () => undefined,
    fetch: async (input, init) => {
      const { method, url } = new Request(input, init);
      const path = new URL(url).pathname;
      calls.push(`${method} ${path}`);
      const answer = answers(method, path);
      if (answer) return answer;
      if (method === 'GET') return Response.json({ data: [...open].map((id) => ({ id, current: id === 'own' })) });
      if (path === '/user/sessions') {
        if (!together) return refusal(501, 'not_implemented');
        for (const id of ids) if (id !== 'own') open.delete(id);
        return Response.json({ data: { ok: true } });
      }
      return open.delete(path.split('/').at(-1) ?? '') ? Response.json({ data: { ok: true } }) : refusal(404, 'not_found');
    },
  });
  return { client, open, calls };
}

interface ApiOptions {
  readonly ids: readonly string[];
  readonly together?: boolean;
  readonly answers?: (method: string, path: string) => Response | null;
}

describe('ending sessions', () => {
  it('ends one, and treats one that has already ended as ended', async () => {
    const { client, open } = api({ ids: ['own', 'a', 'b'] });
    const target = { kind: 'one', id: 'a', device: 'Chrome on Windows' } as const;
    expect(await endSessions(client, target, never)).toEqual({ kind: 'ended' });
    expect([...open]).toEqual(['own', 'b']);
    expect(await endSessions(client, target, never)).toEqual({ kind: 'ended' });
  });

  it.each([true, false])('ends all others, in one call or one by one (in one: %s)', async (together) => {
    const { client, open, calls } = api({ ids: ['a', 'own', 'b', 'c'], together });
    expect(await endSessions(client, { kind: 'others' }, never)).toEqual({ kind: 'ended' });
    expect([...open]).toEqual(['own']);
    expect(calls.filter((call) => call.startsWith('DELETE')).length).toBe(together ? 1 : 4);
  });

  it('stops where an API says ok and ends nothing', async () => {
    const { client, calls } = api({
      ids: ['own', 'a'],
      together: false,
      answers: (method, path) => (method === 'DELETE' && path.endsWith('/a') ? Response.json({ data: { ok: true } }) : null),
    });
    expect(await endSessions(client, { kind: 'others' }, never)).toEqual({ kind: 'ended' });
    expect(calls.filter((call) => call === 'DELETE /user/sessions/a')).toHaveLength(1);
  });

  it('says why it failed, with the server’s message', async () => {
    const { client } = api({ ids: ['own'], answers: () => refusal(500, 'internal_error') });
    expect(await endSessions(client, { kind: 'others' }, never)).toEqual({ kind: 'failed', message: 'No.' });
  });
});

describe('the list of sessions', () => {
  it('is one page where an API does not paginate it', async () => {
    const { client } = api({ ids: ['own', 'a'] });
    const pagination = { page: 0, per_page: 25, total: 2, last_page: 0 };
    expect(await loadSessions(client, query, never)).toMatchObject({ kind: 'page', pagination, fromDevice: false });
  });

  it.each([
    [404, 'not_found', { kind: 'failed', message: 'This server keeps no list of sign-ins.' }],
    [501, 'not_implemented', { kind: 'failed', message: 'This server keeps no list of sign-ins.' }],
    [500, 'internal_error', { kind: 'failed', message: 'No.' }],
  ])('after %i %s', async (status, code, expected) => {
    const { client } = api({ ids: [], answers: () => refusal(status, code) });
    expect(await loadSessions(client, query, never)).toEqual(expected);
  });

  it('is never from this device', async () => {
    const { client } = api({ ids: [], answers: () => new Response('portal', { headers: { 'content-type': 'text/html' } }) });
    expect(await loadSessions(client, query, never)).toEqual({ kind: 'offline' });
  });
});
