import { longestWaitMs } from '#contract/outbox-entry.ts';

const shortestMs = 1_000;

/**
 * How long to wait after the `attempts`-th attempt, ms: exponential with full jitter, 1 s to 60 s.
 * `random` is 0 to 1.
 */
export function retryWaitMs(attempts: number, random: number): number {
  const ceiling = Math.min(longestWaitMs, shortestMs * 2 ** Math.max(1, attempts));
  return Math.round(shortestMs + random * (ceiling - shortestMs));
}

/**
 * The wait before the next attempt, ms: what the server asked for with `Retry-After` (`askedMs`, which `src/io/api-request.ts` bounds), or our
 * own back-off where that is missing or under a second. A date in the past, as another clock reads it, would be retried without end.
 */
export function nextWaitMs(askedMs: number | null, attempts: number, random: number): number {
  if (askedMs === null || askedMs < shortestMs) return retryWaitMs(attempts, random);
  return askedMs;
}
