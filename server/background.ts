/** Work that an answer does not wait for, but a shutdown does. */
export interface Background {
  readonly run: (work: () => Promise<void>) => void;
  /** Resolves when nothing is under way. */
  readonly idle: () => Promise<void>;
}

export function createBackground(onError: (error: unknown) => void): Background {
  const running = new Set<Promise<void>>();
  return {
    run: (work) => {
      const task = work()
        .catch(onError)
        .finally(() => running.delete(task));
      running.add(task);
    },
    idle: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
