import type { AnswerOf, Call } from '#contract/calls/define.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { type Json, toJson } from '#contract/json.ts';
import type { ApiResult } from '#contract/api-result.ts';
import type { ApiClient } from '#src/io/api-client.ts';
import type { CallOptions, Credentials } from '#src/io/call-options.ts';
import type { FakeServer } from './fake-server.ts';
import { placeOfContacts } from './contacts.ts';
import { inModel, onWire, type Place, placeOfWebsite } from './places.ts';
import { refusal } from './server-request.ts';
import type { Random } from './random.ts';
import type { RequestChecks } from './request-checks.ts';
import { type Process, type Scheduler, watchFreezes } from './scheduler.ts';

/** The faults of a request: with its effect on the server (`after`) or without it (`before`). */
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
 * The state of the network: the share of requests that meet a fault, and which faults. `spares`: only writes meet them, and this many
 * writes get through first, as with a server that counts them.
 */
export interface FaultMix {
  readonly share: number;
  readonly faults: readonly Fault[];
  readonly spares?: number;
}

export const noFaults: FaultMix = { share: 0, faults: [] };

/** Changes that the server refuses from everybody. */
export const refusing: FaultMix = { share: 1, faults: ['422'] };

/** The faults that people meet: mostly one kind of fault at a time. */
export function faultMixOf(random: Random): FaultMix {
  const share = random.pick([0, 0.15, 0.4, 1]);
  const count = random.pick([1, 1, 2, 5]);
  return { share, faults: Array.from({ length: count }, () => random.pick<Fault>(faults)) };
}

const timeoutMs = 30_000;
/** How slow a slow server is: the console gives up an answer after 30 s. ms. */
const slowMs = [2_000, 8_000, 20_000];

interface NetworkDeps {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly server: FakeServer;
  /** Where an answer waits that does not need a living tab. */
  readonly networkProcess: Process;
  readonly checks: RequestChecks;
  readonly onFault: (fault: Fault) => void;
  /** The user whom an outbox entry belongs or belonged to; null: no entry has this id. */
  readonly ownerOf: (opId: string) => string | null;
  /** True while an entry of the user is marked as sending. */
  readonly isSending: (userId: string) => boolean;
  readonly onWrongToken: (what: string) => void;
}

/** The network between the tabs of one browser and the server. */
export class FakeNetwork {
  faultMix: FaultMix = noFaults;
  /** Runs once, when the next write has left its tab. */
  whileOnItsWay: (() => void) | null = null;
  /** The tokens that the server accepts, and their users. */
  readonly tokens = new Map<string, string>();
  /** The user of every token that was ever issued. */
  readonly owners = new Map<string, string>();
  /** Idempotency keys of requests that have left a tab and have not been answered. */
  readonly inFlight = new Set<string>();
  /** Error codes that the server, or a proxy that answers in its format, has sent. */
  readonly refusalCodes = new Set<string>();
  private readonly deps: NetworkDeps;
  /** How many writes each mix with `spares` has let through. */
  private readonly spared = new Map<FaultMix, number>();

  constructor(deps: NetworkDeps) {
    this.deps = deps;
  }

  /** The client of one tab. `onResult` informs the tab's connection and session, as in the console. */
  clientOf(
    process: Process,
    tab: {
      readonly isUnplugged: () => boolean;
      readonly credentials: () => Credentials | null;
      /** Only deliveries use this client: each call belongs to an entry, and must carry the token of the entry's user. */
      readonly isOfDeliveries?: boolean;
      readonly onResult: (call: Call, result: ApiResult<unknown>, token: string | null) => void;
    },
  ): ApiClient {
    return {
      call: async <C extends Call>(declaration: C, options: CallOptions<C>): Promise<ApiResult<AnswerOf<C>>> => {
        const stoodStill = watchFreezes(process);
        using _open = tab.isOfDeliveries ? this.deps.checks.opens(process) : null;
        const credentials = options.credentials ?? tab.credentials();
        // A request that was made leaves even if the tab freezes right after.
        await this.deps.scheduler.turn(process, { evenFrozen: true });
        if (options.signal?.aborted) return { kind: 'aborted' };
        if (tab.isOfDeliveries) this.checkToken(process, declaration, options.idempotencyKey ?? null, credentials);
        const result: ApiResult<Json> = tab.isUnplugged()
          ? ({ kind: 'noAnswer', reason: 'network' } as const)
          : await orAborted(options.signal, this.travel(process, declaration, options, credentials));
        if (options.idempotencyKey) this.deps.checks.onResult(options.idempotencyKey, result);
        if (result.kind === 'aborted') return result;
        if (result.kind === 'answered' && tab.isOfDeliveries) this.noteRead(process, declaration, options.params, credentials, result.data);
        if (result.kind === 'refused') this.refusalCodes.add(result.code);
        // A frozen tab receives the answer long after the others have gone on.
        if (result.kind === 'refused' && result.retryAfterMs !== null && !stoodStill())
          this.deps.checks.askedToWait(options.idempotencyKey ?? null, result.retryAfterMs, process);
        tab.onResult(declaration, result, credentials?.token ?? null);
        // The simulated server answers in the declared shape; the schema is not run again here.
        return result as ApiResult<AnswerOf<C>>;
      },
    };
  }

  private noteRead(process: Process, declaration: Call, params: object, credentials: Credentials | null, data: Json): void {
    const place = placeOf(declaration, params, credentials);
    this.deps.checks.reads(process, declaration.name, inModel(place, params), place, inModel(place, data));
  }

  /** A delivery's call carries the token of the user whose entry it is for, and of nobody else. */
  private checkToken(process: Process, declaration: Call, key: string | null, credentials: Credentials | null): void {
    const { ownerOf, isSending, onWrongToken } = this.deps;
    const user = credentials ? (this.owners.get(credentials.token) ?? null) : null;
    const owner = key === null ? null : ownerOf(key.slice(0, uuidLength));
    // A tab that was frozen goes on to search for an entry that it had begun to send, and that another tab has finished meanwhile.
    const isForOne = (of: string) => isSending(of) || (process.wasFrozen === true && process.claimedFor?.has(of) === true);
    const isRight = key === null ? user !== null && isForOne(user) : user === owner;
    if (!isRight) onWrongToken(`${declaration.name} for ${owner ?? 'nobody that sends'} as ${user ?? 'nobody'}`);
  }

  /** True for any answer in the API's own shape. */
  async probe(process: Process, isUnplugged: () => boolean): Promise<boolean> {
    const { scheduler, random } = this.deps;
    await scheduler.turn(process);
    if (isUnplugged()) return false;
    return !(random.chance(this.faultMix.share) && this.faultMix.faults.some((fault) => stopsProbe.has(fault)));
  }

  /** The fault that a request meets; null: none. */
  private faultOf(isForChange: boolean): Fault | null {
    const { faultMix, spared } = this;
    const { random } = this.deps;
    if (faultMix.spares !== undefined) {
      const before = spared.get(faultMix) ?? 0;
      if (isForChange) spared.set(faultMix, before + 1);
      if (!isForChange || before < faultMix.spares) return null;
    }
    return random.chance(faultMix.share) ? random.pick(faultMix.faults) : null;
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
    const accountId = credentials?.accountId ?? '';
    const place = placeOf(declaration, params, credentials);
    const request = {
      call: declaration.name,
      params: inModel(place, params),
      query: inModel(place, Object.fromEntries(Object.entries(options.query ?? {}))),
      body: file ? { name: file.name, bytes: file.blob.size } : inModel(place, toJson(options.body ?? null)),
      key: options.idempotencyKey ?? null,
      ifMatch: options.ifMatch ?? null,
      accountId,
    };
    const { call, query, body, key } = request;
    const content = JSON.stringify([call, request.params, query, body]);
    const leaving = { ...request, process, author, content };
    const entry = this.deps.checks.leaves(leaving);
    if (key !== null) {
      this.deps.checks.left(key);
      const meanwhile = this.whileOnItsWay;
      this.whileOnItsWay = null;
      meanwhile?.();
    }
    const reach = (): ApiResult<Json> => {
      // The process may have ended meanwhile.
      if (author === null || !credentials || !this.tokens.has(credentials.token)) return refusal('unauthenticated');
      if (entry) this.deps.checks.arrives(leaving, entry);
      const handled = server.handle({ ...request, author });
      return place !== '' && handled.kind === 'answered' ? { ...handled, data: onWire(handled.data) } : handled;
    };
    if (options.idempotencyKey) this.inFlight.add(options.idempotencyKey);
    const isSlow = fault === 'slow request' || fault === 'slow answer';
    const arrives = fault === null || fault === 'answer lost' || isSlow || fault.endsWith(' after');
    // While the request is in flight, other tabs run and this one may crash; a request that has left arrives all the same.
    await scheduler.turn(this.deps.networkProcess);
    // Where the API ignores keys, a late request can't be distinguished from a lost one.
    if (fault === 'slow request' && server.options.honoursKeys) await scheduler.after(this.deps.networkProcess, random.pick(slowMs));
    const result = arrives ? reach() : null;
    if (options.idempotencyKey) this.inFlight.delete(options.idempotencyKey);
    if (fault?.startsWith('timeout')) await scheduler.after(process, timeoutMs);
    else if (fault === 'slow answer') await scheduler.after(process, random.pick(slowMs));
    else await scheduler.turn(process);
    // Only a request that had its effect, or reached the API's own code, records who sent it.
    if (result?.kind === 'refused' && result.status === 401) return result;
    return fault === null || isSlow ? (result ?? refusal('internal_error')) : resultOf(fault, this.tokens, credentials);
  }
}

/** Which of the server's records a request is about: where a path names no website, those of the first. */
const placeOf = ({ name }: Call, params: object, credentials: Credentials | null): Place =>
  name.includes('Contact')
    ? placeOfContacts({ accountId: credentials?.accountId ?? null, ...params })
    : placeOfWebsite('websiteId' in params ? String(params.websiteId) : null);

/** The suffix that an order which is sent block by block adds to its entry's id. */
const uuidLength = 36;

/** A call that is given up ends at once; its request arrives all the same. */
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

function resultOf(fault: Fault, tokens: Map<string, string>, credentials: Credentials | null): ApiResult<Json> {
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
