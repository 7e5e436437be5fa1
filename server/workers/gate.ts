/** Lets at most `width` pieces of work go on at once; the others wait in the order they came. */
export function createGate(width: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = width;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

type Gate = ReturnType<typeof createGate>;

/** A gate for each key; one that nothing goes through is forgotten. */
export function createGates(width: number): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const gates = new Map<string, { readonly gate: Gate; users: number }>();
  return async (key, work) => {
    const own = gates.get(key) ?? { gate: createGate(width), users: 0 };
    gates.set(key, own);
    own.users += 1;
    try {
      return await own.gate(work);
    } finally {
      own.users -= 1;
      if (own.users === 0) gates.delete(key);
    }
  };
}
