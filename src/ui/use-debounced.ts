import { useEffect, useState } from 'react';

/** A value once it has stayed the same for `ms`; `first` until then. */
export function useDebounced<Value>(value: Value, ms: number, first: Value): Value {
  const [debounced, setDebounced] = useState(first);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return debounced;
}
