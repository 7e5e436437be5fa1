import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { clientAddress, limitedBy, type ProxyTest } from '../auth/client-address.ts';

export interface ConnectionCaps {
  readonly total: number;
  /** The cap of one IPv4 address, or one /64 network of IPv6. Trusted proxies count only in `total`. */
  readonly perAddress: number;
  readonly isProxy: ProxyTest;
  readonly onRefused: (open: number) => void;
}

/** How long a connection beyond the caps stays open, so that its request gets a refusal with a reason. ms. */
const graceMs = 2000;
/** How many of these stay open; others are closed without an answer. */
const spare = (cap: number): number => Math.max(8, Math.ceil(cap / 10));

/** Counts a server's connections. Returns whether a connection exceeds the caps, so that its request must be refused. */
export function capConnections(server: Server, { total, perAddress, isProxy, onRefused }: ConnectionCaps): (socket: Socket) => boolean {
  const refused = new WeakSet<Socket>();
  const perClient = new Map<string, number>();
  let open = 0;
  server.on('connection', (socket: Socket) => {
    const address = clientAddress(socket.remoteAddress, undefined, () => false);
    const client = isProxy(address) ? null : limitedBy(address);
    const mine = client === null ? 0 : (perClient.get(client) ?? 0) + 1;
    open += 1;
    if (client !== null) perClient.set(client, mine);
    let grace: NodeJS.Timeout | undefined;
    socket.once('close', () => {
      clearTimeout(grace);
      open -= 1;
      if (client === null) return;
      const left = (perClient.get(client) ?? 1) - 1;
      if (left === 0) perClient.delete(client);
      else perClient.set(client, left);
    });
    if (open <= total && mine <= perAddress) return;
    onRefused(open);
    if (open > total + spare(total) || mine > perAddress + spare(perAddress)) {
      socket.destroy();
      return;
    }
    refused.add(socket);
    grace = setTimeout(() => socket.destroy(), graceMs);
    grace.unref();
  });
  return (socket) => refused.has(socket);
}
