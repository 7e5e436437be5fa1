import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface AlternatingProxy extends AsyncDisposable {
  readonly origin: string;
  /** How many requests each server has answered. */
  readonly answered: () => readonly number[];
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/**
 * One address before several servers: each request goes to the next of them. Where that one dies before its answer is whole, or says
 * that it is not ready, the request goes to the one after it, as a load balancer does it: reads and sign-ins may come twice, and writes
 * carry an Idempotency-Key.
 */
export async function alternatingProxy(port: number, origins: readonly string[]): Promise<AlternatingProxy> {
  const counts = origins.map(() => 0);
  let next = 0;

  async function answer(asked: IncomingMessage, body: Buffer): Promise<Answer | null> {
    let busy: Answer | null = null;
    const first = next;
    next += 1;
    for (let tries = 0; tries < origins.length; tries += 1) {
      const at = (first + tries) % origins.length;
      const got = await ask(origins[at] ?? '', asked, body);
      if (got === null || got.status === 503) busy = got ?? busy;
      else {
        counts[at] = (counts[at] ?? 0) + 1;
        return got;
      }
    }
    return busy;
  }

  const server = createServer((asked: IncomingMessage, reply: ServerResponse) => {
    const serveOne = async () => {
      const got = await answer(asked, await buffer(asked));
      if (got === null) return reply.writeHead(502).end();
      const { 'transfer-encoding': _, connection: __, ...headers } = got.headers;
      return reply.writeHead(got.status, headers).end(got.body);
    };
    // The client has gone.
    serveOne().catch(() => reply.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${port}`,
    answered: () => [...counts],
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Null: the server is not there, or ended before its answer did. */
async function ask(origin: string, asked: IncomingMessage, body: Buffer): Promise<Answer | null> {
  const { promise, resolve } = Promise.withResolvers<IncomingMessage | null>();
  const sent = request(`${origin}${asked.url ?? '/'}`, { method: asked.method, headers: asked.headers, agent: false }, resolve);
  sent.on('error', () => resolve(null));
  sent.end(body);
  const got = await promise;
  if (got === null) return null;
  return buffer(got).then(
    (answered) => ({ status: got.statusCode ?? 502, headers: got.headers, body: answered }),
    () => null,
  );
}
