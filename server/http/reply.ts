import type { ErrorCode, FieldMessages } from '#contract/errors.ts';
import type { PaginationInfo } from '#contract/api-result.ts';

/** What a handler answers: a success, or a failure by code. Handlers throw for faults in the code alone. */
export type Reply<Data> = Success<Data> | Failure;

export interface Success<Data> {
  readonly kind: 'success';
  readonly data: Data;
  readonly pagination?: PaginationInfo;
  /** Where the record has a version; else reads get the tag of their body. */
  readonly etag?: string | undefined;
  /** Begins once what the call wrote is committed, and is not waited for: what is outside the database and can't be undone. */
  readonly afterCommit?: () => Promise<void>;
}

export interface Failure {
  readonly kind: 'failure';
  readonly code: ErrorCode;
  /** The message for people, in both `message` and `display_message`. */
  readonly message: string;
  readonly fields?: FieldMessages;
  readonly retryAfterSeconds?: number;
  readonly allow?: readonly string[];
  /** The connection ends with this answer: what the client still sends is not read. */
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
