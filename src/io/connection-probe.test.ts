import { afterEach, expect, it, vi } from 'vitest';
import { probeApi } from './connection-probe.ts';

afterEach(() => vi.unstubAllGlobals());

function probe(answer: () => Response | Promise<Response>) {
  vi.stubGlobal('fetch', async () => answer());
  return probeApi('https://api.test/user', 'token', 5000, new AbortController().signal);
}

const refusal = (code: string, message: string, display?: string) =>
  JSON.stringify({ error: { code, message, ...(display === undefined ? {} : { display_message: display }) } });

it.each([
  ['an answer', () => Response.json({ data: { id: 'u1' } })],
  ['a refusal', () => new Response(refusal('unauthenticated', 'Sign in.'), { status: 401 })],
  ['too many calls', () => new Response(refusal('too_many_requests', 'Later.'), { status: 429, headers: { 'retry-after': '30' } })],
])('meets the API in %s', async (_, answer) => expect(await probe(answer)).toBeNull());

it.each([
  ['no network', () => Promise.reject(new TypeError('Failed to fetch')), { kind: 'noAnswer' }],
  ['a time-out', () => Promise.reject(new DOMException('', 'TimeoutError')), { kind: 'noAnswer' }],
  [
    'a body that ends too early',
    () => new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('terminated')) })),
    { kind: 'noAnswer' },
  ],
  [
    'the API’s own trouble',
    () => new Response(refusal('internal_error', 'trace', 'The database is resting.'), { status: 500 }),
    { kind: 'trouble', status: 500, message: 'The database is resting.', isForeign: false },
  ],
  [
    'maintenance',
    () => new Response(refusal('unavailable', 'Back at ten.'), { status: 503, headers: { 'retry-after': '60' } }),
    { kind: 'trouble', status: 503, message: 'Back at ten.', isForeign: false },
  ],
  [
    'a gateway',
    () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    { kind: 'trouble', status: 502, message: '', isForeign: true },
  ],
  ['a network that demands a sign-in', () => new Response('Log in.', { status: 401 }), { kind: 'foreignPage' }],
  ['a network that lets nobody pass', () => new Response('Blocked.', { status: 403 }), { kind: 'foreignPage' }],
  ['the API’s own refusal', () => new Response(refusal('forbidden', 'No.'), { status: 403 }), null],
  ['a firewall', () => new Response('Blocked.', { status: 451 }), { kind: 'trouble', status: 451, message: '', isForeign: true }],
  ['a portal’s page', () => new Response('<h1>Welcome to the hotel</h1>'), { kind: 'foreignPage' }],
  ['a portal’s JSON', () => Response.json({ welcome: true }), { kind: 'foreignPage' }],
  ['a redirect to a portal', () => Response.redirect('https://portal.test/', 302), { kind: 'foreignPage' }],
  ['a portal’s demand', () => new Response('', { status: 511 }), { kind: 'foreignPage' }],
])('says that it met %s', async (_, answer, met) => expect(await probe(answer)).toEqual(met));
