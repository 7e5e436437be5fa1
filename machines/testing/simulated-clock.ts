interface Timer {
  readonly id: number;
  readonly due: number;
  readonly delay: number;
  readonly run: () => void;
}

/**
 * A clock for `createActor(machine, { clock })` that moves only when a test moves it. Times in ms from 0.
 * Timers that fall due together fire in the order in which they were set.
 */
export class SimulatedClock {
  private timers: Timer[] = [];
  private time = 0;
  private lastId = 0;

  now(): number {
    return this.time;
  }

  setTimeout = (run: (...args: never[]) => void, delay: number): number => {
    this.lastId += 1;
    this.timers.push({ id: this.lastId, due: this.time + delay, delay, run: run as () => void });
    return this.lastId;
  };

  clearTimeout = (id: number): void => {
    this.timers = this.timers.filter((timer) => timer.id !== id);
  };

  /** Moves time on, firing what falls due on the way, timers set meanwhile included. */
  increment(ms: number): void {
    const end = this.time + ms;
    for (let next = this.nextDue(end); next; next = this.nextDue(end)) {
      this.time = next.due;
      this.clearTimeout(next.id);
      next.run();
    }
    this.time = end;
  }

  /** Fires the newest timer that was set for exactly `delay` ms and leaves the others; false if there is none. */
  fire(delay: number): boolean {
    const timer = this.timers.findLast((candidate) => candidate.delay === delay);
    if (!timer) return false;
    this.clearTimeout(timer.id);
    timer.run();
    return true;
  }

  /** Delays of the timers that wait, in ms as they were set. */
  get waiting(): readonly number[] {
    return this.timers.map((timer) => timer.delay);
  }

  private nextDue(end: number): Timer | undefined {
    return this.timers.filter((timer) => timer.due <= end).sort((a, b) => a.due - b.due || a.id - b.id)[0];
  }
}
