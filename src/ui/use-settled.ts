import { useEffect, useState } from 'react';

/** A value once it has stayed the same for `ms`; `first` until then. */
export function useSettled<Value>(value: Value, ms: number, first: Value): Value {
  const [settled, setSettled] = useState(first);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
