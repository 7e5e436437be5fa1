const firstMs = 1000;
const mostMs = 60_000;

/** The next state of the jitter's generator (a linear congruential one; good enough to spread probes). */
export function nextSeed(seed: number): number {
  return (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
}

/** Wait before the next probe, in ms: doubles from 1 s to 60 s, of which the upper half is jitter. Never under 1 s. */
export function probeWaitMs(failures: number, seed: number): number {
  const ceiling = Math.min(mostMs, firstMs * 2 ** Math.min(failures, 16));
  const share = (nextSeed(seed) % 1000) / 1000;
  return Math.max(firstMs, Math.round(ceiling / 2 + (ceiling / 2) * share));
}
