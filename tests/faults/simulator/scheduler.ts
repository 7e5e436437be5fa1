import type { ClockPort } from '#machines/sync/ports.ts';
import type { Random } from './random.ts';

/** Whose work it is. Work of a frozen tab waits, work of a dead one never goes on. */
export interface Process {
  readonly name: string;
  state: 'running' | 'frozen' | 'dead';
  /** It stood still once: what it had begun goes on late. */
  wasFrozen?: boolean;
  /** How often it stood still. */
  freezes?: number;
  /** By id, the epoch in which it has begun to send an entry. */
  readonly claims?: Map<string, number>;
  /** The users of whose entries it has begun to send one. */
  readonly claimedFor?: Set<string>;
}

/** Stops it where it stands, until it is thawed. */
export function freeze(process: Process): void {
  Object.assign(process, { state: 'frozen', wasFrozen: true, freezes: (process.freezes ?? 0) + 1 } satisfies Partial<Process>);
}

/** Asked later: whether it has stood still since, or was frozen already. */
export function watchFreezes(process: Process): () => boolean {
  const before = (process.freezes ?? 0) - (process.state === 'frozen' ? 1 : 0);
  return () => (process.freezes ?? 0) > before;
}

interface Turn {
  readonly process: Process;
  /** Goes on in a frozen tab too. */
  readonly evenFrozen: boolean;
  readonly resume: () => void;
}

interface Timer {
  readonly process: Process;
  readonly dueAt: number;
  readonly run: () => void;
}

/** Microtasks without a new turn after which nothing can be going on any more. */
const quietMicrotasks = 40;
/** Microtasks between two turns: few, so that what follows a turn is mixed with other work. */
const microtasksPerTurn = 4;

/**
 * The only source of asynchrony: whoever waits for the outside (storage, network, locks) waits for its turn here, and the
 * generator decides who is next. Time moves only by `advance`. Same seed, same order, to the last microtask.
 */
export class Scheduler {
  private readonly random: Random;
  private turns: Turn[] = [];
  private readonly timers = new Set<Timer>();
  /** ms since the simulation began; no clock that a person sets. */
  private elapsed = 0;
  /** What a person's clock shows is `elapsed` and this. ms since the epoch. */
  private offset = 1_800_000_000_000;
  private ahead = 0;
  /** How far people's clocks have been ahead of the server's. ms. */
  mostAhead = 0;
  /** How many turns were taken. */
  taken = 0;
  private later: { readonly at: number; readonly run: () => void }[] = [];
  /** Waits for what goes on outside of all turns; false where something did. Null: nothing can. */
  rest: (() => Promise<boolean>) | null = null;
  /** Asked before each turn of a process: true ends it there. */
  endsAt: (process: Process) => boolean = () => false;

  constructor(random: Random) {
    this.random = random;
  }

  /** `evenFrozen`: browsers let a frozen tab end its transactions, which would keep other tabs waiting. */
  turn(process: Process, { evenFrozen = false } = {}): Promise<void> {
    return new Promise((resume) => {
      this.turns.push({ process, resume, evenFrozen });
    });
  }

  /** As a person's clock shows it. ms since the epoch. */
  readonly now = (): number => this.elapsed + this.offset;

  /** ms since the simulation began, whatever people's clocks show. */
  get passed(): number {
    return this.elapsed;
  }

  /** Runs something between two of the next turns; at once where it is `turns` = 0. */
  afterTurns(turns: number, run: () => void): void {
    if (turns === 0) run();
    else this.later.push({ at: this.taken + turns, run });
  }

  /** Drops what was to happen after turns that have not come. */
  forgetLater(): void {
    this.later = [];
  }

  /** As a person does in the settings of the computer. */
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
      // As XState takes a clock.
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

  /** Lets so much time pass, timer by timer. */
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

  /** Drops what a process that has ended waited for. */
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
