import { once } from 'node:events';
import { createAdaptorServer } from '@hono/node-server';
import { expect, it } from 'vitest';
import { drain } from './shutdown.ts';

it('answers what is under way, takes nothing new, and is done when the last answer is out', async () => {
  const arrived = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const server = createAdaptorServer({
    fetch: async () => {
      arrived.resolve();
      await gate.promise;
      return new Response('answered');
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`;

  const under = fetch(url);
  await arrived.promise;
  let ended = false;
  const drained = drain(server).then(() => {
    ended = true;
  });
  await expect(fetch(url, { keepalive: false })).rejects.toThrow('fetch failed');
  expect(ended).toBe(false);
  gate.resolve();
  expect(await (await under).text()).toBe('answered');
  await drained;
});

it('cuts off at its limit what is never answered', async () => {
  const arrived = Promise.withResolvers<void>();
  const server = createAdaptorServer({
    fetch: () => {
      arrived.resolve();
      return new Promise<Response>(() => undefined);
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const under = fetch(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`);
  await arrived.promise;
  expect(await drain(server, 10)).toBe(false);
  await expect(under).rejects.toThrow('fetch failed');
});
