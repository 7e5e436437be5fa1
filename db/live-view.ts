import { liveQuery } from 'dexie';
import { storeErrorOf } from './store-error.ts';

export interface LiveViewObserver<Value> {
  readonly next: (value: Value) => void;
  /** Hears what a reading threw, of a paced view also what `next` threw. */
  readonly error: (thrown: unknown) => void;
}

/** How many times its pace a view waits after a reading that failed. */
const pacesAfterFailure = 10;

/**
 * Runs `query` now and again after each change of what it read, at most every `paceMs`. What a reading found is shown also where
 * something has changed meanwhile: Dexie alone drops it and begins anew, so a view of what changes all the time is never shown.
 * A reading that fails goes to `error` and is tried again until one succeeds; Dexie alone would wait for the next change, and tells
 * nothing of an aborted one. What is closed stays closed.
 */
export function pacedView<Value>(query: () => Promise<Value>, observer: LiveViewObserver<Value>, paceMs: number): { unsubscribe(): void } {
  let stop = (): void => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  function begin(): void {
    let beganAt = 0;
    let reading: Promise<Value> | null = null;
    let shown: Promise<Value> | null = null;
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
    // Called at the start and at each change of what the last call has read; what it answers is shown.
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
        if (!isOver && storeErrorOf(thrown).code !== 'closed') lookAgainLater(pacesAfterFailure * paceMs);
      });
      return reading;
    };
    const subscription = liveQuery(read).subscribe({
      next: (value) => {
        const isNew = shown !== reading;
        shown = reading;
        try {
          if (isNew) observer.next(value);
        } catch (thrown) {
          observer.error(thrown);
        }
        // Also where the observer has thrown: nothing else would read what has changed meanwhile.
        if (isDue) restart();
      },
      error: (thrown) => {
        const isNew = shown !== reading;
        shown = reading;
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
