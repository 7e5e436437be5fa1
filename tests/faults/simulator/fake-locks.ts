import type { Random } from './random.ts';
import type { Process, Scheduler } from './scheduler.ts';

/** A frozen tab is notified of its lost lock after at most this many of its turns. */
const mostTurnsLate = 12;

interface Request {
  readonly name: string;
  readonly mode: LockMode;
  readonly process: Process;
  readonly run: (lock: Lock | null) => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/** Web Locks among the tabs of one browser: order of requests, shared and exclusive mode, signals, `steal`, and release when a tab dies. */
export class FakeLocks {
  private readonly scheduler: Scheduler;
  private readonly random: Random;
  private waiting: Request[] = [];
  private held: Request[] = [];

  constructor(scheduler: Scheduler, random: Random) {
    this.scheduler = scheduler;
    this.random = random;
  }

  /** The locks as one tab sees them. */
  of(process: Process): LockManager {
    const request = (name: string, ...rest: readonly unknown[]): Promise<unknown> => {
      const run = rest.at(-1) as Request['run'];
      const options = (rest.length > 1 ? rest[0] : {}) as LockOptions;
      return this.request(process, name, options, run);
    };
    const query = async (): Promise<LockManagerSnapshot> => {
      const infoOf = ({ name, mode, process: { name: clientId } }: Request) => ({ name, mode, clientId });
      return { held: this.held.map(infoOf), pending: this.waiting.map(infoOf) };
    };
    return { request, query } as LockManager;
  }

  /** The tab is gone: its locks are free, and it requests no more. */
  free(process: Process): void {
    this.waiting = this.waiting.filter((request) => request.process !== process);
    this.held = this.held.filter((request) => request.process !== process);
    this.grant();
  }

  private request(process: Process, name: string, options: LockOptions, run: Request['run']): Promise<unknown> {
    const { signal, mode = 'exclusive', steal = false } = options;
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const request: Request = { name, mode, process, run, resolve, reject };
      if (steal) {
        // A running holder is notified while the new holder begins its turn; a frozen one when it is resumed.
        for (const holder of this.held.filter((other) => other.name === name))
          if (holder.process.state === 'running') holder.reject(stolen());
          else void this.notifyLate(holder);
        this.held = this.held.filter((other) => other.name !== name);
        this.hold(request);
        return;
      }
      this.waiting.push(request);
      signal?.addEventListener('abort', () => {
        const at = this.waiting.indexOf(request);
        if (at < 0) return;
        this.waiting.splice(at, 1);
        reject(signal.reason);
        this.grant();
      });
      this.grant();
    });
  }

  /** Other work that waited for the tab may run first. */
  private async notifyLate({ process, reject }: Request): Promise<void> {
    for (let turns = 1 + this.random.int(mostTurnsLate); turns > 0; turns -= 1) await this.scheduler.turn(process);
    reject(stolen());
  }

  private grant(): void {
    const blocked = new Set<string>();
    for (const request of [...this.waiting]) {
      const rivals = this.held.filter((other) => other.name === request.name);
      const isFree = rivals.length === 0 || (request.mode === 'shared' && rivals.every((other) => other.mode === 'shared'));
      if (!isFree || blocked.has(request.name)) {
        blocked.add(request.name);
        continue;
      }
      this.waiting.splice(this.waiting.indexOf(request), 1);
      this.hold(request);
    }
  }

  private hold(request: Request): void {
    this.held.push(request);
    void this.scheduler
      .turn(request.process)
      .then(() => request.run({ name: request.name, mode: request.mode }))
      .then(request.resolve, request.reject)
      .finally(() => {
        this.held = this.held.filter((other) => other !== request);
        this.grant();
      });
  }
}

const stolen = () => new DOMException('The lock was stolen.', 'AbortError');
