import { mkdtempSync, readdirSync, rmSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { createServerApp } from '../app.ts';
import { createHttpServer } from '../start/http-server.ts';
import { demoSignIn, otherSignIn } from '../seed/seed.ts';
import { websites } from '../tables/websites.ts';
import { codeOf, type Harness, startHarness } from '../testing/harness.ts';
import { listening } from '../testing/listening.ts';
import { rawClient } from '../testing/raw-http.ts';
import { multipart, png } from '../testing/uploads.ts';
import { createByteBudget } from './byte-budget.ts';
import { readBody } from './read-body.ts';

let harness: Harness;
let token: string;
let port: number;
let uploadsDir: string;
const closing: (() => void)[] = [];
beforeAll(async () => {
  harness = await startHarness({
    // Many times the pause of a slow body, even on a busy processor.
    bodySeconds: 2,
    signInAttempts: 1000,
    signInAttemptsPerIp: 1000,
  });
  token = await harness.signIn();
  uploadsDir = mkdtempSync(join(tmpdir(), 'frontage-stalled-'));
  const app = createServerApp({ ...harness.deps, uploadsDir });
  const server = createHttpServer(harness.deps.config, harness.deps.logger, app.fetch);
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  port = await listening(server);
});
afterAll(async () => {
  for (const close of closing) close();
  rmSync(uploadsDir, { recursive: true, force: true });
  await harness.close();
});

const head = (method: string, path: string, headers: readonly string[]) =>
  [`${method} /api${path} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', ...headers, '', ''].join('\r\n');
const authorized = () => `Authorization: Bearer ${token}`;
const late = /^HTTP\/1\.1 408 .*connection: close.*"request_timeout"/isu;
const large = /^HTTP\/1\.1 413 .*connection: close.*"payload_too_large"/isu;
const save = '/websites/1/settings/update';

/** Sends the head of a request and the given part of its body; returns everything that arrives until the server ends the connection. */
async function said(text: string): Promise<string> {
  const client = await rawClient(port);
  client.send(text);
  return client.ended;
}

describe('the body of an anonymous client', () => {
  it.each([
    ['POST', '/login'],
    ['POST', '/password-reset'],
    ['PUT', '/password-reset'],
  ])('of %s %s is refused beyond 8 kB, before it is sent', async (method, path) => {
    expect(await said(head(method, path, [`Content-Length: ${limits.anonymousBodyBytes + 1}`]))).toMatch(large);
  });

  it('is refused where it turns out to be longer, and taken up to there', async () => {
    const spaces = (bytes: number) => `${bytes.toString(16)}\r\n${' '.repeat(bytes)}\r\n`;
    expect(await said(head('POST', '/login', ['Transfer-Encoding: chunked']) + spaces(8000) + spaces(1))).toMatch(large);
    const signIn = JSON.stringify(demoSignIn).padEnd(limits.anonymousBodyBytes);
    const got = await harness.call('POST', '/api/login', { raw: signIn, headers: { 'content-type': 'application/json' } });
    expect(got.status).toBe(200);
  });

  it('that is refused gets the reason in the middle of sending it, each time', async () => {
    const body = ' '.repeat(3_000_000);
    for (let round = 0; round < 20; round += 1) {
      const got = await fetch(`http://127.0.0.1:${port}/api/login`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      });
      expect([got.status, got.headers.get('connection')]).toEqual([413, 'close']);
    }
  });

  it('is not read at all where a sign-in is needed', async () => {
    for (const framing of ['Content-Length: 900000', 'Transfer-Encoding: chunked']) {
      const client = await rawClient(port);
      client.send(head('POST', save, [framing]));
      await expect.poll(() => client.received()).toMatch(/^HTTP\/1\.1 401 .*"unauthenticated"/isu);
      client.socket.destroy();
    }
  });

  it('that pauses too long is answered 408, and its connection ends', async () => {
    expect(await said(`${head('POST', '/login', ['Content-Length: 100'])}{"email`)).toMatch(late);
  });

  it('that never pauses must be complete in that time', async () => {
    const client = await rawClient(port);
    client.send(head('POST', '/login', ['Content-Length: 5000']));
    const trickle = setInterval(() => client.send(' '), 50);
    expect(await client.ended).toMatch(late);
    clearInterval(trickle);
  });
});

describe('the body of a signed-in user', () => {
  it('may be as large as before', async () => {
    const body = { data: { settings: [{ key: 'custom_css', value: ['x'.repeat(9000)], category: 'css', type: null }] } };
    expect((await harness.call('POST', `/api${save}`, { token, body })).status).toBe(200);
    expect(await said(head('POST', save, [authorized(), `Content-Length: ${limits.jsonBodyBytes + 1}`]))).toMatch(large);
  });

  it('may be slow, and must not pause too long', async () => {
    const client = await rawClient(port);
    // In total it takes longer than it may pause.
    const body = '{"data":{}}'.padEnd(30);
    client.send(head('POST', save, [authorized(), `Content-Length: ${body.length}`, 'Connection: close']));
    let sent = 0;
    const trickle = setInterval(() => client.send(body[sent++] ?? ''), 100);
    expect(await client.ended).toMatch(/^HTTP\/1\.1 422 /u);
    clearInterval(trickle);
    expect(await said(`${head('POST', save, [authorized(), 'Content-Length: 100'])}{`)).toMatch(late);
  });

  it('may be slow where it is an upload too, which is taken', async () => {
    const { body, type } = await multipart([['a.png', png()]], {});
    const client = await rawClient(port);
    client.send(
      `POST /api/websites/1/files HTTP/1.1\r\nHost: x\r\n${authorized()}\r\nContent-Type: ${type}\r\nContent-Length: ${body.byteLength}\r\nConnection: close\r\n\r\n`,
    );
    const piece = Math.ceil(body.byteLength / 30);
    let sent = 0;
    const trickle = setInterval(() => {
      if (sent < body.byteLength) client.socket.write(body.subarray(sent, sent + piece));
      sent += piece;
    }, 100);
    expect(await client.ended).toMatch(/^HTTP\/1\.1 201 /u);
    clearInterval(trickle);
  });

  it('leaves nothing behind where an upload pauses too long', async () => {
    const part = '--b\r\nContent-Disposition: form-data; name="files[]"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nxxxx';
    const start = `POST /api/websites/1/files HTTP/1.1\r\nHost: x\r\n${authorized()}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 5000\r\n\r\n`;
    expect(await said(start + part)).toMatch(late);
    expect(existsSync(uploadsDir) ? readdirSync(uploadsDir) : []).toEqual([]);
  });
});

describe('bodies that are read at once', () => {
  it('share a budget of memory: one beyond it is refused with Retry-After, and accepted once another is answered', async () => {
    const share = createByteBudget(1000, 700);
    const read = (owner: string) => {
      const request = new Request('http://x/', { method: 'POST', body: ' '.repeat(600) });
      return readBody(request, { maxBytes: 1000, stallMs: 30_000, wholeMs: null, share: share(), owner });
    };
    const holder = share();
    expect(holder.take('one', 600)).toBe('taken');
    expect(await read('another')).toMatchObject({ kind: 'failure', code: 'unavailable', retryAfterSeconds: 2 });
    expect(await read('one')).toMatchObject({ kind: 'failure', code: 'too_many_requests', retryAfterSeconds: 2 });
    holder.release();
    expect(await read('one')).toMatchObject({ kind: 'bytes' });
  });

  it('of one user are a quarter of that: others still have room', async () => {
    const app = createServerApp({ ...harness.deps, config: { ...harness.deps.config, bodyBytesInFlight: 4_000_000 } });
    const other = await harness.signIn(otherSignIn);
    const ask = (bearer: string, website: number, body: string | ReadableStream<Uint8Array>) =>
      app.request(`/api/websites/${website}/settings/update`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        body,
        ...(body instanceof ReadableStream ? { duplex: 'half' as const } : {}),
      });
    const taken = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const held = ask(
      token,
      1,
      new ReadableStream<Uint8Array>(
        {
          start: (stream) => stream.enqueue(new TextEncoder().encode(' '.repeat(900_000))),
          pull: async (stream) => {
            taken.resolve();
            await finish.promise;
            stream.close();
          },
        },
        { highWaterMark: 0 },
      ),
    );
    await taken.promise;
    const body = JSON.stringify({ data: { settings: [] } }).padEnd(200_000);
    const refused = await ask(token, 1, body);
    expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('connection')]).toEqual([429, '2', 'close']);
    const [site] = await harness.deps.db.select({ id: websites.id }).from(websites).where(eq(websites.accountId, 2));
    expect((await ask(other, site?.id ?? 0, body)).status).not.toBe(429);
    finish.resolve();
    expect((await held).status).toBe(400);
    expect((await ask(token, 1, body)).status).not.toBe(429);
  });
});

describe('what an anonymous client can’t see', () => {
  it.each([
    ['GET', '/api/nothing'],
    ['GET', '/api/websites/999999/settings'],
    ['GET', '/api/websites/1/nothing'],
    ['GET', '/api/account/syncs'],
    ['POST', '/api/syncs'],
    ['DELETE', '/api/user'],
  ])('%s %s is a 401, whether or not it is there', async (method, path) => {
    const got = await harness.call(method, path);
    expect([got.status, codeOf(got)]).toEqual([401, 'unauthenticated']);
  });
});
