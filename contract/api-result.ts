import type { ErrorCode, FieldMessages } from './errors.ts';

/** The result of one API call, as a value: a client never throws for anything that a network or a server may do. */
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
  /** For a change that takes several calls: earlier calls have had their effect. */
  readonly isPartial?: true;
}

/** An answer that is not the API's: a captive portal, a gateway's page, a redirect, a wrong shape. See `isPortalPage`. */
export interface Foreign {
  readonly kind: 'foreign';
  readonly status: number;
  readonly retryAfterMs: number | null;
}

/** The request was started and no answer of the API came back: it may or may not have had its effect. */
export interface NoAnswer {
  readonly kind: 'noAnswer';
  readonly reason: 'network' | 'timeout';
}

/** The request was never started: the device is known to be offline, or (`code`) what would send it could not be loaded. */
export interface NotStarted {
  readonly kind: 'notStarted';
  readonly reason?: 'code';
}

/** The caller aborted the call. */
export interface Aborted {
  readonly kind: 'aborted';
}

/** True for anything except a successful answer of the API. */
export function isProblem<Data>(result: ApiResult<Data>): result is Problem {
  return result.kind !== 'answered';
}

/** True where the result does not show that the API itself is reachable. */
export function meansOffline(problem: Problem): boolean {
  return problem.kind === 'foreign' || problem.kind === 'noAnswer' || (problem.kind === 'notStarted' && !lacksCode(problem));
}

/** True where the call's own code could not be loaded, which says nothing about the API. */
export function lacksCode(problem: Problem): boolean {
  return problem.kind === 'notStarted' && problem.reason === 'code';
}

/** True where no server answered: there was no answer, or only a captive portal's. */
export function isUnanswered(problem: Problem): boolean {
  if (problem.kind === 'foreign') return isPortalPage(problem.status);
  return problem.kind === 'noAnswer' || (problem.kind === 'notStarted' && !lacksCode(problem));
}

/**
 * For an answer that is not the API's: a captive portal shows its page in the API's place (2xx, 3xx), or demands a sign-in to the network.
 * Any other foreign answer is one to this call, from a firewall or a gateway.
 */
export function isPortalPage(status: number): boolean {
  return status < 400 || status === 511;
}

/** True for a call that this API does not have: the console then works without it. */
export function isNotOffered(result: ApiResult<unknown>): boolean {
  return result.kind === 'refused' && (result.code === 'not_implemented' || [404, 405, 501].includes(result.status));
}

/** A problem after earlier calls of the same change have had their effect: no result may then say that nothing was done. */
export function asPartial(problem: Problem): Problem {
  if (problem.kind === 'refused') return { ...problem, isPartial: true };
  return problem.kind === 'notStarted' ? { kind: 'noAnswer', reason: 'network' } : problem;
}
