import type { QueueRow } from '#contract/queue.ts';
import type { Process } from './scheduler.ts';
import type { Violation } from './violation.ts';

/** A request as it leaves a tab. */
export interface LeavingRequest {
  readonly process: Process;
  readonly call: string;
  readonly key: string | null;
  /** What is sent, as text: under one key it never changes. */
  readonly content: string;
  readonly author: string | null;
}

interface Deps {
  /** The outbox entry as it rests on the disk. */
  readonly entryOf: (opId: string) => QueueRow | null;
  /** ms since the simulation began. */
  readonly passed: () => number;
  /** A clock that jumped makes every due time meaningless. */
  readonly hasJumped: () => boolean;
  readonly report: (kind: Violation, what: string) => void;
}

/** What must hold of every request at the moment in which it leaves the device. */
export class RequestChecks {
  private readonly deps: Deps;
  private readonly contents = new Map<string, string>();
  private readonly notBefore = new Map<string, number>();

  constructor(deps: Deps) {
    this.deps = deps;
  }

  leaves({ process, call, key, content, author }: LeavingRequest): void {
    const { entryOf, passed, hasJumped, report } = this.deps;
    if (call.startsWith('list')) return;
    if (key === null) {
      report('no key', call);
      return;
    }
    const before = this.contents.get(key);
    if (before !== undefined && before !== content) report('key of another content', `${before}, now ${content}`);
    this.contents.set(key, content);
    if (passed() < (this.notBefore.get(key) ?? 0) && !hasJumped()) report('sent too early', call);
    // An order that is sent block by block has a key for each.
    const entry = entryOf(key.split(':')[0] ?? key);
    if (author !== null && entry && entry.userId !== author) report('wrong token', `${call} of ${entry.userId} as ${author}`);
    // A tab that stood still goes on with a request that another one has taken over: its key is what protects it.
    if (entry?.status !== 'sending' && process.wasFrozen !== true)
      report('not marked as sending', `${call} ${content}: ${entry?.status ?? 'no entry'}`);
  }

  /** The server asked for this wait. ms. */
  toldToWait(key: string | null, waitMs: number): void {
    if (key !== null) this.notBefore.set(key, this.deps.passed() + waitMs);
  }
}
