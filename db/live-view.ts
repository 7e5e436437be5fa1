import { liveQuery } from 'dexie';
import { storeErrorOf } from './store-error.ts';

export interface LiveViewObserver<Value> {
  readonly next: (value: Value) => void;
  /** Called with what a query threw; of a paced view also with what `next` threw. */
  readonly error: (thrown: unknown) => void;
}

/** After a failed query a view waits this many times its pace, and twice as long after each further failure, up to this long, in ms. */
const pacesAfterFailure = 10;
const longestRetryMs = 5_000;

/**
 * Runs `query` now and after each change of what it read, at most every `paceMs`. Delivers a result even where something has changed
 * meanwhile: Dexie alone drops it and queries anew, and would never deliver where changes do not stop. A query that fails goes to `error` and
 * is repeated until one succeeds: Dexie alone would wait for the next change, and does not report an aborted query. A closed database ends it.
 */
export function pacedView<Value>(query: () => Promise<Value>, observer: LiveViewObserver<Value>, paceMs: number): { unsubscribe(): void } {
  let stop = (): void => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let retryMs = 0;

  function begin(): void {
    let beganAt = 0;
    let reading: Promise<Value> | null = null;
    let delivered: Promise<Value> | null = null;
    let isReading = false;
    let isDue = false;
    const restart = () => {
      stop();
      if (!isOver) begin();
    };
    const lookAgainLater = (waitMs = paceMs) => {
      timer ??= setTimeout(
        () => {
          timer = undefined;
          if (isReading) isDue = true;
          else restart();
        },
        Math.max(0, beganAt + waitMs - performance.now()),
      );
    };
    // Dexie calls this at the start and after each change of what the last call read, and delivers what it returns.
    const read = (): Promise<Value> => {
      const now = performance.now();
      if (reading && (isReading || now - beganAt < paceMs)) {
        lookAgainLater();
        return reading;
      }
      beganAt = now;
      isReading = true;
      reading = query().finally(() => {
        isReading = false;
      });
      reading.catch((thrown: unknown) => {
        if (isOver || storeErrorOf(thrown).code === 'closed') return;
        retryMs = Math.min(longestRetryMs, 2 * retryMs || pacesAfterFailure * paceMs);
        lookAgainLater(retryMs);
      });
      return reading;
    };
    const subscription = liveQuery(read).subscribe({
      next: (value) => {
        const isNew = delivered !== reading;
        delivered = reading;
        retryMs = 0;
        try {
          if (isNew) observer.next(value);
        } catch (thrown) {
          observer.error(thrown);
        }
        // Also where the observer has thrown: nothing else would read the changes since.
        if (isDue) restart();
      },
      error: (thrown) => {
        const isNew = delivered !== reading;
        delivered = reading;
        if (isNew) observer.error(thrown);
      },
    });
    stop = () => subscription.unsubscribe();
  }

  begin();
  return {
    unsubscribe: () => {
      isOver = true;
      clearTimeout(timer);
      stop();
    },
  };
}
