import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { type ErrorCode, errorStatus } from '#contract/errors.ts';
import type { Failure } from './reply.ts';

/** Refusals in the middle of a body: where the next request on this connection would begin is not known. */
const midBody: readonly ErrorCode[] = ['payload_too_large', 'request_timeout'];

/** The one shape of a refusal, with the headers that its code asks for. */
export function sendFailure(c: Context, failure: Failure): Response {
  const { code, message, fields = {} } = failure;
  if (failure.retryAfterSeconds !== undefined) c.header('Retry-After', String(failure.retryAfterSeconds));
  if (failure.closes || midBody.includes(code)) c.header('Connection', 'close');
  if (failure.allow) c.header('Allow', failure.allow.join(', '));
  if (errorStatus[code] === 401) c.header('WWW-Authenticate', 'Bearer');
  // What such a call adds to the one shape.
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
