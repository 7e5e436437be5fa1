import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Connections that attackers hold, and how the server ended them. */
export interface Crowd {
  /** How many the server has not ended yet. */
  readonly open: () => number;
  /** How many were answered, by status; those that were ended without an answer under `none`. */
  readonly answers: () => Readonly<Record<string, number>>;
  readonly destroy: () => void;
}

/** Opened a hundred at a time, so that the queue of the kernel is not what is measured. */
const atOnce = 100;
/** A connection that takes longer counts as one that the server did not accept. ms. */
const connectMs = 10_000;

/** Opens `count` connections to this machine, in turn from each of `from`; each sends `text` and then nothing. */
export async function openCrowd(port: number, count: number, text: string, from: readonly string[] = ['127.0.0.1']): Promise<Crowd> {
  const sockets: Socket[] = [];
  const received = new Map<Socket, string>();
  for (let made = 0; made < count; made += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, count - made) }, (_, at) => {
      const localAddress = from[(made + at) % from.length];
      const socket = connect({ port, host: '127.0.0.1', ...(localAddress === undefined ? {} : { localAddress }) });
      socket.on('error', () => undefined);
      socket.on('data', (chunk: Buffer) => received.set(socket, (received.get(socket) ?? '') + chunk.toString('latin1')));
      return socket;
    });
    const late = setTimeout(() => {
      for (const socket of some) if (socket.connecting) socket.destroy();
    }, connectMs);
    // A connection that is cut off at once may be closed before it counts as open.
    await Promise.all(some.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => undefined)));
    clearTimeout(late);
    if (text !== '') for (const socket of some) if (!socket.destroyed) socket.write(text);
    sockets.push(...some);
  }
  return {
    open: () => sockets.filter((socket) => !socket.destroyed).length,
    answers: () => {
      const counts: Record<string, number> = {};
      for (const socket of sockets.filter(({ destroyed }) => destroyed)) {
        const status = /^HTTP\/1\.1 (\d+)/u.exec(received.get(socket) ?? '')?.[1] ?? 'none';
        counts[status] = (counts[status] ?? 0) + 1;
      }
      return counts;
    },
    destroy: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}
