import { useMemo, useSyncExternalStore } from 'react';

/** Something that is watched, such as a live query of the device store. */
export interface Watched<Value> {
  /** The value until the first one arrives. */
  readonly initial: Value;
  readonly watch: (callback: (value: Value) => void) => () => void;
}

/** The latest value of a source. Keep the source in a memo: another one is watched anew. */
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
