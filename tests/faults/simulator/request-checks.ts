import type { Outcome } from '#contract/outcome.ts';
import type { QueueRow } from '#contract/queue.ts';
import type { Violation } from './violation.ts';

/** A request as it leaves a tab. */
export interface LeavingRequest {
  readonly call: string;
  readonly key: string | null;
  /** What is sent, as text: under one key it never changes. */
  readonly content: string;
  readonly author: string | null;
  readonly accountId: string | null;
  readonly ifMatch: string | null;
}

interface Deps {
  /** The outbox entry as it rests on the disk. */
  readonly entryOf: (opId: string) => QueueRow | null;
  /** ms since the simulation began. */
  readonly passed: () => number;
  /** A clock that jumped makes every due time meaningless. */
  readonly hasJumped: () => boolean;
  /** Whether the server tells and takes the tags of what it holds. */
  readonly givesTags: boolean;
  readonly report: (kind: Violation, what: string) => void;
}

/** The calls that take the tag of what the change was compared with. */
const tagged: ReadonlySet<string> = new Set(['updateSettings', 'bulkUpdateBlocks']);

/** What must hold of every request at the moment in which it leaves the device. */
export class RequestChecks {
  private readonly deps: Deps;
  private readonly contents = new Map<string, string>();
  private readonly notBefore = new Map<string, number>();
  /** How many requests of an entry have left and were not answered, or by nobody who knows what became of them. */
  private readonly unknown = new Map<string, number>();

  constructor(deps: Deps) {
    this.deps = deps;
  }

  leaves({ call, key, content, author, accountId, ifMatch }: LeavingRequest): void {
    const { entryOf, passed, hasJumped, givesTags, report } = this.deps;
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
    const entry = entryOf(opIdOf(key));
    if (author !== null && entry && entry.userId !== author) report('wrong token', `${call} of ${entry.userId} as ${author}`);
    if (entry && entry.accountId !== accountId) report('wrong account', `${call} of ${entry.accountId} for ${accountId}`);
    if (givesTags && tagged.has(call) && ifMatch === null) report('no If-Match', `${call} ${content}`);
    if (entry?.status !== 'sending') report('not marked as sending', `${call} ${content}: ${entry?.status ?? 'no entry'}`);
  }

  /** A request for a change leaves: nobody here knows what becomes of it. Not told as `heard` where its answer never comes. */
  left(key: string): void {
    const opId = opIdOf(key);
    this.unknown.set(opId, (this.unknown.get(opId) ?? 0) + 1);
  }

  /** A tab hears what became of a request. */
  heard(key: string, outcome: Outcome<unknown>): void {
    if (!tellsEffect(outcome)) return;
    const opId = opIdOf(key);
    this.unknown.set(opId, (this.unknown.get(opId) ?? 0) - 1);
  }

  readonly isUnknown = (opId: string): boolean => (this.unknown.get(opId) ?? 0) > 0;

  /** The server asked for this wait. ms. */
  toldToWait(key: string | null, waitMs: number): void {
    if (key !== null) this.notBefore.set(key, this.deps.passed() + waitMs);
  }
}

/** An order that is sent block by block adds to its entry's id. */
const opIdOf = (key: string): string => key.split(':')[0] ?? key;

/** Whether an answer says that the change was made, or that it was not. */
function tellsEffect(outcome: Outcome<unknown>): boolean {
  if (outcome.kind === 'answered') return true;
  if (outcome.kind !== 'refused') return outcome.kind === 'notStarted';
  const { status, retryAfterMs } = outcome;
  return status !== 408 && (status < 500 || status === 501 || (status === 503 && retryAfterMs !== null));
}
