import { type ErrorCode, errorStatus, type FieldMessages } from '#contract/errors.ts';
import type { Answered, NoAnswer, Refused } from '#contract/api-result.ts';

/** Results of calls, for tests and path plans. */
export function answered<Data>(data: Data): Answered<Data> {
  return { kind: 'answered', data, pagination: null, etag: null };
}

export function refused(code: ErrorCode, message = '', fields: FieldMessages = {}): Refused {
  return { kind: 'refused', status: errorStatus[code], code, message, fields, retryAfterMs: null, requestId: null };
}

export const noAnswer: NoAnswer = { kind: 'noAnswer', reason: 'network' };
