import type { Aborted, ApiResult, Problem } from '#contract/api-result.ts';
import pLimit from 'p-limit';
import type { ApiClient } from '#src/io/api-client.ts';

/** How many calls are made at once: a website may have a thousand forms, and the API's limits are for all of a user's tabs. */
const mostAtOnce = 4;
/** How often one call waits, and how long at most each time. ms. */
const mostWaits = 10;
const longestMs = 300_000;
/** The first wait where the API asks for one without saying how long; each further one is twice as long. ms. */
const firstMs = 1_000;

interface ThrottleOptions {
  readonly signal?: AbortSignal | undefined;
  /** Whether the user who asked for it is still signed in. */
  readonly isCurrentUser?: () => boolean;
  /** Resolves after so many ms, or as soon as the signal aborts. */
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export interface Throttle {
  readonly run: <Result extends ApiResult<unknown> | Problem | null>(call: () => Promise<Result>) => Promise<Result | Aborted>;
}

/**
 * Makes many calls, a few at once. Where the API asks to wait (429, or 503 with `Retry-After`), all of them wait as long as it says, and the
 * refused one is made again.
 */
export function createThrottle({ signal, isCurrentUser = () => true, sleep = sleepMs }: ThrottleOptions = {}): Throttle {
  const limited = pLimit(mostAtOnce);
  let pause: Promise<void> | null = null;

  async function waited<Result extends ApiResult<unknown> | Problem | null>(call: () => Promise<Result>): Promise<Result | Aborted> {
    for (let waits = 0; ; waits += 1) {
      while (pause !== null) await pause;
      if (signal?.aborted || !isCurrentUser()) return { kind: 'aborted' };
      const result = await call();
      const ms = waits < mostWaits ? waitOf(result, waits) : null;
      if (ms === null) return result;
      pause ??= sleep(ms, signal).finally(() => {
        pause = null;
      });
    }
  }

  return { run: (call) => limited(() => waited(call)) };
}

/** A client whose calls go through the throttle. */
export function throttledClient(client: ApiClient, { run }: Throttle): ApiClient {
  return { call: (declaration, options) => run(() => client.call(declaration, options)) };
}

/** How long the API asks to wait, ms; null: it does not, or for too long. */
function waitOf(result: ApiResult<unknown> | Problem | null, waits: number): number | null {
  if (result?.kind !== 'refused') return null;
  const { status, retryAfterMs } = result;
  if (status !== 429 && (status !== 503 || retryAfterMs === null)) return null;
  // A date in the past says no more than a wait without an end.
  const ms = retryAfterMs !== null && retryAfterMs >= firstMs ? retryAfterMs : firstMs * 2 ** waits;
  return ms <= longestMs ? ms : null;
}

function sleepMs(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
