import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { percentile } from '../bench/statistics.ts';
import { within } from '#server/within.ts';
import { type Observed, type ObserveOptions, observedSchema } from './observed.ts';

export interface Observation extends Disposable {
  /** Ends it and returns its observations; throws where the process does not report any. */
  readonly end: () => Promise<Observed>;
}

/** Time for the process to start, and to report its observations. ms. */
const observerMs = 30_000;

/** Starts an observer, in a process of its own. */
export async function observe(options: ObserveOptions): Promise<Observation> {
  const child = fork(fileURLToPath(new URL('observer.ts', import.meta.url)), [JSON.stringify(options)]);
  const message = async () => {
    const got = await within(Promise.race([once(child, 'message'), once(child, 'exit').then(() => 'ended' as const)]), observerMs);
    if (typeof got === 'string') throw new Error(`The observer of ${options.path} ${got === 'late' ? 'does not answer' : 'has ended'}.`);
    return got[0];
  };
  try {
    await message();
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return {
    end: async () => {
      child.send('end');
      return v.parse(observedSchema, await message());
    },
    [Symbol.dispose]: () => void child.kill('SIGKILL'),
  };
}

/** Where nothing was answered, the time is infinite. */
export const slowest = ({ times }: Observed): number => (times.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...times));
export const p95 = (times: readonly number[]): number => (times.length === 0 ? Number.POSITIVE_INFINITY : percentile(times, 0.95));

export function refusedText({ refused }: Observed): string {
  const kinds = Object.entries(refused).map(([status, count]) => `${status}: ${count}`);
  return kinds.length === 0 ? 'none' : kinds.join(', ');
}
