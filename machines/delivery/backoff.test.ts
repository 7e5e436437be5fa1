import { describe, expect, it } from 'vitest';
import { nextWaitMs, retryWaitMs } from './backoff.ts';

describe('back-off', () => {
  it('is never under 1 s nor over 60 s', () => {
    for (let attempts = 0; attempts < 40; attempts += 1) {
      for (const random of [0, 0.25, 0.5, 0.999_999]) {
        const wait = retryWaitMs(attempts, random);
        expect(wait).toBeGreaterThanOrEqual(1_000);
        expect(wait).toBeLessThanOrEqual(60_000);
      }
    }
  });

  it('doubles its ceiling with each attempt and is jittered over all of it', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map((attempts) => retryWaitMs(attempts, 1))).toEqual([
      2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000,
    ]);
    expect(retryWaitMs(5, 0)).toBe(1_000);
  });

  it('honours Retry-After within reason', () => {
    expect(nextWaitMs(1_000, 5, 1)).toBe(1_000);
    expect(nextWaitMs(120_000, 1, 0)).toBe(120_000);
  });

  it.each([0, 999, -5, null])('waits by itself where the server names no wait: %s', (asked) => {
    expect(nextWaitMs(asked, 1, 0)).toBe(1_000);
    expect(nextWaitMs(asked, 5, 1)).toBe(32_000);
  });
});
