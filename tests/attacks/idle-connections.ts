import { get } from 'node:http';
import { openCrowd, residentMb, watch } from './crowd.ts';
import type { Figure } from './figures.ts';
import type { Target } from './target.ts';

const count = 5000;
const watchedMs = 40_000;
/** The server's cap for one address, and those that it keeps for a moment to tell them why. */
const mostHeld = 220;

/** How long the server takes to answer somebody at another address. ms; infinite where it does not in 30 s. */
function answerTo(localAddress: string, port: number): Promise<number> {
  const start = performance.now();
  return new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, path: '/api/health', localAddress, agent: false, timeout: 30_000 }, (answer) => {
      // A refusal is no answer, however quick.
      const took = () => (answer.statusCode === 200 ? performance.now() - start : Number.POSITIVE_INFINITY);
      answer.resume().once('end', () => resolve(took()));
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(Number.POSITIVE_INFINITY));
  });
}

/** 5,000 connections from one address that say nothing. */
export async function idleConnections({ port, pid }: Target): Promise<readonly Figure[]> {
  const before = residentMb(pid);
  const crowd = await openCrowd(port, count, '');
  // Another loopback address to ask from is there on Linux alone.
  const other = process.platform === 'linux' ? await answerTo('127.0.0.2', port) : null;
  const settled = await watch(pid, () => crowd.open() <= mostHeld, 3000);
  const held = crowd.open();
  const { peakMb, tookMs } = await watch(pid, () => crowd.open() === 0, watchedMs);
  const left = crowd.open();
  crowd.destroy();
  const highest = Math.max(settled.peakMb, peakMb);
  return [
    { name: `${count} idle connections: memory before`, value: before, unit: 'MB', atMost: null },
    { name: `${count} idle connections: memory at its highest`, value: highest, unit: 'MB', atMost: null },
    { name: `${count} idle connections: memory more`, value: highest - before, unit: 'MB', atMost: 60 },
    { name: `${count} idle connections: held`, value: held, unit: 'connections', atMost: mostHeld },
    ...(other === null ? [] : [{ name: `${count} idle connections: answer to somebody else`, value: other, unit: 'ms', atMost: 2000 }]),
    { name: `${count} idle connections: still held after ${(tookMs / 1000).toFixed(0)} s`, value: left, unit: 'connections', atMost: 0 },
  ];
}
