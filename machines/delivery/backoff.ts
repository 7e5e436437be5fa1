const shortestMs = 1_000;
const longestMs = 60_000;

/**
 * How long to wait after the `attempts`-th attempt, ms: exponential with full jitter, 1 s to 60 s.
 * `random` is 0 to 1.
 */
export function retryWaitMs(attempts: number, random: number): number {
  const ceiling = Math.min(longestMs, shortestMs * 2 ** Math.max(1, attempts));
  return Math.round(shortestMs + random * (ceiling - shortestMs));
}

/**
 * How long to wait, ms, where a server asked for `askedMs` with `Retry-After`: that, which `src/io/api-request.ts` bounds. One that names no wait, or one
 * under a second (a date that a clock ahead of it takes for past), gets our own: at once would be asked again without end.
 */
export function nextWaitMs(askedMs: number | null, attempts: number, random: number): number {
  if (askedMs === null || askedMs < shortestMs) return retryWaitMs(attempts, random);
  return askedMs;
}
