import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { proxyTest } from '../auth/client-address.ts';
import type { ServerConfig } from '../config.ts';
import { capConnections } from '../http/connection-caps.ts';
import { boundAnswers } from '../http/held-answers.ts';
import { refusingApp } from '../http/refusing-app.ts';
import { fail } from '../http/reply.ts';
import type { Logger } from '../logger.ts';

type Fetch = Parameters<typeof getRequestListener>[0];

/** How often Node looks for connections that are late with a request. ms. */
const checkMs = 1000;
const warnEveryMs = 60_000;
/** How long a connection stays after an answer that ends it in the middle of a body. ms. */
const lingerMs = 500;

const full = fail('unavailable', 'The server has as many connections as it takes. Try again in a moment.', {
  retryAfterSeconds: 5,
  closes: true,
});
const twoHosts = fail('bad_request', 'The request names its host more than once.', { closes: true });

/** Node keeps the first of several and drops the rest; a proxy before it may have gone by another. */
const namesHostTwice = (rawHeaders: readonly string[]): boolean =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1;

/**
 * Node closes a connection at once after an answer that ends it. A client in the middle of its body is then sent a reset,
 * which can wipe the answer before it is read: such a connection stays for a moment after its answer is out. Answers whether
 * a connection is in that moment: what is sent on it then, behind the body, can't be answered any more.
 */
function lingerInMidBody(server: Server): (socket: Socket) => boolean {
  const lingering = new WeakSet<Socket>();
  const latest = new WeakMap<Socket, IncomingMessage>();
  server.on('request', (incoming) => void latest.set(incoming.socket, incoming));
  server.on('connection', (socket: Socket) => {
    const destroySoon = socket.destroySoon.bind(socket);
    socket.destroySoon = () => {
      socket.destroySoon = destroySoon;
      if (socket.destroyed || latest.get(socket)?.complete !== false) return destroySoon();
      lingering.add(socket);
      socket.end();
      const linger = setTimeout(() => socket.destroy(), lingerMs);
      socket.once('close', () => clearTimeout(linger));
    };
  });
  return (socket) => lingering.has(socket);
}

/** Of the time without any movement, for all of an answer. */
const timesAnswer = 5;
/** A client that waits for its answers, as browsers and proxies do, has one request under way on a connection. */
const pipelinedAtMost = 16;

/**
 * Counts the requests of a connection that have no answer yet. Node takes all that arrive, and each would be worked on. Answers
 * whether a request may be worked on; one too many ends its connection.
 */
function capPipelined(): (incoming: IncomingMessage, outgoing: ServerResponse) => boolean {
  const unanswered = new WeakMap<Socket, number>();
  return ({ socket }, outgoing) => {
    // What was read together with the request that ended the connection still comes.
    if (socket.destroyed) return false;
    const mine = (unanswered.get(socket) ?? 0) + 1;
    if (mine > pipelinedAtMost) {
      socket.destroy();
      return false;
    }
    unanswered.set(socket, mine);
    outgoing.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    return true;
  };
}

/** The HTTP server, with the limits of connections that hold before the app gets a request. Not listening yet. */
export function createHttpServer(config: ServerConfig, logger: Logger, fetch: Fetch): Server {
  const server = createServer({
    headersTimeout: config.headersSeconds * 1000,
    requestTimeout: config.requestSeconds * 1000,
    keepAliveTimeout: config.idleSeconds * 1000,
    connectionsCheckingInterval: checkMs,
  });
  // Node leaves out headers beyond its default of a thousand, a second Host among them; their size is bounded all the same.
  server.maxHeadersCount = 0;
  // Also one whose client takes no more of its answer.
  server.timeout = config.answerSeconds * 1000;
  let warned = Number.NEGATIVE_INFINITY;
  const isRefused = capConnections(server, {
    total: config.maxConnections,
    perAddress: config.maxConnectionsPerAddress,
    isProxy: proxyTest(config.trustedProxies),
    onRefused: (open) => {
      if (performance.now() - warned < warnEveryMs) return;
      warned = performance.now();
      logger.warn('connections refused', { open });
    },
  });
  const [fullApp, twoHostsApp] = [refusingApp(config, full), refusingApp(config, twoHosts)];
  const listener = getRequestListener((request, env) => {
    if (isRefused(env.incoming.socket)) return fullApp.fetch(request);
    if (namesHostTwice(env.incoming.rawHeaders)) return twoHostsApp.fetch(request);
    return fetch(request, env);
  });
  boundAnswers(server, {
    bytes: config.answerBytesInFlight,
    takeMs: timesAnswer * config.answerSeconds * 1000,
    onCut: (cut) => logger.warn('answers cut off', cut),
    everyMs: checkMs,
  });
  const isLingering = lingerInMidBody(server);
  const isInTurn = capPipelined();
  server.on('request', (incoming, outgoing) => {
    // Its client must not think of it as done, nor find it done.
    if (isLingering(incoming.socket)) incoming.resume();
    else if (isInTurn(incoming, outgoing)) void listener(incoming, outgoing);
  });
  return server;
}
