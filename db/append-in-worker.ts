import type { AppendOutcome, Appender, WorkerAnswer, WorkerJob, WorkerStart } from './append-job.ts';
import { newId } from './new-id.ts';

/**
 * Writes to the outbox in a worker, which starts as soon as the browser says that it is offline, or else with the first job. Until it is
 * ready, and once it has ended, `append` returns null.
 */
export function appendInWorker(store: string, version: number): Appender {
  // Null on an insecure address, which has no Web Locks.
  const locks: LockManager | null = navigator.locks ?? null;
  const name = `frontage-append-${newId()}`;
  const channel = new BroadcastChannel(name);
  const waiting = new Map<number, (outcome: AppendOutcome) => void>();
  let worker: Worker | null = null;
  let isReady = false;
  let jobs = 0;

  function start(): void {
    if (worker || !locks) return;
    worker = new Worker(new URL('./append-worker.ts', import.meta.url), { type: 'module' });
    worker.postMessage({ channel: name, store, version } satisfies WorkerStart);
    // Its script could not be loaded: the next job tries again.
    worker.onerror = () => {
      if (!isReady) worker = null;
    };
  }

  function end(): void {
    isReady = false;
    for (const resolve of waiting.values()) resolve('unknown');
    waiting.clear();
  }

  channel.onmessage = ({ data: { id, outcome } }: MessageEvent<WorkerAnswer>) => {
    if (outcome === null) {
      isReady = true;
      // Granted once the worker has ended.
      void locks?.request(name, end);
      return;
    }
    waiting.get(id)?.(outcome);
    waiting.delete(id);
  };
  if (navigator.onLine) addEventListener('offline', start);
  else start();
  return {
    append(job) {
      start();
      if (!isReady) return null;
      jobs += 1;
      const id = jobs;
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        worker?.postMessage({ id, job } satisfies WorkerJob);
      });
    },
  };
}
