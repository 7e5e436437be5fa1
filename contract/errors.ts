import * as v from 'valibot';

/**
 * Every error code of the API, with the HTTP status that carries it. The list is closed: a handler can't answer
 * with a code that is not here, and a client that meets an unknown one reads it as `internal_error`.
 */
export const errorStatus = {
  bad_request: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  /** The account has no room for the upload: something has to be deleted first. */
  quota_exceeded: 422,
  validation_failed: 422,
  idempotency_key_reused: 422,
  /** The message is a question: with `confirmed: true` in the body the same values are stored all the same. */
  confirmation_required: 422,
  reset_token_invalid: 422,
  too_many_requests: 429,
  internal_error: 500,
  not_implemented: 501,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;
export const errorCodes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]];

/** Message per field; the name is a body field, or a setting's key in a settings save. */
export type FieldMessages = Readonly<Record<string, string>>;

export const apiErrorSchema = v.object({
  code: v.string(),
  message: v.fallback(v.string(), ''),
  display_message: v.fallback(v.nullish(v.string()), undefined),
  fields: v.fallback(v.nullish(v.record(v.string(), v.string())), undefined),
});

/** The one shape of a refusal: `{"error": {code, message, display_message, fields}}`. */
export const errorBodySchema = v.object({ error: apiErrorSchema });

/** True for a code of the closed list; an unknown one is to be read as `internal_error`. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorStatus, code);
}
