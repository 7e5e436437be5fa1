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

/** How often Node checks for connections with a late request. ms. */
const checkMs = 1000;
const warnEveryMs = 60_000;
/** How long a connection stays open after an answer that ends it in the middle of a body. ms. */
const lingerMs = 500;

const full = fail('unavailable', 'The server has as many connections as it takes. Try again in a moment.', {
  retryAfterSeconds: 5,
  closes: true,
});
const twoHosts = fail('bad_request', 'The request names its host more than once.', { closes: true });

/** Of several equal headers Node keeps the first and drops the rest; a proxy before it may have used another. */
const namesHostTwice = (rawHeaders: readonly string[]): boolean =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1;

/**
 * Node closes a connection at once after an answer that ends it. A client in the middle of its body then gets a reset, which can delete the
 * answer before it is read: such a connection stays open for a moment after its answer. Returns whether a connection is in that moment:
 * further requests on it can't be answered any more.
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

/** The time for a whole answer, relative to the time without traffic. */
const timesAnswer = 5;
/** A client that waits for its answers, as browsers and proxies do, has one open request on a connection. */
const pipelinedAtMost = 16;

/**
 * Counts the unanswered requests of a connection. Node accepts all that arrive, and each would run. Returns whether a request may run; one
 * too many ends its connection.
 */
function capPipelined(): (incoming: IncomingMessage, outgoing: ServerResponse) => boolean {
  const unanswered = new WeakMap<Socket, number>();
  return ({ socket }, outgoing) => {
    // Requests that were read together with the one that ended the connection still arrive.
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

/** The HTTP server, with the limits on connections that apply before the app gets a request. Not listening yet. */
export function createHttpServer(config: ServerConfig, logger: Logger, fetch: Fetch): Server {
  const server = createServer({
    headersTimeout: config.headersSeconds * 1000,
    requestTimeout: config.requestSeconds * 1000,
    keepAliveTimeout: config.idleSeconds * 1000,
    connectionsCheckingInterval: checkMs,
  });
  // Node drops headers beyond its default of a thousand, a second Host among them; their size is limited all the same.
  server.maxHeadersCount = 0;
  // Includes connections whose client does not read its answer.
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
    // The request must neither seem done to its client, nor be done.
    if (isLingering(incoming.socket)) incoming.resume();
    else if (isInTurn(incoming, outgoing)) void listener(incoming, outgoing);
  });
  return server;
}
