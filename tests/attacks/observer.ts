import { get } from 'node:http';
import * as v from 'valibot';
import { residentOf } from '../load/memory.ts';
import { descriptorsOf } from './descriptors.ts';
import { type Observed, observeOptions } from './observed.ts';

// Runs as a separate process beside the attack: it sends requests to the server at a fixed pace, each on a new connection, and measures the
// server's memory. Work in the attacker's process therefore does not count as the server's delay. It ends when asked to, or when the
// process that started it is gone.

const { origin, path, everyMs, localAddress, pid } = v.parse(observeOptions, JSON.parse(process.argv[2] ?? ''));
const answerMs = 10_000;
const lookMs = 100;

const times: number[] = [];
const underWay = new Set<Promise<void>>();
const refused: Record<string, number> = {};
const began = performance.now();
let lastAnswer = began;
let longestGapMs = 0;
let peakMb = residentOf(pid);
let peakDescriptors = descriptorsOf(pid);

const { hostname, port } = new URL(origin);

function ask(): void {
  const start = performance.now();
  const count = (status: string) => {
    refused[status] = (refused[status] ?? 0) + 1;
  };
  const request = get({ host: hostname, port, path, agent: false, ...(localAddress === null ? {} : { localAddress }) });
  // Once: an answer that is interrupted emits an error after the response.
  const end = Promise.withResolvers<number | null>();
  request.once('response', (answer) => {
    answer.once('end', () => end.resolve(answer.statusCode ?? null));
    answer.once('error', () => end.resolve(null));
    answer.resume();
  });
  request.once('error', () => end.resolve(null));
  const giveUp = setTimeout(() => request.destroy(new Error('no answer')), answerMs);
  const storing = end.promise.then((status) => {
    clearTimeout(giveUp);
    underWay.delete(storing);
    const now = performance.now();
    if (status !== 200) return count(String(status ?? 'none'));
    times.push(now - start);
    longestGapMs = Math.max(longestGapMs, now - lastAnswer);
    lastAnswer = now;
  });
  underWay.add(storing);
}

function look(): void {
  peakMb = Math.max(peakMb ?? 0, residentOf(pid) ?? 0) || null;
  peakDescriptors = Math.max(peakDescriptors ?? 0, descriptorsOf(pid) ?? 0) || null;
}

const asking = setInterval(ask, everyMs);
const looking = setInterval(look, lookMs);
process.once('disconnect', () => process.exit(0));
process.once('message', async () => {
  clearInterval(asking);
  longestGapMs = Math.max(longestGapMs, performance.now() - lastAnswer);
  await Promise.all(underWay);
  clearInterval(looking);
  look();
  const observed: Observed = { times, refused, longestGapMs, peakMb, peakDescriptors };
  process.send?.(observed, () => process.exit(0));
});
ask();
process.send?.('ready');
