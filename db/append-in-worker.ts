import type { AppendOutcome, Appender, WorkerAnswer, WorkerOrder, WorkerStart } from './append-order.ts';
import { newId } from './new-id.ts';

/** Starts a worker that writes to the outbox. Until it is ready, and once it has ended, `append` returns null. */
export function appendInWorker(store: string, version: number): Appender {
  const name = `frontage-append-${newId()}`;
  const channel = new BroadcastChannel(name);
  const waiting = new Map<number, (outcome: AppendOutcome) => void>();
  let isReady = false;
  let orders = 0;
  const worker = new Worker(new URL('./append-worker.ts', import.meta.url), { type: 'module' });
  const end = () => {
    isReady = false;
    for (const resolve of waiting.values()) resolve('unknown');
    waiting.clear();
  };
  channel.onmessage = ({ data: { id, outcome } }: MessageEvent<WorkerAnswer>) => {
    if (outcome === null) {
      isReady = true;
      // Granted once the worker has ended.
      void navigator.locks.request(name, end);
      return;
    }
    waiting.get(id)?.(outcome);
    waiting.delete(id);
  };
  worker.postMessage({ channel: name, store, version } satisfies WorkerStart);
  return {
    append(order) {
      if (!isReady) return null;
      orders += 1;
      const id = orders;
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        worker.postMessage({ id, order } satisfies WorkerOrder);
      });
    },
  };
}
