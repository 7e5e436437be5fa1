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
