import { apiErrorSchema, errorBodySchema, isErrorCode } from '#contract/errors.ts';
import type { Refused } from '#contract/api-result.ts';
import * as v from 'valibot';

/** Reads the API's own error shape; null where the answer is a stranger's, whatever its status. */
export function readRefusal(response: Response, json: unknown): Refused | null {
  const body = v.safeParse(errorBodySchema, json);
  if (!body.success || response.status < 400) return null;
  const { code, message, display_message, fields } = body.output.error;
  return {
    kind: 'refused',
    status: response.status,
    code: isErrorCode(code) ? code : 'internal_error',
    message: display_message || message,
    fields: fields ?? {},
    retryAfterMs: retryAfterMs(response),
    requestId: response.headers.get('x-request-id'),
  };
}

const notOkSchema = v.object({
  ok: v.literal(false),
  message: v.fallback(v.optional(v.string(), ''), ''),
  error: v.fallback(v.nullish(apiErrorSchema), null),
});

/** A call that answers `{"ok": false}` was answered, and refused, whatever its status; null where it does not say so. */
export function readNotOk(response: Response, json: unknown): Refused | null {
  const body = v.safeParse(notOkSchema, json);
  if (!body.success) return null;
  const { message, error } = body.output;
  return {
    kind: 'refused',
    status: response.status,
    code: error && isErrorCode(error.code) ? error.code : 'bad_request',
    message: error?.display_message || error?.message || message,
    fields: error?.fields ?? {},
    retryAfterMs: null,
    requestId: response.headers.get('x-request-id'),
  };
}

/** `Retry-After` in ms: seconds or a date, never negative, at most an hour; null where there is none. */
export function retryAfterMs(response: Response): number | null {
  const header = response.headers.get('retry-after');
  if (header === null) return null;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 3_600_000) : null;
}
