import { errorStatus } from '#contract/errors.ts';

/** What a request gets that comes before the database is there: the API's own refusal, so that a client waits and asks again. */
export function startingAnswer(): Response {
  const message = 'The server is starting.';
  const error = { code: 'unavailable', message, display_message: message, fields: {} };
  return Response.json({ error }, { status: errorStatus.unavailable, headers: { 'Retry-After': '1', 'Cache-Control': 'no-store' } });
}
