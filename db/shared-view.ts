export type Unsubscribe = () => void;

type View<Value> = (callback: (value: Value) => void) => Unsubscribe;

export interface SharedView<Value> {
  readonly watch: View<Value>;
  /** The latest value while anybody watches; null before the first one. */
  readonly peek: () => Value | null;
}

/** One live view for several callers. A caller that joins later gets the latest value. */
export function sharedView<Value>(start: View<Value>, onFailed: (thrown: unknown) => void): SharedView<Value> {
  const listeners = new Set<(value: Value) => void>();
  let latest: { readonly value: Value } | null = null;
  let stop: Unsubscribe = () => undefined;
  const watch: View<Value> = (callback) => {
    // One for each call, also of the same callback; what one throws keeps nothing from the others.
    const listener = (value: Value): void => {
      try {
        callback(value);
      } catch (thrown) {
        onFailed(thrown);
      }
    };
    listeners.add(listener);
    if (listeners.size === 1)
      stop = start((value) => {
        latest = { value };
        for (const each of listeners) each(value);
      });
    // As in a view of its own, the callback does not run before this call has returned.
    else queueMicrotask(() => (latest !== null && listeners.has(listener) ? listener(latest.value) : undefined));
    return () => {
      if (!listeners.delete(listener) || listeners.size > 0) return;
      latest = null;
      stop();
    };
  };
  return { watch, peek: () => latest?.value ?? null };
}
