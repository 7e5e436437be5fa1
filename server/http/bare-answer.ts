import { errorStatus } from '#contract/errors.ts';
import type { Failure } from './reply.ts';

/** A refusal in the API's own shape, from in front of the app. */
export function bareAnswer({ code, message, retryAfterSeconds, closes }: Failure): Response {
  const error = { code, message, display_message: message, fields: {} };
  const headers = {
    'Cache-Control': 'no-store',
    ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
    ...(closes ? { Connection: 'close' } : {}),
  };
  return Response.json({ error }, { status: errorStatus[code], headers });
}
