import { readConfig, type Config } from '../config.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { jsonLogger } from '../logger.ts';
import { listening, rawClient } from '../testing/raw-http.ts';
import { createHttpServer } from './http-server.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function started(change: Partial<Config>) {
  const reading = readConfig({});
  if (!reading.ok) throw new Error(reading.problems.join());
  const logs: string[] = [];
  const logger = jsonLogger(
    'warn',
    () => new Date(),
    (line) => logs.push(line),
  );
  const server = createHttpServer({ ...reading.config, ...change }, logger, () => new Response('answered'));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const port = await listening(server);
  const client = async () => {
    const made = await rawClient(port);
    closing.push(() => made.socket.destroy());
    return made;
  };
  return { client, logs };
}

const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

describe('a request with two hosts', () => {
  it.each(['Host: a\r\nHost: b', 'Host: a\r\nhost: a', 'HOST: a\r\nX-Other: c\r\nhost: b'])('is refused: %j', async (hosts) => {
    const { client } = await started({});
    const one = await client();
    one.send(`GET / HTTP/1.1\r\n${hosts}\r\n\r\n`);
    expect(await one.ended).toMatch(/^HTTP\/1\.1 400 .*connection: close.*"bad_request"/isu);
  });

  it('is refused also where a thousand other headers stand between them', async () => {
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
  it('of one address are so many; a request on one more is told to come back', async () => {
    const { client, logs } = await started({ maxConnectionsPerAddress: 2 });
    const first = await client();
    await client();
    const third = await client();
    third.send(get);
    expect(await third.ended).toMatch(/^HTTP\/1\.1 503 .*retry-after: 5.*"unavailable"/isu);
    expect(logs.join('')).toContain('connections refused');
    first.socket.destroy();
    // The server hears of the end a moment later.
    const answerToNext = async () => {
      const next = await client();
      next.send(get);
      await expect.poll(next.received).not.toBe('');
      return next.received();
    };
    await expect.poll(answerToNext).toContain('answered');
  });

  it('that are far too many are cut off unheard', async () => {
    const { client } = await started({ maxConnectionsPerAddress: 1 });
    const all = await Promise.all(Array.from({ length: 30 }, client));
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

describe('a connection that keeps silent', () => {
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
