import type { ClockPort } from '#machines/sync/ports.ts';
import { waitMs } from '../../support/limits.ts';

interface Timer {
  readonly due: number;
  readonly run: () => void;
}

/** A clock that advances only when a test advances it. */
export class TestClock implements ClockPort {
  private time = 1_800_000_000_000;
  private readonly timers = new Set<Timer>();

  now = (): number => this.time;

  schedule = (run: () => void, delayMs: number): (() => void) => {
    const timer = { due: this.time + delayMs, run };
    this.timers.add(timer);
    return () => this.timers.delete(timer);
  };

  /** Advances to the next timer and runs it; false where there is none. */
  step(): boolean {
    const next = [...this.timers].sort((a, b) => a.due - b.due)[0];
    if (!next) return false;
    this.timers.delete(next);
    this.time = Math.max(this.time, next.due);
    next.run();
    return true;
  }

  advance(ms: number): void {
    const end = this.time + ms;
    for (;;) {
      const next = [...this.timers].filter((timer) => timer.due <= end).sort((a, b) => a.due - b.due)[0];
      if (!next) break;
      this.timers.delete(next);
      this.time = Math.max(this.time, next.due);
      next.run();
    }
    this.time = end;
  }

  /** Sets the clock, as a person does in the computer's settings. */
  skew(ms: number): void {
    this.time += ms;
  }
}

/** Lets the device work until the condition holds. Throws with `what` where it never does. */
export async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const since = performance.now();
  while (!(await condition())) {
    if (performance.now() - since > waitMs) throw new Error(`never happened: ${what}`);
    await nextTurn();
  }
}

/** One turn of the event loop. Browsers make nested timers wait, a message doesn't; Node answers messages before its own work. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if ('setImmediate' in globalThis) {
      setImmediate(resolve);
      return;
    }
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
