import type { ErrorCode, FieldMessages } from './errors.ts';

/** What came of one API call, as a value: a client never throws for anything that a network or a server may do. */
export type ApiResult<Data> = Answered<Data> | Problem;

export interface Answered<Data> {
  readonly kind: 'answered';
  readonly data: Data;
  readonly pagination: PaginationInfo | null;
  /** The answer's `ETag`, to be sent back as `If-Match`; null where the API gives none. */
  readonly etag: string | null;
}

export interface PaginationInfo {
  /** Counted from 0. */
  readonly page: number;
  readonly per_page: number;
  readonly total: number;
  readonly last_page: number;
}

export type Problem = Refused | Foreign | NoAnswer | NotStarted | Aborted;

/** The API's own refusal, in its own error shape. */
export interface Refused {
  readonly kind: 'refused';
  readonly status: number;
  readonly code: ErrorCode;
  /** The server's `display_message`, else its `message`. */
  readonly message: string;
  readonly fields: FieldMessages;
  /** From `Retry-After`, in ms: from 0 to an hour. */
  readonly retryAfterMs: number | null;
  readonly requestId: string | null;
  /** Of a change that takes several calls: earlier ones have had their effect. */
  readonly isPartial?: true;
}

/** An answer that is not the API's: a captive portal, a gateway's page, a redirect, a wrong shape. See `isPortalPage`. */
export interface Foreign {
  readonly kind: 'foreign';
  readonly status: number;
  readonly retryAfterMs: number | null;
}

/** The request was started and nothing of ours came back: it may or may not have had its effect. */
export interface NoAnswer {
  readonly kind: 'noAnswer';
  readonly reason: 'network' | 'timeout';
}

/** The request was never started, since the device is known to be offline. */
export interface NotStarted {
  readonly kind: 'notStarted';
}

/** The caller gave the call up. */
export interface Aborted {
  readonly kind: 'aborted';
}

/** True for anything but an answer of the API that is a success. */
export function isProblem<Data>(outcome: ApiResult<Data>): outcome is Problem {
  return outcome.kind !== 'answered';
}

/** True where nothing says that the API itself is there. */
export function meansOffline(problem: Problem): boolean {
  return problem.kind === 'foreign' || problem.kind === 'noAnswer' || problem.kind === 'notStarted';
}

/** True where no server answered: nothing did, or what a captive portal shows in its place. */
export function isUnanswered(problem: Problem): boolean {
  if (problem.kind === 'foreign') return isPortalPage(problem.status);
  return problem.kind === 'noAnswer' || problem.kind === 'notStarted';
}

/**
 * Of an answer that is not ours: a captive portal shows its page in the API's place (2xx, 3xx), or says that one has to sign in to
 * the network. Anything else is an answer to this call: a firewall's or a gateway's.
 */
export function isPortalPage(status: number): boolean {
  return status < 400 || status === 511;
}

/** True for a call that this API does not have: the console does without it. */
export function isNotOffered(outcome: ApiResult<unknown>): boolean {
  return outcome.kind === 'refused' && (outcome.code === 'not_implemented' || [404, 405, 501].includes(outcome.status));
}

/** A problem behind calls of the same change that have had their effect: no answer to it says that nothing was done. */
export function asPartial(problem: Problem): Problem {
  if (problem.kind === 'refused') return { ...problem, isPartial: true };
  return problem.kind === 'notStarted' ? { kind: 'noAnswer', reason: 'network' } : problem;
}
