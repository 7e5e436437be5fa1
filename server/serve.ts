import type { Context } from 'hono';
import * as v from 'valibot';
import type { Call, CallRow, ParamsOf } from '#contract/calls/define.ts';
import { type Failure, fail, invalidFields, noneMatch, notFound, notSignedIn, type Reply, sendFailure, tagOf } from './http/reply.ts';
import { type BodyLimits, bodyLimitsFor, readJson } from './http/read-body.ts';
import { fieldNames, fieldsOfIssues, type NamesOf, readInput, unstorableAt } from './http/fields.ts';
import { authenticate, type SignedIn } from './auth/tokens.ts';
import { tooManyWrites } from './auth/write-limits.ts';
import type { AppEnv } from './app-env.ts';
import type { Database } from './connect.ts';
import { type Deps, fingerprint } from './deps.ts';
import { diskFullFailure } from './disk/disk-full.ts';
import { isWrite, lacksRoom } from './disk/writes.ts';
import { idempotencyKeyProblem, type StoredAnswer } from './idempotency.ts';
import { bodyOf, writeOnce } from './write-once.ts';

type OutputOf<S> = S extends v.GenericSchema<unknown, unknown> ? v.InferOutput<S> : undefined;

/** A handler's input: everything is validated, and `db` is the transaction where the call writes. */
export interface Input<C extends Call> {
  readonly db: Database;
  readonly deps: Deps;
  readonly now: Date;
  readonly user: C['auth'] extends 'bearer' ? SignedIn : null;
  readonly params: ParamsOf<C>;
  readonly query: OutputOf<C['query']>;
  readonly body: OutputOf<C['body']>;
  /** The client's address, for limits. */
  readonly address: string;
  /** The client's user agent; null where it sends none. */
  readonly userAgent: string | null;
  readonly ifMatch: string | undefined;
  /** Aborted once the client no longer waits for the answer. */
  readonly signal: AbortSignal;
}

export type Handler<C extends Call> = (input: Input<C>) => Promise<Reply<v.InferInput<C['answer']>>>;

type AnyInput = Omit<Input<Call>, 'user' | 'params' | 'query' | 'body'> & {
  user: SignedIn | null;
  params: unknown;
  query: unknown;
  body: unknown;
};

export interface Route {
  readonly call: Call;
  readonly answer: (c: Context<AppEnv>, deps: Deps) => Promise<Response>;
}

interface Serving<C extends Call> {
  /** Clients read the call's success from an `ok` beside `data`. */
  readonly saysOk?: boolean;
  /**
   * Answers a repeat of a write whose first answer was too long to store: the same records in their current state. It writes nothing. Only
   * writes whose answer can be that long need it; the answers of others are always stored.
   */
  readonly again?: Handler<C>;
  /** Names the field of a problem in the body; by default `fieldNames`. */
  readonly namesOf?: NamesOf;
  /** Runs outside a transaction, and again for each repeat of a request: it changes nothing in the database, and waits for other services. */
  readonly withoutTransaction?: boolean;
  /** As how many writes it counts against the account's limit; by default as one. */
  readonly writesOf?: (body: OutputOf<C['body']>) => number;
}

type Run = (input: AnyInput) => Promise<Reply<unknown>>;

/** Joins a call of the contract with its handler. */
export function serve<const C extends Call>(
  call: C,
  handler: Handler<C>,
  { saysOk = false, again, namesOf, writesOf, withoutTransaction = false }: Serving<C> = {},
): Route {
  // The unchecked casts: the input was parsed with the schemas that `C` is made of.
  const run = handler as unknown as Run;
  const runAgain = again as unknown as Run | undefined;
  const countWrites = writesOf as unknown as Served['countWrites'];
  return {
    call,
    answer: (c, deps) => {
      c.set('saysOk', saysOk);
      return answerCall(call, { run, again: runAgain, namesOf, countWrites, withoutTransaction }, c, deps);
    },
  };
}

interface Served {
  readonly run: Run;
  readonly again: Run | undefined;
  readonly namesOf: NamesOf | undefined;
  readonly countWrites: ((body: unknown) => number) | undefined;
  readonly withoutTransaction: boolean;
}

async function answerCall(call: Call, served: Served, c: Context<AppEnv>, deps: Deps): Promise<Response> {
  const { run, again, namesOf, countWrites, withoutTransaction } = served;
  const admitted = await admit(call, c, deps);
  if (admitted.kind === 'failure') return sendFailure(c, admitted);
  const { user, now } = admitted;
  const read = await readRequest(
    call,
    c,
    bodyLimitsFor({ userId: user?.id ?? null, address: c.get('address') }, deps.config.bodySeconds, c.get('bodyShare')),
    namesOf,
  );
  if (read.kind === 'failure') return sendFailure(c, read);
  const { params, query, body, text } = read;
  // One was counted before the body was read.
  const more = (countWrites?.(body) ?? 1) - 1;
  const tooMany = user && more > 0 ? await tooManyWrites(deps, user.accountId, call, now, more) : null;
  if (tooMany) return sendFailure(c, tooMany);
  const [address, ifMatch, { signal }] = [c.get('address'), c.req.header('if-match'), c.req.raw];
  const userAgent = c.req.header('user-agent') ?? null;
  const input = { db: deps.db, deps, now, user, params, query, body, address, userAgent, ifMatch, signal };
  if (await lacksRoom(call, deps)) return sendFailure(c, diskFullFailure());
  if (!isDoneOnce(call) || !user || withoutTransaction) return finish(c, call, await run(input));

  const key = keyOf(c);
  if (typeof key === 'object' && key !== null) return sendFailure(c, key);
  const print = fingerprint(deps, call.method, c.req.path + new URL(c.req.url).search, text);
  const write = { call, deps, user, key, print, now, saysOk: c.get('saysOk') === true };
  const repeat = again && ((tx: Database) => again({ ...input, db: tx }));
  return sendReply(c, call, await writeOnce(write, (tx) => run({ ...input, db: tx }), repeat));
}

type Admitted = { readonly kind: 'admitted'; readonly user: SignedIn | null; readonly now: Date } | Failure;

/**
 * True for calls that change an account's data, which count against its limits. A session belongs to its user, and ending one never counts.
 */
const isCounted = (call: CallRow): boolean => isWrite(call) && call.entity !== 'session';

/**
 * True for calls that run once for each key, in a transaction. Clear Cache is a GET: no client sends a key with it, and running it twice
 * does no harm.
 */
const isDoneOnce = (call: CallRow): boolean => isCounted(call) && call.method !== 'GET';

/** Checks the disk space; then the user, and their permission: by token, by account, and by how much the account has written lately. */
export async function admit(call: CallRow & Pick<Call, 'encoding'>, c: Context<AppEnv>, deps: Deps): Promise<Admitted> {
  c.set('route', call.path);
  // Before the database is asked: the embedded engine does not survive a full disk.
  if (await lacksRoom(call, deps)) return diskFullFailure();
  const now = deps.clock.now();
  const user = call.auth === 'bearer' ? await authenticate(deps, c.req.header('authorization'), c.get('address'), now) : null;
  if (call.auth === 'bearer' && !user) return notSignedIn();
  if (user) c.set('userId', user.id);
  const account = c.req.header('x-account-id');
  if (user && account !== undefined && account !== String(user.accountId)) return fail('forbidden', 'This account is not yours.');
  const tooMany = user && isCounted(call) ? await tooManyWrites(deps, user.accountId, call, now) : null;
  if (tooMany) return tooMany;
  return { kind: 'admitted', user, now };
}

/** The request's `Idempotency-Key`; null where there is none. */
export function keyOf(c: Context<AppEnv>): string | null | Failure {
  const key = c.req.header('idempotency-key');
  return key === undefined ? null : (idempotencyKeyProblem(key) ?? key);
}

export function sendReply(c: Context<AppEnv>, call: Call, reply: Reply<unknown> | StoredAnswer): Response {
  return reply.kind === 'stored' ? replay(c, reply) : finish(c, call, reply);
}

type RequestReading = { readonly kind: 'request'; params: unknown; query: unknown; body: unknown; text: string } | Failure;

async function readRequest(call: Call, c: Context<AppEnv>, limits: BodyLimits, namesOf: NamesOf | undefined): Promise<RequestReading> {
  const params = c.req.param();
  if (unstorableAt(params)) return notFound();
  const rawQuery = c.req.query();
  const badQuery = unstorableAt(rawQuery);
  if (badQuery) return invalidFields({ [fieldNames(rawQuery)(badQuery)]: 'This holds a character that can’t be used.' });
  const query = call.query ? v.safeParse(call.query, rawQuery) : null;
  if (query && !query.success) return invalidFields(fieldsOfIssues(query.issues, rawQuery));
  if (!call.body) return { kind: 'request', params, query: query?.output, body: undefined, text: '' };
  // Of a body that may be left out, neither its type nor anything else is sent.
  const isLeftOut = v.is(call.body, undefined) && c.req.header('content-type') === undefined;
  if (isLeftOut) return { kind: 'request', params, query: query?.output, body: v.parse(call.body, undefined), text: '' };
  const read = await readJson(c.req, limits);
  if (read.kind === 'failure') return read;
  const body = readInput(call.body, read.json, namesOf);
  if (body.kind === 'failure') return body;
  return { kind: 'request', params, query: query?.output, body: body.output, text: read.text };
}

function finish(c: Context<AppEnv>, call: Call, reply: Reply<unknown>): Response {
  if (reply.kind === 'failure') return sendFailure(c, reply);
  if (reply.parts) {
    const body = ReadableStream.from(reply.parts).pipeThrough(new TextEncoderStream());
    return c.body(body, call.success ?? 200, { 'Content-Type': `${call.raw}; charset=utf-8` });
  }
  const text = call.raw === undefined ? bodyOf(reply, c.get('saysOk') === true) : String(reply.data);
  const read = call.method === 'GET' && call.entity !== 'cache';
  const etag = reply.etag ?? (read ? tagOf(text) : undefined);
  if (etag !== undefined) c.header('ETag', etag);
  if (read && etag !== undefined && !noneMatch(c.req.header('if-none-match'), etag)) return c.body(null, 304);
  return c.body(text, call.success ?? 200, { 'Content-Type': call.raw === undefined ? 'application/json' : `${call.raw}; charset=utf-8` });
}

function replay(c: Context<AppEnv>, stored: StoredAnswer): Response {
  c.header('Idempotency-Replayed', 'true');
  if (stored.etag !== null) c.header('ETag', stored.etag);
  const status = ([200, 201, 202] as const).find((known) => known === stored.status) ?? 200;
  return c.body(stored.body, status, { 'Content-Type': 'application/json' });
}
