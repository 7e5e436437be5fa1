import { liveQuery } from 'dexie';

export interface LiveViewObserver<Value> {
  readonly next: (value: Value) => void;
  readonly error: (thrown: unknown) => void;
}

/**
 * Runs `query` now and again after each change of what it read, at most every `paceMs`. What a reading found is shown also where
 * something has changed meanwhile: Dexie alone drops it and begins anew, so a view of what changes all the time is never shown.
 */
export function pacedView<Value>(query: () => Promise<Value>, observer: LiveViewObserver<Value>, paceMs: number): { unsubscribe(): void } {
  let stop = (): void => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  function begin(): void {
    let beganAt = Number.NEGATIVE_INFINITY;
    let reading: Promise<Value> | null = null;
    let shown: Promise<Value> | null = null;
    let isReading = false;
    let isDue = false;
    const restart = () => {
      stop();
      if (!isOver) begin();
    };
    const lookAgainLater = () => {
      timer ??= setTimeout(
        () => {
          timer = undefined;
          if (isReading) isDue = true;
          else restart();
        },
        Math.max(0, beganAt + paceMs - performance.now()),
      );
    };
    // Called at the start and at each change of what the last call has read; what it answers is shown.
    const read = (): Promise<Value> => {
      if (reading !== null && (isReading || performance.now() - beganAt < paceMs)) {
        lookAgainLater();
        return reading;
      }
      beganAt = performance.now();
      isReading = true;
      reading = query().finally(() => {
        isReading = false;
      });
      return reading;
    };
    const subscription = liveQuery(read).subscribe({
      next: (value) => {
        const isNew = shown !== reading;
        shown = reading;
        if (isNew) observer.next(value);
        if (isDue) restart();
      },
      error: (thrown) => {
        isOver = true;
        clearTimeout(timer);
        observer.error(thrown);
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
