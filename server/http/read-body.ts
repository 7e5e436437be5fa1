import { jsonProblem } from '#contract/fields/json-problem.ts';
import { limits } from '#contract/limits.ts';
import { limitedBy } from '../auth/client-address.ts';
import { within } from '../within.ts';
import type { ByteShare } from './byte-budget.ts';
import { type Failure, fail } from './reply.ts';
import type { HonoRequest } from 'hono';

const tooLarge = (): Failure => fail('payload_too_large', 'The body is too large.');
export const stalledBody = (): Failure => fail('request_timeout', 'The body did not arrive in time.');
const noRoom = (): Failure =>
  fail('unavailable', 'The server holds as many bodies as it can. Send this again in a moment.', { retryAfterSeconds: 2, closes: true });
const noRoomForOwner = (): Failure =>
  fail('too_many_requests', 'You are sending as much at once as one user may. Send this again in a moment.', {
    retryAfterSeconds: 2,
    closes: true,
  });

/** The limits of a body, depending on its sender. */
export interface BodyLimits {
  readonly maxBytes: number;
  /** How long it may pause. ms. */
  readonly stallMs: number;
  /** How long it may take altogether. ms; null: only the server's limit for a request applies. */
  readonly wholeMs: number | null;
  /** The budget in which its bytes count among those of all requests. */
  readonly share: ByteShare;
  /** The owner of the bytes: a user, or the address of an anonymous client. */
  readonly owner: string;
}

export interface Sender {
  /** Null: nobody is signed in. */
  readonly userId: number | null;
  readonly address: string;
}

/** An anonymous body is small and quick; a signed-in user may send a settings save over a slow line. */
export function bodyLimitsFor({ userId, address }: Sender, bodySeconds: number, share: ByteShare): BodyLimits {
  const stallMs = bodySeconds * 1000;
  return userId === null
    ? { maxBytes: limits.anonymousBodyBytes, stallMs, wholeMs: stallMs, share, owner: `address ${limitedBy(address)}` }
    : { maxBytes: limits.jsonBodyBytes, stallMs, wholeMs: null, share, owner: `user ${userId}` };
}

export type BytesReading = { readonly kind: 'bytes'; readonly bytes: Uint8Array } | Failure;

/**
 * Reads a body into memory. A body whose declared length is too large is not read at all. Where reading ends early the stream is left as it
 * is: cancelling it would close the connection before the refusal is sent. Throws the stream's errors.
 */
export async function readBody(request: Request, { maxBytes, stallMs, wholeMs, share, owner }: BodyLimits): Promise<BytesReading> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return tooLarge();
  const reader = request.body?.getReader();
  if (!reader) return { kind: 'bytes', bytes: new Uint8Array() };
  const end = wholeMs === null ? Number.POSITIVE_INFINITY : performance.now() + wholeMs;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const step = await within(reader.read(), Math.min(stallMs, end - performance.now()));
    if (step === 'late') return stalledBody();
    if (step.done) return { kind: 'bytes', bytes: Buffer.concat(chunks) };
    bytes += step.value.byteLength;
    if (bytes > maxBytes) return tooLarge();
    const took = share.take(owner, step.value.byteLength);
    if (took !== 'taken') return took === 'full' ? noRoom() : noRoomForOwner();
    chunks.push(step.value);
  }
}

const maxDepth = 64;

export type BodyReading = { readonly kind: 'body'; readonly text: string; readonly json: unknown } | Failure;

/**
 * Reads a JSON body strictly: checks size, speed, type, encoding, depth and grammar. What `JSON.parse` would change in silence is refused: of two
 * members of one name it keeps the last, and a number beyond 2^53 becomes another one.
 */
export async function readJson(request: HonoRequest, limits: BodyLimits): Promise<BodyReading> {
  const type = request.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== 'application/json' && !/^application\/[\w.-]+\+json$/u.test(type)) {
    return fail('unsupported_media_type', 'Send the body as application/json.');
  }
  const malformed = fail('bad_request', 'The body is not valid JSON.');
  try {
    const read = await readBody(request.raw, limits);
    if (read.kind === 'failure') return read;
    const text = new TextDecoder('utf-8', { fatal: true }).decode(read.bytes);
    if (depthOf(text) > maxDepth) return fail('bad_request', `The body is nested deeper than ${maxDepth} levels.`);
    const problem = jsonProblem(text);
    if (problem)
      return fail('bad_request', `The body is not valid JSON: in line ${problem.line}, column ${problem.column}, ${problem.message}`);
    return { kind: 'body', text, json: JSON.parse(text) };
  } catch {
    // Not UTF-8, not JSON, or the client disconnected in the middle.
    return malformed;
  }
}

/** The client disconnected in the middle of its body; Node gives this the same code as a lost database connection. */
export function isClientGone(error: unknown): boolean {
  return error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET';
}

/** Nesting is counted in the text: validators walk the value recursively, and a deep one would exhaust the stack. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i];
    if (quoted) {
      if (char === '\\') i += 1;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === '[' || char === '{') {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (char === ']' || char === '}') depth -= 1;
  }
  return deepest;
}
