import type { Interval, TraceEvent } from './events.ts';

/** How much of a stretch of a thread's time it had a processor, in microseconds. */
export type OnProcessor = (stretch: Interval) => number;

interface Reading {
  /** Wall clock. */
  readonly at: number;
  /** The thread's own clock, which stands still while another thread has the processor. */
  readonly used: number;
}

/** From both clocks at the start and the end of each event; between two readings, in proportion. */
export function onProcessor(events: readonly TraceEvent[]): OnProcessor {
  const readings: Reading[] = events
    .flatMap(({ ph, ts, dur, tts, tdur }) =>
      ph !== 'X' || dur === undefined || tts === undefined || tdur === undefined
        ? []
        : [
            { at: ts, used: tts },
            { at: ts + dur, used: tts + tdur },
          ],
    )
    .sort((one, other) => one.at - other.at);
  const usedAt = (at: number) => {
    let [low, high] = [0, readings.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((readings[middle]?.at ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    const [before, after] = [readings[low - 1], readings[low]];
    if (!before || !after) return (before ?? after)?.used ?? 0;
    return after.at === before.at ? after.used : before.used + ((after.used - before.used) * (at - before.at)) / (after.at - before.at);
  };
  return ({ from, to }) => Math.max(0, Math.min(to - from, usedAt(to) - usedAt(from)));
}
