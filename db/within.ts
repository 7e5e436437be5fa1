/**
 * How long IndexedDB may take at a start before the console goes on without it, ms: a device that works answers in milliseconds, one that is
 * busy within seconds.
 */
export const storeLimitMs = 5_000;
/** An upgrade writes every row anew. ms. */
export const upgradeLimitMs = 60_000;

/** The result of `promise`, or `late` where that takes longer than `ms`. */
export function within<Result, const Late>(ms: number, promise: Promise<Result>, late: Late): Promise<Result | Late> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<Late>((resolve) => {
    timer = setTimeout(resolve, ms, late);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}
