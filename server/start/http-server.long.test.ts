import { readServerConfig, type ServerConfig } from '../config.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { jsonLogger } from '../logger.ts';
import { listening } from '../testing/listening.ts';
import { rawClient } from '../testing/raw-http.ts';
import { createHttpServer } from './http-server.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function started(change: Partial<ServerConfig>, fetch: Parameters<typeof createHttpServer>[2] = () => new Response('answered')) {
  const reading = readServerConfig({});
  if (!reading.ok) throw new Error(reading.problems.join());
  const logs: string[] = [];
  const logger = jsonLogger(
    'warn',
    () => new Date(),
    (line) => logs.push(line),
  );
  const server = createHttpServer({ ...reading.config, ...change }, logger, fetch);
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const port = await listening(server);
  const client = async (...options: [Parameters<typeof rawClient>[1]?]) => {
    const made = await rawClient(port, ...options);
    closing.push(() => made.socket.destroy());
    return made;
  };
  return { client, logs, server };
}

const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

describe('a request with two hosts', () => {
  it.each(['Host: a\r\nHost: b', 'Host: a\r\nhost: a', 'HOST: a\r\nX-Other: c\r\nhost: b'])('is refused: %j', async (hosts) => {
    const { client } = await started({});
    const one = await client();
    one.send(`GET / HTTP/1.1\r\n${hosts}\r\n\r\n`);
    expect(await one.ended).toMatch(/^HTTP\/1\.1 400 .*connection: close.*"bad_request"/isu);
  });

  it('is refused even where a thousand other headers stand between them', async () => {
    const { client } = await started({});
    const one = await client();
    one.send(`GET / HTTP/1.1\r\nHost: a\r\n${'a:\r\n'.repeat(1500)}Host: b\r\n\r\n`);
    expect(await one.ended).toMatch(/^HTTP\/1\.1 400 .*"bad_request"/isu);
  });

  it('is not one with a header whose value is "host"', async () => {
    const { client } = await started({});
    const one = await client();
    one.send('GET / HTTP/1.1\r\nHost: x\r\nX-Name: host\r\n\r\n');
    await expect.poll(() => one.received()).toContain('answered');
  });
});

describe('connections', () => {
  it('of one address are so many; a request on one more is refused with Retry-After', async () => {
    const { client, logs } = await started({ maxConnectionsPerAddress: 2 });
    const first = await client();
    await client();
    const third = await client();
    third.send(get);
    expect(await third.ended).toMatch(/^HTTP\/1\.1 503 .*retry-after: 5.*"unavailable"/isu);
    expect(logs.join('')).toContain('connections refused');
    first.socket.destroy();
    // The server sees the end a moment later.
    const answerToNext = async () => {
      const next = await client();
      next.send(get);
      await expect.poll(next.received).not.toBe('');
      return next.received();
    };
    await expect.poll(answerToNext).toContain('answered');
  });

  it('beyond the cap are answered with the headers that a console on another origin needs', async () => {
    const { client } = await started({ maxConnectionsPerAddress: 1, consoleOrigins: ['https://admin.example'] });
    await client();
    const ask = async (request: string) => {
      const one = await client();
      one.send(request);
      return one.ended;
    };
    const known = await ask('GET /api/user HTTP/1.1\r\nHost: x\r\nOrigin: https://admin.example\r\n\r\n');
    expect(known).toMatch(/^HTTP\/1\.1 503 /u);
    for (const header of [
      'access-control-allow-origin: https://admin.example',
      'x-content-type-options: nosniff',
      'referrer-policy: no-referrer',
      'cache-control: no-store',
    ])
      expect(known.toLowerCase()).toContain(header);
    expect(known.toLowerCase()).toMatch(/access-control-expose-headers: .*retry-after/u);
    const stranger = await ask('GET /api/user HTTP/1.1\r\nHost: x\r\nOrigin: https://evil.example\r\n\r\n');
    expect([stranger.startsWith('HTTP/1.1 503 '), stranger.includes('evil')]).toEqual([true, false]);
    const asked = 'OPTIONS /api/user HTTP/1.1\r\nHost: x\r\nOrigin: https://admin.example\r\nAccess-Control-Request-Method: PUT\r\n\r\n';
    expect(await ask(asked)).toMatch(/^HTTP\/1\.1 204 .*access-control-allow-methods: .*PUT/isu);
  });

  it('that are far too many are cut off without an answer', async () => {
    const { client } = await started({ maxConnectionsPerAddress: 1 });
    const all = await Promise.all(Array.from({ length: 30 }, () => client()));
    await expect.poll(() => all.filter(({ socket }) => socket.destroyed).length).toBeGreaterThanOrEqual(21);
    expect(all.map(({ received }) => received()).join('')).toBe('');
  });

  it('beyond the cap that send nothing do not stay', async () => {
    const { client } = await started({ maxConnectionsPerAddress: 1 });
    await client();
    expect(await (await client()).ended).toBe('');
  });

  it('of a trusted proxy are many clients, and count in all', async () => {
    const { client } = await started({ maxConnectionsPerAddress: 1, maxConnections: 3, trustedProxies: ['127.0.0.0/8'] });
    const [one, , three] = [await client(), await client(), await client()];
    for (const proxied of [one, three]) {
      proxied.send(get);
      await expect.poll(() => proxied.received()).toContain('answered');
    }
    const beyond = await client();
    beyond.send(get);
    expect(await beyond.ended).toMatch(/^HTTP\/1\.1 503 /u);
  });
});

describe('a request behind a body that was refused', () => {
  it('is neither run nor answered', async () => {
    const run: string[] = [];
    const { client, server } = await started({}, ({ url }) => {
      run.push(new URL(url).pathname);
      return new Response('too large', { status: 413, headers: { connection: 'close' } });
    });
    const closed = new Promise((resolve) => server.once('connection', (socket) => socket.once('close', resolve)));
    const one = await client({ allowHalfOpen: true });
    one.send('POST /first HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12345');
    await expect.poll(one.received).toContain('too large');
    one.send('67890POST /second HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}');
    await closed;
    expect([run, one.received().match(/HTTP\/1\.1/gu)]).toEqual([['/first'], ['HTTP/1.1']]);
  });
});

describe('requests that are sent without waiting for answers', () => {
  it('are answered in their order while they are few', async () => {
    const { client } = await started({}, async ({ url }) => {
      const path = new URL(url).pathname;
      // The later requests are finished first.
      if (path === '/0') await new Promise((resolve) => setImmediate(resolve));
      return new Response(`answer${path}`);
    });
    const one = await client();
    const paths = Array.from({ length: 16 }, (_, at) => `/${at}`);
    one.send(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
    await expect.poll(one.received).toContain('answer/15');
    expect(one.received().match(/answer\/\d+/gu)).toEqual(paths.map((path) => `answer${path}`));
    one.send(get);
    await expect.poll(one.received).toMatch(/answer\/$/u);
  });

  it('end the connection where they are many, and are not worked on', async () => {
    let run = 0;
    const { client } = await started({}, () => {
      run += 1;
      return new Promise<Response>(() => undefined);
    });
    const one = await client();
    one.send(get.repeat(5000));
    expect([await one.ended, run]).toEqual(['', 16]);
  });
});

describe('a silent connection', () => {
  it('from its beginning, or in the middle of a head, is closed', async () => {
    const { client } = await started({ headersSeconds: 0.2 });
    const [silent, half] = [await client(), await client()];
    half.send('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    expect(await half.ended).toMatch(/^HTTP\/1\.1 408 /u);
    await silent.ended;
  });

  it('after its answer is closed', async () => {
    const { client } = await started({ idleSeconds: 0.2 });
    const one = await client();
    one.send(get);
    expect(await one.ended).toContain('answered');
  });
});
