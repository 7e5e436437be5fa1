import type { ClockPort } from '#machines/sync/ports.ts';
import type { Random } from './random.ts';

/** The owner of some work. Work of a frozen process waits; work of a dead one never goes on. */
export interface Process {
  readonly name: string;
  state: 'running' | 'frozen' | 'dead';
  /** It was frozen once: work that it had begun goes on late. */
  wasFrozen?: boolean;
  /** How often it was frozen. */
  freezes?: number;
  /** By opId, the epoch in which it has begun to send an entry. */
  readonly claims?: Map<string, number>;
  /** The users for whom it has begun to send an entry. */
  readonly claimedFor?: Set<string>;
}

/** Freezes a process until it is thawed. */
export function freeze(process: Process): void {
  Object.assign(process, { state: 'frozen', wasFrozen: true, freezes: (process.freezes ?? 0) + 1 } satisfies Partial<Process>);
}

/** Returns a function that says whether the process was frozen at the start or at any time since. */
export function watchFreezes(process: Process): () => boolean {
  const before = (process.freezes ?? 0) - (process.state === 'frozen' ? 1 : 0);
  return () => (process.freezes ?? 0) > before;
}

interface Turn {
  readonly process: Process;
  /** Runs in a frozen tab too. */
  readonly evenFrozen: boolean;
  readonly resume: () => void;
}

interface Timer {
  readonly process: Process;
  readonly dueAt: number;
  readonly run: () => void;
}

/** After this many microtasks without a new turn the simulation is idle. */
const quietMicrotasks = 40;
/** Microtasks between two turns: few, so that the consequences of a turn are mixed with other work. */
const microtasksPerTurn = 4;

/**
 * The only source of asynchrony: everything that waits for the outside (storage, network, locks) waits for its turn here, and the seeded
 * generator picks the next turn. Time moves only by `advance`. The same seed gives the same order, to the last microtask.
 */
export class Scheduler {
  private readonly random: Random;
  private turns: Turn[] = [];
  private readonly timers = new Set<Timer>();
  /** ms since the simulation began, by no clock that a person sets. */
  private elapsed = 0;
  /** A person's clock shows the sum of `elapsed` and this. ms since the epoch. */
  private offset = 1_800_000_000_000;
  private ahead = 0;
  /** The most that people's clocks have been ahead of the server's. ms. */
  mostAhead = 0;
  /** How many turns were taken. */
  taken = 0;
  private later: { readonly at: number; readonly run: () => void }[] = [];
  /** Waits for work outside of all turns; returns false where there was some. Null: there can be none. */
  rest: (() => Promise<boolean>) | null = null;
  /** Called before each turn of a process: true ends the process there. */
  endsAt: (process: Process) => boolean = () => false;

  constructor(random: Random) {
    this.random = random;
  }

  /** `evenFrozen`: browsers let a frozen tab end its transactions, which would block other tabs. */
  turn(process: Process, { evenFrozen = false } = {}): Promise<void> {
    return new Promise((resume) => {
      this.turns.push({ process, resume, evenFrozen });
    });
  }

  /** The time on a person's clock. ms since the epoch. */
  readonly now = (): number => this.elapsed + this.offset;

  /** ms since the simulation began, whatever people's clocks show. */
  get passed(): number {
    return this.elapsed;
  }

  /** Runs a function after this many of the next turns; at once where `turns` is 0. */
  afterTurns(turns: number, run: () => void): void {
    if (turns === 0) run();
    else this.later.push({ at: this.taken + turns, run });
  }

  /** Drops the functions whose turns have not come. */
  forgetLater(): void {
    this.later = [];
  }

  /** Sets the clock, as a person does in the computer's settings. */
  jump(ms: number): void {
    this.offset += ms;
    this.ahead += ms;
    this.mostAhead = Math.max(this.mostAhead, this.ahead);
  }

  clockOf(
    process: Process,
  ): ClockPort & { readonly setTimeout: (run: () => void, ms: number) => unknown; readonly clearTimeout: (id: unknown) => void } {
    const schedule = (run: () => void, delayMs: number): (() => void) => {
      const timer = { process, dueAt: this.elapsed + Math.max(0, delayMs), run };
      this.timers.add(timer);
      return () => this.timers.delete(timer);
    };
    return {
      now: this.now,
      schedule,
      // In the shape of an XState clock.
      setTimeout: schedule,
      clearTimeout: (cancel) => {
        if (typeof cancel === 'function') cancel();
      },
    };
  }

  after(process: Process, ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.clockOf(process).schedule(resolve, ms);
    });
  }

  /** Takes turns until nothing can go on without time passing. */
  async runUntilIdle(): Promise<void> {
    let quiet = 0;
    while (quiet < quietMicrotasks) {
      const next = this.pickTurn();
      if (!next) {
        quiet += 1;
        await null;
        if (quiet === quietMicrotasks && this.rest && !(await this.rest())) quiet = 0;
        continue;
      }
      quiet = 0;
      this.taken += 1;
      if (this.later.length > 0) this.runLater();
      if (this.taken > 200_000) throw new Error('work without an end');
      if (this.endsAt(next.process)) continue;
      next.resume();
      for (let left = microtasksPerTurn; left > 0; left -= 1) await null;
    }
  }

  /** Advances time, timer by timer. */
  async advance(ms: number): Promise<void> {
    const end = this.elapsed + ms;
    await this.runUntilIdle();
    for (;;) {
      const next = this.nextTimer(end);
      if (!next) break;
      this.timers.delete(next);
      this.elapsed = Math.max(this.elapsed, next.dueAt);
      next.run();
      await this.runUntilIdle();
    }
    this.elapsed = end;
  }

  /** Drops the work for which a dead process waited. */
  forget(process: Process): void {
    this.turns = this.turns.filter((turn) => turn.process !== process);
    for (const timer of this.timers) if (timer.process === process) this.timers.delete(timer);
  }

  private runLater(): void {
    const due = this.later.filter(({ at }) => at <= this.taken);
    if (due.length === 0) return;
    this.later = this.later.filter(({ at }) => at > this.taken);
    for (const { run } of due) run();
  }

  private pickTurn(): Turn | null {
    const { turns } = this;
    let able = 0;
    const isAble = ({ process: { state }, evenFrozen }: Turn) => state === 'running' || (state === 'frozen' && evenFrozen);
    for (const turn of turns) if (isAble(turn)) able += 1;
    if (able === 0) return null;
    let left = able === 1 ? 0 : this.random.int(able);
    for (let at = 0; at < turns.length; at += 1) {
      const turn = turns[at];
      if (!turn || !isAble(turn)) continue;
      if (left === 0) {
        turns.splice(at, 1);
        return turn;
      }
      left -= 1;
    }
    return null;
  }

  /** The next timer that may run by `end`. Those of a frozen tab run late. */
  private nextTimer(end: number): Timer | null {
    let first: Timer | null = null;
    for (const timer of this.timers)
      if (timer.process.state === 'running' && timer.dueAt <= end && (first === null || timer.dueAt < first.dueAt)) first = timer;
    return first;
  }
}
