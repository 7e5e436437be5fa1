import type { AnswerOf, Call } from '#contract/calls/define.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { type Json, toJson } from '#contract/json.ts';
import type { ApiResult } from '#contract/api-result.ts';
import type { ApiClient } from '#src/io/api-client.ts';
import type { CallOptions, Credentials } from '#src/io/call-options.ts';
import type { FakeServer } from './fake-server.ts';
import { refusal } from './server-request.ts';
import type { Random } from './random.ts';
import type { RequestChecks } from './request-checks.ts';
import { type Process, type Scheduler, watchFreezes } from './scheduler.ts';

/** What may happen to a request on its way, with the effect (`after`) or without it (`before`). */
export const faults = [
  'request lost',
  'answer lost',
  'timeout before',
  'timeout after',
  '500 before',
  '500 after',
  '503 before',
  '503 after',
  'gateway page before',
  'gateway page after',
  'wrong shape before',
  'wrong shape after',
  'portal page',
  'foreign 401',
  'foreign 403',
  'foreign 413',
  '408',
  '429',
  '503 with Retry-After',
  '400',
  '403',
  '409',
  '412',
  '413',
  '422',
  'expired token',
  'slow request',
  'slow answer',
] as const;
export type Fault = (typeof faults)[number];

/**
 * How the way to the server is: the share of requests that meet a fault, and which ones. `spares`: only those for a change do, and so
 * many of them get through before, as where a server counts them.
 */
export interface Weather {
  readonly share: number;
  readonly faults: readonly Fault[];
  readonly spares?: number;
}

export const clear: Weather = { share: 0, faults: [] };

const timeoutMs = 30_000;
/** How slow a slow server is: what comes after 30 s is given up. ms. */
const slowMs = [2_000, 8_000, 20_000];

interface NetworkDeps {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly server: FakeServer;
  /** Where an answer waits that no tab needs to be alive for. */
  readonly ground: Process;
  readonly checks: RequestChecks;
  readonly onFault: (fault: Fault) => void;
  /** Whose an entry of the outbox is or was; null: no entry has this id. */
  readonly ownerOf: (opId: string) => string | null;
  /** True while an entry of the user is marked as being sent. */
  readonly isSending: (userId: string) => boolean;
  readonly onWrongToken: (what: string) => void;
}

/** The way between the tabs of one browser and the server. */
export class FakeNetwork {
  weather: Weather = clear;
  /** Happens once, when the next request for a change has left. */
  whileOnItsWay: (() => void) | null = null;
  /** Tokens that the server takes, and whose they are. */
  readonly tokens = new Map<string, string>();
  /** Whose each token is or was. */
  readonly owners = new Map<string, string>();
  /** Idempotency keys of requests that have left a tab and have not been answered. */
  readonly inFlight = new Set<string>();
  /** Codes that the server, or something that speaks like it, has answered. */
  readonly refusalCodes = new Set<string>();
  private readonly deps: NetworkDeps;
  /** How many requests for a change each weather has let through that spares some. */
  private readonly spared = new Map<Weather, number>();

  constructor(deps: NetworkDeps) {
    this.deps = deps;
  }

  /** The client of one tab. `onOutcome`: as the console feeds its connection and its session. */
  clientOf(
    process: Process,
    tab: {
      readonly isUnplugged: () => boolean;
      readonly credentials: () => Credentials | null;
      /** Only deliveries use this client: each call is for an entry, and has to carry its user's token. */
      readonly isOfDeliveries?: boolean;
      readonly onOutcome: (call: Call, outcome: ApiResult<unknown>, token: string | null) => void;
    },
  ): ApiClient {
    return {
      call: async <C extends Call>(declaration: C, options: CallOptions<C>): Promise<ApiResult<AnswerOf<C>>> => {
        const stoodStill = watchFreezes(process);
        using _open = tab.isOfDeliveries ? this.deps.checks.opens(process) : null;
        const credentials = options.credentials ?? tab.credentials();
        // What was asked for leaves also where the tab is frozen right after.
        await this.deps.scheduler.turn(process, { evenFrozen: true });
        if (options.signal?.aborted) return { kind: 'aborted' };
        if (tab.isOfDeliveries) this.checkToken(process, declaration, options.idempotencyKey ?? null, credentials);
        const outcome: ApiResult<Json> = tab.isUnplugged()
          ? ({ kind: 'noAnswer', reason: 'network' } as const)
          : await orAborted(options.signal, this.travel(process, declaration, options, credentials));
        if (options.idempotencyKey) this.deps.checks.onResult(options.idempotencyKey, outcome);
        if (outcome.kind === 'aborted') return outcome;
        if (outcome.kind === 'answered' && tab.isOfDeliveries)
          this.deps.checks.reads(process, declaration.name, options.params, outcome.data);
        if (outcome.kind === 'refused') this.refusalCodes.add(outcome.code);
        // A frozen tab gets the answer when others have gone on long since.
        if (outcome.kind === 'refused' && outcome.retryAfterMs !== null && !stoodStill())
          this.deps.checks.askedToWait(options.idempotencyKey ?? null, outcome.retryAfterMs, process);
        tab.onOutcome(declaration, outcome, credentials?.token ?? null);
        // The server answers what the declaration says; its schema is not run again here.
        return outcome as ApiResult<AnswerOf<C>>;
      },
    };
  }

  /** A call of a delivery carries the token of the user whose entry it is for, and of nobody else. */
  private checkToken(process: Process, declaration: Call, key: string | null, credentials: Credentials | null): void {
    const { ownerOf, isSending, onWrongToken } = this.deps;
    const user = credentials ? (this.owners.get(credentials.token) ?? null) : null;
    const owner = key === null ? null : ownerOf(key.slice(0, uuidLength));
    // A tab that stood still goes on to look for an entry that it had begun to send, which another tab has done meanwhile.
    const isForOne = (of: string) => isSending(of) || (process.wasFrozen === true && process.claimedFor?.has(of) === true);
    const isRight = key === null ? user !== null && isForOne(user) : user === owner;
    if (!isRight) onWrongToken(`${declaration.name} for ${owner ?? 'nobody that sends'} as ${user ?? 'nobody'}`);
  }

  /** True for any answer in the API's own shape. */
  async probe(process: Process, isUnplugged: () => boolean): Promise<boolean> {
    const { scheduler, random } = this.deps;
    await scheduler.turn(process);
    if (isUnplugged()) return false;
    return !(random.chance(this.weather.share) && this.weather.faults.some((fault) => stopsProbe.has(fault)));
  }

  /** What a request meets on its way; null: nothing. */
  private faultOf(isForChange: boolean): Fault | null {
    const { weather, spared } = this;
    const { random } = this.deps;
    if (weather.spares !== undefined) {
      const before = spared.get(weather) ?? 0;
      if (isForChange) spared.set(weather, before + 1);
      if (!isForChange || before < weather.spares) return null;
    }
    return random.chance(weather.share) ? random.pick(weather.faults) : null;
  }

  private async travel<C extends Call>(
    process: Process,
    declaration: C,
    options: CallOptions<C>,
    credentials: Credentials | null,
  ): Promise<ApiResult<Json>> {
    const { scheduler, random, server, onFault } = this.deps;
    const fault = this.faultOf(options.idempotencyKey !== undefined);
    if (fault) onFault(fault);
    const author = credentials ? (this.tokens.get(credentials.token) ?? null) : null;
    const file = options.files?.[0];
    const params: Record<string, string> = Object.fromEntries(Object.entries(options.params));
    const request = {
      call: declaration.name,
      params,
      query: Object.fromEntries(Object.entries(options.query ?? {})),
      body: file ? { name: file.name, bytes: file.blob.size } : toJson(options.body ?? null),
      key: options.idempotencyKey ?? null,
      ifMatch: options.ifMatch ?? null,
    };
    const { call, query, body, key } = request;
    const content = JSON.stringify([call, params, query, body]);
    const accountId = credentials?.accountId ?? null;
    const { ifMatch } = request;
    const leaving = { process, call, params, query, body, key, author, accountId, ifMatch, content };
    const entry = this.deps.checks.leaves(leaving);
    if (key !== null) {
      this.deps.checks.left(key);
      const meanwhile = this.whileOnItsWay;
      this.whileOnItsWay = null;
      meanwhile?.();
    }
    const reach = (): ApiResult<Json> => {
      // It may have ended on the way.
      if (author === null || !credentials || !this.tokens.has(credentials.token)) return refusal('unauthenticated');
      if (entry) this.deps.checks.arrives(leaving, entry);
      return server.handle({ ...request, author });
    };
    if (options.idempotencyKey) this.inFlight.add(options.idempotencyKey);
    const isSlow = fault === 'slow request' || fault === 'slow answer';
    const arrives = fault === null || fault === 'answer lost' || isSlow || fault.endsWith(' after');
    // On its way: other tabs, and a crash of this one, may come in between; what has left arrives all the same.
    await scheduler.turn(this.deps.ground);
    // Where keys are ignored nobody can tell one that is late from one that is lost.
    if (fault === 'slow request' && server.options.honoursKeys) await scheduler.after(this.deps.ground, random.pick(slowMs));
    const outcome = arrives ? reach() : null;
    if (options.idempotencyKey) this.inFlight.delete(options.idempotencyKey);
    if (fault?.startsWith('timeout')) await scheduler.after(process, timeoutMs);
    else if (fault === 'slow answer') await scheduler.after(process, random.pick(slowMs));
    else await scheduler.turn(process);
    // Only what has had its effect, or reached the server's own code, knows who asked.
    if (outcome?.kind === 'refused' && outcome.status === 401) return outcome;
    return fault === null || isSlow ? (outcome ?? refusal('internal_error')) : outcomeOf(fault, this.tokens, credentials);
  }
}

/** An order that is sent block by block adds to its entry's id. */
const uuidLength = 36;

/** A call that is given up is over at once; what has left arrives all the same. */
function orAborted(signal: AbortSignal | undefined, travel: Promise<ApiResult<Json>>): Promise<ApiResult<Json>> {
  if (!signal) return travel;
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => resolve({ kind: 'aborted' }));
    travel.then(resolve, reject);
  });
}

const stopsProbe: ReadonlySet<Fault> = new Set<Fault>([
  'request lost',
  'answer lost',
  'timeout before',
  'timeout after',
  'gateway page before',
  'gateway page after',
  'portal page',
]);

const refusals: Readonly<Partial<Record<Fault, readonly [ErrorCode, number | null]>>> = {
  '500 before': ['internal_error', null],
  '500 after': ['internal_error', null],
  '503 before': ['unavailable', null],
  '503 after': ['unavailable', null],
  '408': ['request_timeout', null],
  '429': ['too_many_requests', 4_000],
  '503 with Retry-After': ['unavailable', 3_000],
  '400': ['bad_request', null],
  '403': ['forbidden', null],
  '409': ['conflict', null],
  '412': ['precondition_failed', null],
  '413': ['payload_too_large', null],
  '422': ['validation_failed', null],
};

const pages: Readonly<Partial<Record<Fault, number>>> = {
  'gateway page before': 502,
  'gateway page after': 504,
  'wrong shape before': 200,
  'wrong shape after': 200,
  'portal page': 200,
  'foreign 401': 401,
  'foreign 403': 403,
  'foreign 413': 413,
};

function outcomeOf(fault: Fault, tokens: Map<string, string>, credentials: Credentials | null): ApiResult<Json> {
  const refused = refusals[fault];
  if (refused) return refusal(refused[0], {}, refused[1]);
  const status = pages[fault];
  if (status !== undefined) return { kind: 'foreign', status, retryAfterMs: null };
  if (fault === 'expired token') {
    if (credentials) tokens.delete(credentials.token);
    return refusal('unauthenticated');
  }
  return { kind: 'noAnswer', reason: fault.startsWith('timeout') ? 'timeout' : 'network' };
}
