import { type ErrorCode, type FieldMessages, errorStatus } from '#contract/errors.ts';
import type { PaginationInfo } from '#contract/api-result.ts';
import { createHash } from 'node:crypto';
import type { Context } from 'hono';

/** A handler's result: a success, or a failure by code. Handlers throw only for defects in the code. */
export type Reply<Data> = Success<Data> | Failure;

export interface Success<Data> {
  readonly kind: 'success';
  readonly data: Data;
  /** Of a call that answers text: the text in parts, instead of `data`. It is read at the speed of the client, and has no tag. */
  readonly parts?: AsyncIterable<string>;
  readonly pagination?: PaginationInfo;
  /** The record's version, where it has one; otherwise reads get a tag of their body. */
  readonly etag?: string | undefined;
  /** Starts once the call's writes are committed, and is not awaited: for effects outside the database that can't be undone. */
  readonly afterCommit?: () => Promise<void>;
}

export interface Failure {
  readonly kind: 'failure';
  readonly code: ErrorCode;
  /** The message for people, sent as both `message` and `display_message`. */
  readonly message: string;
  readonly fields?: FieldMessages;
  readonly retryAfterSeconds?: number;
  readonly allow?: readonly string[];
  /** The connection ends with this answer: the rest of the client's body is not read. */
  readonly closes?: boolean;
}

export function ok<Data>(data: Data, more: Omit<Success<Data>, 'kind' | 'data'> = {}): Success<Data> {
  return { kind: 'success', data, ...more };
}

export function fail(code: ErrorCode, message: string, more: Omit<Failure, 'kind' | 'code' | 'message'> = {}): Failure {
  return { kind: 'failure', code, message, ...more };
}

export const notSignedIn = (): Failure => fail('unauthenticated', 'Please sign in.');

export const changedMeanwhile = (): Failure => fail('precondition_failed', 'This was changed by someone else in the meantime.');

export const notFound = (): Failure => fail('not_found', 'There is nothing at this address.');

export function invalidFields(fields: FieldMessages): Failure {
  return fail('validation_failed', 'Some values were not accepted.', { fields });
}

/** Refusals in the middle of a body: the start of the next request on this connection is unknown. */
const midBody: readonly ErrorCode[] = ['payload_too_large', 'request_timeout'];

/** The one shape of a refusal, with the headers that its code needs. */
export function sendFailure(c: Context, failure: Failure): Response {
  const { code, message, fields = {} } = failure;
  if (failure.retryAfterSeconds !== undefined) c.header('Retry-After', String(failure.retryAfterSeconds));
  if (failure.closes || midBody.includes(code)) c.header('Connection', 'close');
  if (failure.allow) c.header('Allow', failure.allow.join(', '));
  if (errorStatus[code] === 401) c.header('WWW-Authenticate', 'Bearer');
  // What such a call adds to that shape.
  const ok = c.get('saysOk') === true ? { ok: false } : {};
  return c.json({ ...ok, error: { code, message, display_message: message, fields } }, errorStatus[code]);
}

/** A strong tag of an answer's body. */
export function tagOf(body: string): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

function tagsOf(header: string): readonly string[] {
  return header.split(',').map((tag) => tag.trim());
}

/** `If-None-Match` compares weakly: a proxy that compressed the answer may have marked its tag. */
export function noneMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return true;
  return !tagsOf(header).some((tag) => tag === '*' || tag.replace(/^W\//u, '') === etag);
}

/** `If-Match` compares strongly. */
export function ifMatch(header: string, etag: string): boolean {
  return tagsOf(header).some((tag) => tag === '*' || tag === etag);
}
