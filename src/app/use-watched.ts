import { useMemo, useSyncExternalStore } from 'react';

/** A source that can be watched, such as a live query of the client store. */
export interface Watched<Value> {
  /** The value until the first one arrives. */
  readonly initial: Value;
  readonly watch: (callback: (value: Value) => void) => () => void;
}

/** The latest value of a source. Memoise the source, since each new source is subscribed to again. */
export function useWatched<Value>(source: Watched<Value>): Value {
  const store = useMemo(() => {
    let value = source.initial;
    return {
      subscribe: (notify: () => void) =>
        source.watch((next) => {
          value = next;
          notify();
        }),
      read: () => value,
    };
  }, [source]);
  return useSyncExternalStore(store.subscribe, store.read);
}
