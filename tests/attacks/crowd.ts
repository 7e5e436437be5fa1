import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Connections that one attacker holds, and what the server made of them. */
export interface Crowd {
  readonly sockets: readonly Socket[];
  /** How many the server has not ended yet. */
  readonly open: () => number;
  /** How many were answered with a status, by status; those that were ended without a word under `none`. */
  readonly answers: () => Readonly<Record<string, number>>;
  readonly destroy: () => void;
}

/** Opened a hundred at a time, so that the queue of the kernel is not what is measured. */
const atOnce = 100;

/** Opens `count` connections to this machine, each of which sends `text` and then nothing. */
export async function openCrowd(port: number, count: number, text: string): Promise<Crowd> {
  const sockets: Socket[] = [];
  const heard = new Map<Socket, string>();
  for (let made = 0; made < count; made += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, count - made) }, () => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.on('data', (chunk: Buffer) => heard.set(socket, (heard.get(socket) ?? '') + chunk.toString('latin1')));
      return socket;
    });
    // A connection that is cut off at once may be closed before it counts as made.
    await Promise.all(some.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => undefined)));
    if (text !== '') for (const socket of some) if (!socket.destroyed) socket.write(text);
    sockets.push(...some);
  }
  return {
    sockets,
    open: () => sockets.filter((socket) => !socket.destroyed).length,
    answers: () => {
      const counts: Record<string, number> = {};
      for (const socket of sockets.filter(({ destroyed }) => destroyed)) {
        const status = /^HTTP\/1\.1 (\d+)/u.exec(heard.get(socket) ?? '')?.[1] ?? 'none';
        counts[status] = (counts[status] ?? 0) + 1;
      }
      return counts;
    },
    destroy: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Memory that a process occupies. MB. */
export function residentMb(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).trim()) / 1024;
}

/** Looks every quarter of a second until `isOver` or `ms` have passed. The highest memory in between, and how long it took. */
export async function watch(pid: number, isOver: () => boolean, ms: number): Promise<{ readonly peakMb: number; readonly tookMs: number }> {
  const start = performance.now();
  let peakMb = residentMb(pid);
  while (!isOver() && performance.now() - start < ms) {
    await sleep(250);
    peakMb = Math.max(peakMb, residentMb(pid));
  }
  return { peakMb, tookMs: performance.now() - start };
}
