import type { Context } from 'hono';
import * as v from 'valibot';
import type { Call, CallRow, ParamsOf } from '#contract/calls/define.ts';
import type { Failure, Reply, Success } from './http/reply.ts';
import { fail, invalidFields, notFound, notSignedIn } from './http/reply.ts';
import { readJson } from './http/body.ts';
import { type BodyLimits, bodyLimitsFor } from './http/read-body.ts';
import { fieldAt, fieldsOfIssues, readFields, unstorableAt } from './http/fields.ts';
import { noneMatch, sendFailure, tagOf } from './http/send.ts';
import { authenticate, type SignedIn } from './auth/tokens.ts';
import type { AppEnv } from './app-env.ts';
import type { Database } from './connect.ts';
import { type Deps, fingerprint } from './deps.ts';
import { keyProblem, type StoredAnswer, storeAnswer, takeKey } from './idempotency.ts';

type OutputOf<S> = S extends v.GenericSchema<unknown, unknown> ? v.InferOutput<S> : undefined;

/** What a handler is given: everything is validated, and `db` is the transaction where the call writes. */
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
  readonly ifMatch: string | undefined;
  /** Aborted once nobody waits for the answer. */
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

/** Joins a call of the contract with its handler. `saysOk`: its success is read from an `ok` beside `data`. */
export function serve<const C extends Call>(call: C, handler: Handler<C>, { saysOk = false } = {}): Route {
  // The one place where types are taken on trust: what goes in was parsed with the schemas that `C` is made of.
  const run = handler as unknown as (input: AnyInput) => Promise<Reply<unknown>>;
  return {
    call,
    answer: (c, deps) => {
      c.set('saysOk', saysOk);
      return answerCall(call, run, c, deps);
    },
  };
}

async function answerCall(
  call: Call,
  run: (input: AnyInput) => Promise<Reply<unknown>>,
  c: Context<AppEnv>,
  deps: Deps,
): Promise<Response> {
  const admitted = await admit(call, c, deps);
  if (admitted.kind === 'failure') return sendFailure(c, admitted);
  const { user, now } = admitted;
  const read = await readRequest(call, c, bodyLimitsFor(user !== null, deps.config.bodySeconds, c.get('bodyShare')));
  if (read.kind === 'failure') return sendFailure(c, read);
  const { params, query, body, text } = read;
  const [address, ifMatch, { signal }] = [c.get('address'), c.req.header('if-match'), c.req.raw];
  const input = { db: deps.db, deps, now, user, params, query, body, address, ifMatch, signal };
  // A preview is a read that has a body: it has no effect to repeat, and its answer is not worth keeping.
  const isRead = call.method === 'GET' || call.entity === 'preview';
  if (isRead || !user || call.entity === 'session') return finish(c, call, await run(input));

  const key = keyOf(c);
  if (typeof key === 'object' && key !== null) return sendFailure(c, key);
  const print = fingerprint(deps, call.method, c.req.path, text);
  const write = { call, deps, user, key, print, now, saysOk: c.get('saysOk') === true };
  return sendOutcome(c, call, await writeOnce(write, (tx) => run({ ...input, db: tx })));
}

type Admitted = { readonly kind: 'admitted'; readonly user: SignedIn | null; readonly now: Date } | Failure;

/** Who asks, and whether they may: by token and by account. */
export async function admit(call: CallRow, c: Context<AppEnv>, deps: Deps): Promise<Admitted> {
  c.set('route', call.path);
  const now = deps.clock.now();
  const user = call.auth === 'bearer' ? await authenticate(deps.db, c.req.header('authorization'), now) : null;
  if (call.auth === 'bearer' && !user) return notSignedIn();
  if (user) c.set('userId', user.id);
  const account = c.req.header('x-account-id');
  if (user && account !== undefined && account !== String(user.accountId)) return fail('forbidden', 'This account is not yours.');
  return { kind: 'admitted', user, now };
}

/** The request's `Idempotency-Key`; null where there is none. */
export function keyOf(c: Context<AppEnv>): string | null | Failure {
  const key = c.req.header('idempotency-key');
  return key === undefined ? null : (keyProblem(key) ?? key);
}

interface Write {
  readonly call: Call;
  readonly deps: Deps;
  readonly user: SignedIn;
  readonly key: string | null;
  /** Of everything that the request says. */
  readonly print: string;
  readonly now: Date;
  readonly saysOk?: boolean;
}

/** Runs a write in a transaction, once for its key: the effect and the answer are stored together, or neither is. */
export function writeOnce(
  { call, deps, user, key, print, now, saysOk = false }: Write,
  run: (tx: Database) => Promise<Reply<unknown>>,
): Promise<Reply<unknown> | StoredAnswer> {
  return inTransaction(deps.db, async (tx) => {
    const taken = key === null ? null : await takeKey(tx, user.id, key, print, now);
    if (taken) return taken;
    const reply = await run(tx);
    if (key !== null && reply.kind === 'success')
      await storeAnswer(tx, user.id, key, { status: call.success ?? 200, body: bodyOf(reply, saysOk), etag: reply.etag ?? null });
    return reply;
  });
}

export function sendOutcome(c: Context<AppEnv>, call: Call, outcome: Reply<unknown> | StoredAnswer): Response {
  return outcome.kind === 'stored' ? replay(c, outcome) : finish(c, call, outcome);
}

/** Carries a refusal out of a transaction, so that what was written before it is undone. */
class Undo extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.code);
    this.failure = failure;
  }
}

async function inTransaction<R extends Reply<unknown> | StoredAnswer>(
  db: Database,
  work: (tx: Database) => Promise<R>,
): Promise<R | Failure> {
  try {
    return await db.transaction(async (tx) => {
      const outcome = await work(tx);
      if (outcome.kind === 'failure') throw new Undo(outcome);
      return outcome;
    });
  } catch (error) {
    if (error instanceof Undo) return error.failure;
    throw error;
  }
}

type RequestReading = { readonly kind: 'request'; params: unknown; query: unknown; body: unknown; text: string } | Failure;

async function readRequest(call: Call, c: Context<AppEnv>, limits: BodyLimits): Promise<RequestReading> {
  const params = c.req.param();
  if (unstorableAt(params)) return notFound();
  const rawQuery = c.req.query();
  const badQuery = unstorableAt(rawQuery);
  if (badQuery) return invalidFields({ [fieldAt(badQuery, rawQuery)]: 'This holds a character that can’t be used.' });
  const query = call.query ? v.safeParse(call.query, rawQuery) : null;
  if (query && !query.success) return invalidFields(fieldsOfIssues(query.issues, rawQuery));
  if (!call.body) return { kind: 'request', params, query: query?.output, body: undefined, text: '' };
  const read = await readJson(c.req, limits);
  if (read.kind === 'failure') return read;
  const body = readFields(call.body, read.json);
  if (body.kind === 'failure') return body;
  return { kind: 'request', params, query: query?.output, body: body.output, text: read.text };
}

function bodyOf({ data, pagination }: Success<unknown>, saysOk: boolean): string {
  return JSON.stringify({ ...(saysOk ? { ok: true } : {}), data, ...(pagination ? { pagination } : {}) });
}

function finish(c: Context<AppEnv>, call: Call, reply: Reply<unknown>): Response {
  if (reply.kind === 'failure') return sendFailure(c, reply);
  const text = bodyOf(reply, c.get('saysOk') === true);
  const read = call.method === 'GET' && call.entity !== 'cache';
  const etag = reply.etag ?? (read ? tagOf(text) : undefined);
  if (etag !== undefined) c.header('ETag', etag);
  if (read && etag !== undefined && !noneMatch(c.req.header('if-none-match'), etag)) return c.body(null, 304);
  return c.body(text, call.success ?? 200, { 'Content-Type': 'application/json' });
}

function replay(c: Context<AppEnv>, stored: StoredAnswer): Response {
  c.header('Idempotency-Replayed', 'true');
  if (stored.etag !== null) c.header('ETag', stored.etag);
  const status = ([200, 201, 202] as const).find((known) => known === stored.status) ?? 200;
  return c.body(stored.body, status, { 'Content-Type': 'application/json' });
}
