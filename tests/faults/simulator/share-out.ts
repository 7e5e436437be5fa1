import { Worker } from 'node:worker_threads';
import type { Failing, Seeds, SeedsMessage, Share } from './run-seeds.ts';
import { noSchedules, sum, type Tally } from './tally.ts';

interface Options {
  readonly threads: number;
  /** Seeds of one thread: later ones get a new thread, whose memory is empty. */
  readonly atOnce: number;
  readonly onFailing: (failing: Failing) => void;
  /** Called when this many more seeds are done. */
  readonly onDone?: (seeds: Seeds, tally: Tally) => void;
  /** True where some of the seeds have not been run. */
  readonly onBroken: (seeds: Seeds, error: unknown) => void;
  /** Once aborted, each thread ends its current schedule and begins no other. */
  readonly signal: AbortSignal;
}

/** Runs the schedules of these seeds in several threads. The result is the same as with one thread, in whichever order they end. */
export async function shareOut({ from, count }: Seeds, options: Options): Promise<Tally> {
  const { threads, atOnce, onDone, onBroken, signal } = options;
  const stopped = new Int32Array(new SharedArrayBuffer(4));
  const stop = () => void Atomics.store(stopped, 0, 1);
  signal.addEventListener('abort', stop);
  let next = from;
  let tally = noSchedules;
  const runNext = async (): Promise<void> => {
    while (next < from + count && !signal.aborted) {
      const seeds = { from: next, count: Math.min(atOnce, from + count - next) };
      next += seeds.count;
      try {
        const done = await runThread({ seeds, stopped }, options.onFailing);
        tally = sum(tally, done);
        onDone?.(seeds, done);
      } catch (error) {
        onBroken(seeds, error);
      }
    }
  };
  await Promise.all(Array.from({ length: threads }, runNext));
  signal.removeEventListener('abort', stop);
  return tally;
}

/** Rejects where the thread ends before its schedules do, for example for want of memory. */
function runThread(share: Share, onFailing: (failing: Failing) => void): Promise<Tally> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('seeds-thread.ts', import.meta.url), {
      workerData: share,
      // Schedules leave many short-lived objects behind.
      resourceLimits: { maxYoungGenerationSizeMb: 192 },
      execArgv: [],
    });
    thread.on('message', (message: SeedsMessage) => {
      if ('failing' in message) return onFailing(message.failing);
      resolve(message.tally);
      // Tabs that ended in the middle of something have left real timers of some seconds.
      void thread.terminate();
    });
    thread.on('error', reject);
    thread.on('exit', (code) => reject(new Error(`the thread ended with ${code}`)));
  });
}
