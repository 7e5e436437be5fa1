import { expect, it } from 'vitest';
import { testHttpServer } from '../testing/http-server.ts';
import { listening } from '../testing/listening.ts';
import { createBackground } from '../background.ts';
import { jsonLogger } from '../logger.ts';
import { drain, endBackground } from './shutdown.ts';

it('answers running requests, accepts no new ones, and resolves after the last answer', async () => {
  const arrived = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const server = testHttpServer(async () => {
    arrived.resolve();
    await finish.promise;
    return new Response('answered');
  });
  const url = `http://127.0.0.1:${await listening(server)}/`;

  const under = fetch(url);
  await arrived.promise;
  let ended = false;
  const drained = drain(server).then(() => {
    ended = true;
  });
  await expect(fetch(url, { keepalive: false })).rejects.toThrow('fetch failed');
  expect(ended).toBe(false);
  finish.resolve();
  expect(await (await under).text()).toBe('answered');
  await drained;
});

it('waits for background work, but not indefinitely', async () => {
  const logs: string[] = [];
  const logger = jsonLogger(
    'info',
    () => new Date(),
    (line) => logs.push(line),
  );
  const background = createBackground(() => undefined);
  const work = Promise.withResolvers<void>();
  background.run(() => work.promise);
  setImmediate(work.resolve);
  await endBackground(background, logger, 60_000);
  expect(logs).toEqual([]);
  background.run(() => new Promise(() => undefined));
  await endBackground(background, logger, 10);
  expect(logs.join('')).toContain('background work was cut off');
});

it('cuts off unanswered requests at its limit', async () => {
  const arrived = Promise.withResolvers<void>();
  const server = testHttpServer(() => {
    arrived.resolve();
    return new Promise<Response>(() => undefined);
  });
  const under = fetch(`http://127.0.0.1:${await listening(server)}/`);
  await arrived.promise;
  expect(await drain(server, 10)).toBe(false);
  await expect(under).rejects.toThrow('fetch failed');
});
