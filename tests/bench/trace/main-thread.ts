import type { Interval, TraceEvent } from './events.ts';

/** A stretch of time in which the same events are open; innermost last. None: the thread waits. */
export interface Segment extends Interval {
  readonly open: readonly TraceEvent[];
}

/** Divides a thread's time between two moments by the events that are open. Events nest, as calls do. */
export function segmentsOf(events: readonly TraceEvent[], { from, to }: Interval): readonly Segment[] {
  const segments: Segment[] = [];
  const open: { readonly event: TraceEvent; readonly end: number }[] = [];
  let at = from;
  const advance = (until: number) => {
    const end = Math.min(until, to);
    if (end <= at) return;
    segments.push({ from: at, to: end, open: open.map(({ event }) => event) });
    at = end;
  };
  const closeUntil = (ts: number) => {
    for (let last = open.at(-1); last && last.end <= ts; last = open.at(-1)) {
      advance(last.end);
      open.pop();
    }
  };
  const complete = events
    .filter(({ ph, ts, dur }) => ph === 'X' && dur !== undefined && ts < to && ts + dur > from)
    .sort((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0));
  for (const event of complete) {
    closeUntil(event.ts);
    advance(event.ts);
    // Clocks are read one after the other: an inner event may seem to end after the outer one.
    open.push({ event, end: Math.min(event.ts + (event.dur ?? 0), open.at(-1)?.end ?? Infinity) });
  }
  closeUntil(to);
  advance(to);
  return segments;
}
