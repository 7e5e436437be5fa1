import { once } from 'node:events';
import { connect } from 'node:net';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { servedCalls } from '#contract/calls/index.ts';
import { limits } from '#contract/limits.ts';
import { createServerApp } from './app.ts';
import { routes } from './calls/routes.ts';
import { codeOf, type Harness, startHarness } from './testing/harness.ts';
import { testHttpServer } from './testing/http-server.ts';
import { listening } from './testing/listening.ts';

let harness: Harness;
let token: string;
beforeAll(async () => {
  harness = await startHarness({ consoleOrigins: ['https://admin.example'], signInAttempts: 1_000_000, signInAttemptsPerIp: 1_000_000 });
  token = await harness.signIn();
});
afterAll(() => harness.close());

const save = (
  raw: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
  headers: Record<string, string> = { 'content-type': 'application/json' },
) => harness.call('POST', '/api/websites/1/settings/update', { token, raw, headers });
const answered = async (got: ReturnType<typeof save>) => [(await got).status, codeOf(await got)];

it('serves every call that the contract says is served', () => {
  expect(routes.map((route) => route.call.name).sort()).toEqual(servedCalls.map((call) => call.name).sort());
});

describe('a request that can’t be read', () => {
  it.each(['', '{', '{"data":', 'undefined', "{'a':1}", '{"a":1}}', '\u0000'])('answers 400 to the body %j', async (body) => {
    expect(await answered(save(body))).toEqual([400, 'bad_request']);
  });

  it('answers 400 to a body that is not UTF-8, and to one nested too deeply', async () => {
    expect(await answered(save(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d])))).toEqual([400, 'bad_request']);
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(await answered(save(deep))).toEqual([400, 'bad_request']);
    expect(
      await answered(save(`{"data":{"settings":[{"key":"fb_link","category":"social","value":[${'['.repeat(50)}${']'.repeat(50)}]}]}}`)),
    ).toEqual([422, 'validation_failed']);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', ''])('answers 415 to the type "%s"', async (type) => {
    expect(await answered(save('{}', { 'content-type': type }))).toEqual([415, 'unsupported_media_type']);
  });

  it('takes JSON with a charset, and JSON of a vendor', async () => {
    for (const type of ['application/json; charset=utf-8', 'application/vnd.api+json', 'APPLICATION/JSON']) {
      expect(await answered(save('{}', { 'content-type': type }))).toEqual([422, 'validation_failed']);
    }
  });

  it('does not report a client that disconnects in the middle of its body as a database failure', async () => {
    const server = testHttpServer(harness.app.fetch);
    const client = connect(await listening(server), '127.0.0.1');
    const before = harness.logs.length;
    client.write(
      'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nX-Request-Id: gone-client\r\n\r\n3\r\n{"a\r\n',
    );
    await once(server, 'request');
    client.destroy();
    await expect.poll(() => harness.logs.slice(before).join('')).toMatch(/"status":400.*gone-client/u);
    expect(harness.logs.slice(before).join('')).not.toContain('"level":"error"');
    server.close();
  });

  it('answers 413 to a body over the limit, with or without Content-Length', async () => {
    const tooMuch = ' '.repeat(limits.jsonBodyBytes + 1);
    expect(await answered(save(tooMuch))).toEqual([413, 'payload_too_large']);
    const stream = new Blob([tooMuch]).stream();
    expect(await answered(save(stream))).toEqual([413, 'payload_too_large']);
  });
});

describe('an address', () => {
  it.each(['/api', '/api/', '/api/nothing', '/api/websites/1/nothing', '/api/websites//settings', '/api/%', '/api/%ff', '/api//user'])(
    '%s is a 404 in the error shape',
    async (path) => {
      const got = await harness.call('GET', path, { token });
      expect([got.status, codeOf(got)]).toEqual([404, 'not_found']);
    },
  );

  it('with another method is a 405 that names its methods', async () => {
    const got = await harness.call('DELETE', '/api/password-reset');
    expect([got.status, codeOf(got), got.headers.get('allow')]).toEqual([405, 'method_not_allowed', 'POST, PUT']);
    expect((await harness.call('POST', '/api/health')).headers.get('allow')).toBe('GET, HEAD');
    expect((await harness.call('PUT', '/api/websites/1/settings/update', { token })).headers.get('allow')).toBe('GET, HEAD, POST');
  });
});

describe('headers', () => {
  it('names the request, by the caller’s name where that is well formed', async () => {
    const id = async (given: string) =>
      (await harness.call('GET', '/api/health', { headers: { 'x-request-id': given } })).headers.get('x-request-id');
    expect(await id('abcdef-123')).toBe('abcdef-123');
    for (const strange of ['short', 'a b c d e f', 'x'.repeat(65), '"; drop']) expect(await id(strange)).toMatch(/^[0-9a-f-]{36}$/u);
  });

  it('sends answers with headers against caching and embedding', async () => {
    const got = await harness.call('GET', '/api/user', { token });
    expect(Object.fromEntries(got.headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'strict-transport-security': 'max-age=31536000',
    });
  });

  it('lets configured origins in, and no others', async () => {
    const preflight = (origin: string) =>
      harness.call('OPTIONS', '/api/websites/1/settings/update', {
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'idempotency-key' },
      });
    const known = await preflight('https://admin.example');
    expect(known.headers.get('access-control-allow-origin')).toBe('https://admin.example');
    expect(known.headers.get('access-control-allow-headers')).toContain('Idempotency-Key');
    expect(known.headers.get('access-control-max-age')).toBe('7200');
    expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
    const answer = await harness.call('GET', '/api/user', { headers: { origin: 'https://admin.example' } });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([401, 'https://admin.example']);
    expect(answer.headers.get('access-control-expose-headers')).toContain('ETag');
  });
});

describe('a fault in the server', () => {
  it('answers 500 in the error shape, says nothing of itself, and is logged with the request’s id', async () => {
    const logs = harness.logs;
    const broken = createServerApp({
      ...harness.deps,
      db: new Proxy(harness.deps.db, {
        get: () => {
          throw new Error('the disk is gone');
        },
      }),
    });
    const got = await broken.request('/api/user', {
      headers: { authorization: `Bearer ${token}`, 'x-request-id': 'request-of-the-fault' },
    });
    const text = await got.text();
    expect([got.status, text.includes('internal_error'), text.includes('disk')]).toEqual([500, true, false]);
    expect(logs.find((line) => line.includes('"fault"'))).toMatch(/request-of-the-fault.*the disk is gone/u);
    const gone = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const alone = createServerApp({
      ...harness.deps,
      db: new Proxy(harness.deps.db, {
        get: () => {
          throw gone;
        },
      }),
    });
    const away = await alone.request('/api/user', { headers: { authorization: `Bearer ${token}` } });
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '5']);
    const frozen = createServerApp({ ...harness.deps, pingDatabase: () => Promise.reject(gone) });
    const health = await frozen.request('/api/health');
    expect([health.status, health.headers.get('retry-after')]).toEqual([503, '5']);
  });
});

describe('beside the API', () => {
  it('is well', async () => {
    const got = await harness.call('GET', '/api/health');
    expect([got.status, got.json]).toEqual([200, { data: { status: 'ok', version: '0.0.0-test' } }]);
  });

  it('is well also while requests hold every connection to the database', async () => {
    const finish = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const holding = Array.from({ length: 12 }, () =>
      harness.deps.db.transaction(async (tx) => {
        await tx.execute(sql`select 1`);
        begun.resolve();
        await finish.promise;
      }),
    );
    await begun.promise;
    expect((await harness.call('GET', '/api/health')).status).toBe(200);
    finish.resolve();
    await Promise.all(holding);
  });

  it('ends the session of content management in a frame of the console alone', async () => {
    const got = await harness.call('GET', '/cms/1/wp-admin/admin-ajax.php?action=logout');
    expect([got.status, got.headers.get('set-cookie')]).toEqual([200, expect.stringContaining('Max-Age=0')]);
    expect(got.headers.get('content-security-policy')).toContain("frame-ancestors 'self' https://console.example https://admin.example");
    expect((await harness.call('GET', '/cms/1/wp-admin/admin-ajax.php?action=other')).status).toBe(404);
  });

  it('leaves other addresses to the console', async () => {
    const app = createServerApp({ ...harness.deps, consoleFiles: (c) => c.text('console') });
    expect(await (await app.request('/website/1/marketing/social')).text()).toBe('console');
    expect((await app.request('/api/nothing')).status).toBe(401);
    expect((await harness.call('GET', '/website/1')).status).toBe(404);
  });
});

const path = fc.oneof(
  fc.constantFrom('1', '2', 'social', 'staff', 'fb_link'),
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom('%', '%zz', '%00', '..', '.'),
);
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('a\u0000b', '\ud800', '__proto__', 'fb_link', 'social', 'demo@frontage.test'),
);
const body = fc.oneof(
  fc.json(),
  fc.string(),
  fc
    .record({ email: fc.oneof(text, fc.constant('a\u0000@b.cd')), password: text, token: text, new_password: text }, { requiredKeys: [] })
    .map((value) => JSON.stringify(value)),
  fc
    .array(
      fc.record(
        {
          key: fc.constantFrom('fb_link', 'custom_css', 'robots_txt', 'enable_blog_rss_feed', 'nothing'),
          value: fc.oneof(fc.array(fc.jsonValue()), fc.array(text), fc.jsonValue()),
          category: fc.constantFrom('social', 'css', 'robots', 'feeds', 'x'),
          type: fc.constantFrom(null, 'menu', 7),
        },
        { requiredKeys: ['key'] },
      ),
      { maxLength: 4 },
    )
    .map((settings) => JSON.stringify({ data: { settings } })),
);

it('never answers 5xx to anything that comes in', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...servedCalls),
      fc.array(path, { minLength: 2, maxLength: 2 }),
      body,
      text,
      fc.boolean(),
      async (call, ids, raw, query, keyed) => {
        let next = 0;
        const url = call.path.replace(/\{\w+\}/gu, () => ids[next++] ?? '1');
        const search = call.query ? `?q=${encodeURIComponent(query.toWellFormed())}&page=${encodeURIComponent(query.toWellFormed())}` : '';
        const headers = { 'content-type': 'application/json', ...(keyed ? { 'idempotency-key': 'fuzz', 'if-match': '"social-1"' } : {}) };
        const got = await harness.call(call.method, `/api${url}${search}`, {
          token: call.name === 'logout' ? 'x' : token,
          headers,
          ...(call.method === 'GET' ? {} : { raw }),
        });
        expect(got.status).toBeLessThan(500);
        if (got.status >= 400) codeOf(got);
      },
    ),
    { numRuns: 600 },
  );
});

it('has each call once in the table', () => {
  expect(new Set(servedCalls.map((call) => `${call.method} ${call.path}`)).size).toBe(servedCalls.length);
});
