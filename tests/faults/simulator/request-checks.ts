import type { Json } from '#contract/json.ts';
import type { ApiResult } from '#contract/api-result.ts';
import { localPrefix } from '#contract/resources/local-id.ts';
import { mutationName, type OutboxEntry } from '#contract/outbox-entry.ts';
import { heldBy, type Sent, saysWhatEntrySays, unknownFields, valuesOf } from './carried-checks.ts';
import { contacts, makePrimaryCall } from './contacts.ts';
import type { FakeServer } from './fake-server.ts';
import { accountOf, type Place } from './places.ts';
import { Readings, recordOf } from './readings.ts';
import { type Process, watchFreezes } from './scheduler.ts';
import type { Violation } from './violation.ts';

/** A request as it leaves a tab. */
export interface LeavingRequest extends Sent {
  readonly process: Process;
  readonly key: string | null;
  /** The request's content as text: it never changes under one key. */
  readonly content: string;
  readonly author: string | null;
  readonly accountId: string | null;
  readonly ifMatch: string | null;
}

interface Deps {
  /** The stored outbox entry. */
  readonly entryOf: (opId: string) => OutboxEntry | null;
  /** ms since the simulation began. */
  readonly passed: () => number;
  /** Its user has signed out in another tab, in the moment in which this one had marked it as sending. */
  readonly mayStillLeave: (opId: string) => boolean;
  /** A clock that jumped makes every due time meaningless. */
  readonly hasJumped: () => boolean;
  /** How many transactions the device has rolled back. */
  readonly aborts: () => number;
  readonly server: FakeServer;
  /** The current drain epoch of a user, and when it began. ms since the simulation began. */
  readonly epochOf: (userId: string) => { readonly epoch: number; readonly since: number };
  readonly report: (kind: Violation, what: string) => void;
}

/** The calls that send the tag of the state that the change was compared with. */
const tagged: ReadonlySet<string> = new Set(['updateSettings', 'bulkUpdateBlocks', contacts.calls.update.name, makePrimaryCall.name]);

/** The invariants of a request, checked when it leaves the device. */
export class RequestChecks {
  private readonly deps: Deps;
  private readonly contents = new Map<string, string>();
  private readonly notBefore = new Map<string, { readonly until: number; readonly isLost: () => boolean }>();
  /** How many requests of each entry have left and are indeterminate, because no answer came or no living tab received it. */
  private readonly unknown = new Map<string, number>();
  private readonly readings: Readings;
  /** When each key was sent last, and how often in a row without a pause. */
  private readonly bursts = new Map<string, { readonly from: number; readonly count: number }>();

  /** How many requests of deliveries are open, by tab. */
  private readonly open = new Map<Process, number>();

  constructor(deps: Deps) {
    this.deps = deps;
    this.readings = new Readings(deps.server);
  }

  /** Counts a delivery's request as open until the result is disposed. */
  opens(process: Process): Disposable {
    const change = (by: number) => this.open.set(process, (this.open.get(process) ?? 0) + by).get(process) ?? 0;
    if (change(1) > mostRequests) this.deps.report('out of order', 'more than five requests are open');
    return { [Symbol.dispose]: () => void change(-1) };
  }

  /** Returns the stored entry that a request belongs to; null: it belongs to none. */
  leaves(request: LeavingRequest): OutboxEntry | null {
    const { process, call, key, content, author, accountId, ifMatch } = request;
    const { entryOf, passed, hasJumped, mayStillLeave, server, report } = this.deps;
    if (call.startsWith('list') || call === contacts.calls.read.name) return null;
    if (key === null) {
      report('no key', call);
      return null;
    }
    const before = this.contents.get(key);
    if (before !== undefined && before !== content) report('key of another content', `${before}, now ${content}`);
    this.contents.set(key, content);
    const asked = this.notBefore.get(key);
    const isKnown = asked !== undefined && !asked.isLost();
    if (isKnown && passed() < asked.until && !hasJumped()) report('sent too early', call);
    // An order that is sent block by block has a key for each block.
    const entry = entryOf(opIdOf(key));
    if (content.includes(localPrefix)) report('local id', `${call} ${content}`);
    if (author !== null && entry && entry.userId !== author) report('wrong token', `${call} of ${entry.userId} as ${author}`);
    if (entry && entry.accountId !== accountId) report('wrong account', `${call} of ${entry.accountId} for ${accountId}`);
    if (author !== null && accountOf(author) !== accountId) report('wrong account', `${call} as ${author} for ${accountId}`);
    if (server.options.givesTags && tagged.has(call) && ifMatch === null) report('no If-Match', `${call} ${content}`);
    if (entry?.status !== 'sending' && !mayStillLeave(opIdOf(key)))
      report('not marked as sending', `${call} ${content}: ${entry?.status ?? 'no entry'}`);
    if (entry && !saysWhatEntrySays(request, entry)) report('not what was saved', `${content} for ${JSON.stringify(entry.body)}`);
    if (entry && process.wasFrozen !== true) this.checkCompared(request, entry);
    this.checkEpoch(process, opIdOf(key), entry, call);
    this.checkPace(key, call);
    return entry;
  }

  /** The server receives and accepts a request: where it carries a tag, the server must hold nothing that nobody has compared it with. */
  arrives({ key, ifMatch, author }: LeavingRequest, entry: OutboxEntry): void {
    const { server, report } = this.deps;
    if (!server.options.givesTags || ifMatch === null || ifMatch !== server.tagOf(recordOf(entry))) return;
    if (key !== null && author !== null && server.hasAnswered(author, key)) return;
    for (const field of unknownFields(entry, heldBy(server, entry)))
      report('not compared', `${field} of ${JSON.stringify(entry.body)} goes under the tag of another value`);
  }

  /** A delivery has read a list. */
  reads(process: Process, call: string, params: object, place: Place, data: Json | object): void {
    this.readings.add(process, call, params, place, data);
  }

  /** An entry is marked as sending: earlier reads are no comparison for it. */
  readonly claimed = (opId: string): void => this.readings.begin(opId);

  /**
   * A mutation without a tag must have been compared with a preflight read of its tab; a create that may be there must have been searched
   * for.
   */
  private checkCompared({ process, call, ifMatch, content }: LeavingRequest, entry: OutboxEntry): void {
    const { report, hasJumped, server } = this.deps;
    // An order that is sent block by block was compared as a whole.
    if (mutationName(entry) === 'block.reorder' && call === 'updateBlock') return;
    const readings = this.readings.since(entry, process);
    const isTagged = server.options.givesTags && ifMatch !== null;
    if (valuesOf(entry) !== null && !isTagged && !readings.some(({ held }) => unknownFields(entry, held).length === 0))
      report('not compared', `${content}: ${readings.length} readings`);
    const makes = entry.mutation === 'create' || entry.mutation === 'upload';
    // Whoever decides to create a record again has looked for it themselves.
    if (!makes || !entry.mayHaveBeenApplied || entry.isRepeatDecided) return;
    if (readings.length === 0) report('not looked for', content);
    // A clock that jumped makes a file look older than its upload.
    const isKnown = mutationName(entry) === 'file.upload' ? !hasJumped() : Array.isArray(entry.base['known']);
    const isThere = readings.some(({ ids, effects }) =>
      server.effects.slice(0, effects).some(({ key, value }) => key === entry.opId && typeof value === 'string' && ids.has(value)),
    );
    if (isKnown && isThere) report('not looked for', `${content} is there`);
  }

  /** After another tab has taken over, the old one may send only for a short time: what its last check of the epoch had allowed. */
  private checkEpoch({ claims, name }: Process, opId: string, entry: OutboxEntry | null, call: string): void {
    const claimed = claims?.get(opId);
    if (claimed === undefined || entry === null) return;
    const { epoch, since } = this.deps.epochOf(entry.userId);
    if (epoch !== claimed && this.deps.passed() - since > freshMs) this.deps.report('passed epoch', `${name} sends ${call}`);
  }

  /** Nothing is sent again and again without a pause. */
  private checkPace(key: string, call: string): void {
    const now = this.deps.passed();
    const burst = this.bursts.get(key);
    const isSame = burst !== undefined && now - burst.from < burstMs;
    const count = isSame ? burst.count + 1 : 1;
    this.bursts.set(key, { from: isSame ? burst.from : now, count });
    if (count === mostInBurst) this.deps.report('sent without a pause', call);
  }

  /** A mutation's request is sent and indeterminate. `onResult` is never called where its answer does not come. */
  left(key: string): void {
    const opId = opIdOf(key);
    this.unknown.set(opId, (this.unknown.get(opId) ?? 0) + 1);
  }

  /** A tab receives the result of a request. */
  onResult(key: string, result: ApiResult<unknown>): void {
    if (!showsEffect(result)) return;
    const opId = opIdOf(key);
    this.unknown.set(opId, (this.unknown.get(opId) ?? 0) - 1);
  }

  readonly isUnknown = (opId: string): boolean => (this.unknown.get(opId) ?? 0) > 0;

  /** The server asked for this wait. ms. */
  askedToWait(key: string | null, waitMs: number, by: Process): void {
    const { passed, aborts } = this.deps;
    const [stoodStill, before] = [watchFreezes(by), aborts()];
    // The wait is lost if the tab freezes, or its device fails, before the wait is stored.
    const isLost = () => stoodStill() || aborts() > before;
    if (key !== null) this.notBefore.set(key, { until: passed() + waitMs, isLost });
  }
}

const mostRequests = 5;
/** A tab may rely for this long at most on its last check that the epoch is still its own. ms. */
const freshMs = 1_000;
/** Upper bound for the number of times that one request is sent within this time: a person's repeated changes may cause three reads. ms. */
const burstMs = 900;
const mostInBurst = 12;

/** The id of the entry, from a request's key: an order that is sent block by block adds a suffix to it. */
export const opIdOf = (key: string): string => key.split(':')[0] ?? key;

/** Whether an answer shows that the change was made, or that it was not. */
function showsEffect(result: ApiResult<unknown>): boolean {
  if (result.kind === 'answered') return true;
  if (result.kind !== 'refused') return result.kind === 'notStarted';
  const { status, retryAfterMs } = result;
  return status !== 408 && (status < 500 || status === 501 || (status === 503 && retryAfterMs !== null));
}
