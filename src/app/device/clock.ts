import type { ClockPort } from '#machines/sync/ports.ts';

/** The browser's clock. Beyond 2^31 - 1 ms a timer would fire at once. */
export const clock: ClockPort = {
  now: Date.now,
  schedule(run, delayMs) {
    const timer = setTimeout(run, Math.min(delayMs, 2_147_483_647));
    return () => clearTimeout(timer);
  },
};
