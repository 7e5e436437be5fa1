import { bareAnswer } from '../http/bare-answer.ts';
import { fail } from '../http/reply.ts';

/** What a request gets that comes before the database is there: the API's own refusal, so that a client waits and asks again. */
export function startingAnswer(): Response {
  return bareAnswer(fail('unavailable', 'The server is starting.', { retryAfterSeconds: 1 }));
}
