import pLimit from 'p-limit';

/** Work that no answer waits for, but a shutdown does. */
export interface Background {
  readonly run: (work: () => Promise<void>) => void;
  /**
   * Like `run`, for work that anonymous clients cause: a few at a time. Returns false, without running the work, where too many wait
   * already.
   */
  readonly offer: (work: () => Promise<void>) => boolean;
  /** Resolves when no work is running. */
  readonly idle: () => Promise<void>;
}

const offeredAtOnce = 2;
const maxOffered = 100;

export function createBackground(onError: (error: unknown) => void): Background {
  const running = new Set<Promise<void>>();
  const limit = pLimit(offeredAtOnce);
  const run: Background['run'] = (work) => {
    const task = work()
      .catch(onError)
      .finally(() => running.delete(task));
    running.add(task);
  };
  return {
    run,
    offer: (work) => {
      if (limit.activeCount + limit.pendingCount >= maxOffered) return false;
      run(() => limit(work));
      return true;
    },
    idle: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
