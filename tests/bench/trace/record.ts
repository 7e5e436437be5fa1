import type { Browser } from 'playwright';
import { type Interval, type TraceEvent, traceEvents, type Thread } from './events.ts';

const categories = [
  '-*',
  'blink.user_timing',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'v8',
  'v8.compile',
  'disabled-by-default-v8.compile',
  'disabled-by-default-v8.cpu_profiler',
  'ServiceWorker',
  'IndexedDB',
];

/** The profiler of a page that is open begins with a walk over its heap, which takes longer than what is to be measured. */
async function profilersAreReady(browser: Browser): Promise<void> {
  const contexts = browser.contexts();
  await Promise.all(contexts.flatMap((context) => context.pages()).map((page) => page.evaluate(() => undefined)));
  await Promise.all(contexts.flatMap((context) => context.serviceWorkers()).map((worker) => worker.evaluate(() => undefined)));
}

/** Everything that the browser does meanwhile, in all of its processes. */
export async function recorded(browser: Browser, work: () => Promise<unknown>): Promise<readonly TraceEvent[]> {
  await browser.startTracing(undefined, { categories });
  await profilersAreReady(browser);
  await work();
  return traceEvents((await browser.stopTracing()).toString());
}

/** A measurement of the stopwatch, in the page that it was taken in. */
export interface Window extends Interval {
  readonly thread: Thread;
  /** When the page had what was waited for, before the frame that shows it. */
  readonly inPage: number | null;
}

/** The stopwatch's measurements of this name, in the order of their begin. */
export function windowsIn(events: readonly TraceEvent[], measurement: string): readonly Window[] {
  const ends = events.filter(({ name, ph }) => name === `stopwatch ${measurement}` && ph === 'e');
  const marks = events.filter(({ name }) => name === 'stopwatch in the page');
  return events
    .filter(({ name, ph }) => name === `stopwatch ${measurement}` && ph === 'b')
    .flatMap(({ ts: from, id, pid, tid }) => {
      const isSame = (event: TraceEvent) => event.pid === pid && event.tid === tid;
      const to = ends.find((end) => end.id === id && isSame(end) && end.ts >= from)?.ts;
      if (to === undefined) return [];
      return [
        { from, to, thread: { pid, tid }, inPage: marks.find((mark) => isSame(mark) && mark.ts >= from && mark.ts <= to)?.ts ?? null },
      ];
    });
}
