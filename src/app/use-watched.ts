import { useMemo, useSyncExternalStore } from 'react';

/**
 * The latest value of something that is watched, such as a live query of the device store. `watch` is started anew
 * when `key` changes, and not when the function does.
 */
export function useWatched<Value>(key: string, initial: Value, watch: (callback: (value: Value) => void) => () => void): Value {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for what `watch` and `initial` close over
  const store = useMemo(() => {
    let value = initial;
    return {
      subscribe: (notify: () => void) =>
        watch((next) => {
          value = next;
          notify();
        }),
      read: () => value,
    };
  }, [key]);
  return useSyncExternalStore(store.subscribe, store.read);
}
