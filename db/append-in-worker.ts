import type { AppendOrder, AppendOutcome, Appender } from './append-order.ts';
import { newId } from './new-id.ts';

export interface WorkerStart {
  /** The name of its channel, and of the lock that it holds while it lives. */
  readonly channel: string;
  readonly store: string;
  /** IndexedDB's version of the store. */
  readonly version: number;
}

export interface WorkerOrder {
  readonly id: number;
  readonly order: AppendOrder;
}

type WorkerAnswer = { readonly id: number; readonly outcome: AppendOutcome };

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
    if (id === 0) {
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
