/**
 * How long IndexedDB may take, at a start and for each save, before the console goes on without it, ms: a device that works answers in
 * milliseconds, one that is busy within seconds.
 */
export const storeLimitMs = 5_000;
/** An upgrade writes every row anew; an upload writes a file. ms. */
export const longWriteLimitMs = 60_000;

/** The result of `promise`, or `late` where that takes longer than `ms`. */
export function within<Result, const Late>(ms: number, promise: Promise<Result>, late: Late): Promise<Result | Late> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<Late>((resolve) => {
    timer = setTimeout(resolve, ms, late);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}

const steps = 10;

/**
 * A limit that runs from when it begins, in steps: a device that sleeps in between, or a page that gets no processor, is late with one step and
 * not over the limit. Null `ms`: there is none.
 */
export function createLimit(ms: number | null) {
  const reached = Promise.withResolvers<'over'>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  return {
    begin(): void {
      if (ms === null || timer !== undefined) return;
      let left = steps;
      const wait = () => {
        timer = setTimeout(() => {
          left -= 1;
          if (left > 0) return wait();
          isOver = true;
          reached.resolve('over');
        }, ms / steps);
      };
      wait();
    },
    isOver: () => isOver,
    /** The result of `promise`, or `over` where the limit is reached before. */
    race: <Result>(promise: Promise<Result>): Promise<Result | 'over'> =>
      Promise.race([promise, reached.promise]).finally(() => clearTimeout(timer)),
  };
}
export type Limit = ReturnType<typeof createLimit>;
