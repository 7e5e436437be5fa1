import { listSessions } from '#contract/calls/sessions.ts';
import { toJson } from '#contract/json.ts';
import { isNotOffered, meansOffline } from '#contract/api-result.ts';
import type { ListQuery, PageLoaded } from '#machines/ports.ts';
import { problemMessage } from '#machines/problem-messages.ts';
import type { ApiClient } from '#src/io/api-client.ts';
import { sessionsOffer } from '#src/io/sessions-offer.ts';

/** One page of the user's sign-ins. They are never kept on the device: an old list would say that all is well when it is not. */
export async function loadSessions(client: ApiClient, { page, perPage }: ListQuery, signal: AbortSignal): Promise<PageLoaded> {
  const outcome = await client.call(listSessions, { params: {}, query: { page, per_page: perPage }, signal });
  if (outcome.kind === 'answered') {
    sessionsOffer.write(true);
    const total = outcome.data.length;
    const pagination = outcome.pagination ?? { page: 0, per_page: Math.max(perPage, total), total, last_page: 0 };
    return { kind: 'page', rows: outcome.data.map(toJson), pagination, fromDevice: false, fetchedAt: Date.now() };
  }
  if (isNotOffered(outcome)) {
    sessionsOffer.write(false);
    return { kind: 'failed', message: 'This server keeps no list of sign-ins.' };
  }
  return meansOffline(outcome) ? { kind: 'offline' } : { kind: 'failed', message: problemMessage(outcome) };
}
